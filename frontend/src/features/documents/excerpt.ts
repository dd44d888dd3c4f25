import type { SessionDocument } from "@thothii/backend/api/documents";

/** How much of a long document is shown before its reader asks for all. */
const SHOWN_CHARACTERS = 4_000;
const SHOWN_LINES = 40;
/** A document is long when showing all of it would add this much: a button that reveals two lines is a nuisance. */
const SLACK = 1.5;

/** Beyond this, laying markdown out would hold the page for seconds. */
export const MAX_LAID_OUT = 200_000;

/** The decisions, also where they are too many to come whole: cut JSON comes as text. */
export function isLedger({ key, format }: SessionDocument): boolean {
  return format === "decisions" || key === "decisions";
}

export function isLong({ content, format }: SessionDocument): boolean {
  if (format === "schema-linking" || format === "decisions") return false;
  return content.length > SHOWN_CHARACTERS * SLACK || countLines(content) > SHOWN_LINES * SLACK;
}

/** The beginning of a text, cut between paragraphs if it can be, between lines otherwise. */
export function excerpt(content: string): string {
  const lines = content.split("\n", SHOWN_LINES).join("\n");
  if (lines.length <= SHOWN_CHARACTERS && lines.length === content.length) return content;
  const head = lines.slice(0, SHOWN_CHARACTERS);
  for (const boundary of ["\n\n", "\n"]) {
    const at = head.lastIndexOf(boundary);
    if (at > head.length / 2) return head.slice(0, at);
  }
  // A single endless line: cut it, but not through a character outside the basic plane.
  return head.replace(/[\uD800-\uDBFF]$/, "");
}

/** The markdown without a first heading that only repeats the card's title. */
export function withoutTitle(content: string, title: string): string {
  const first = /^\s*# +([^\n]*)\n/.exec(content);
  return first?.[1]?.trim().toLowerCase() === title.toLowerCase() ? content.slice(first[0].length) : content;
}

export const EXCERPT_LINES = SHOWN_LINES;

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
