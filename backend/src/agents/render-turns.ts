import type { TurnRole } from "../../api/search.ts";
import type { Budget } from "../lib/text-budget.ts";
import { type Kept, keepNewest } from "./keep-newest.ts";

export interface SpokenTurn {
  role: TurnRole;
  text: string;
}

const speakers: Record<TurnRole, string> = {
  user: "User:",
  assistant: "Assistant:",
  summary: "Summary of what came before:",
  document: "Document:",
  decision: "Decision:",
};

/** At most so many: the newest. */
const TOUCHED_FILES = 60;

export interface Rendered extends Kept {
  redactions: number;
}

/** Takes the secrets out of a text, and counts them. */
export type Redact = (text: string) => { text: string; count: number };

/**
 * A conversation as text: who spoke on a line of its own, what was said below it, and at the end the files that were
 * written. A turn whose beginning is cut off keeps its speaker.
 */
export function renderTurns(
  turns: readonly SpokenTurn[],
  { touchedFiles, budget, redact }: { touchedFiles: readonly string[]; budget: Budget; redact: Redact },
): Rendered {
  const { first, dropped } = newestThatCount(turns, budget);
  const lines: string[] = [];
  const speakerAt: string[] = [];
  let redactions = 0;
  const add = (speaker: string, text: string) => {
    const clean = redact(text.trimEnd());
    redactions += clean.count;
    for (const line of [speaker, ...clean.text.split("\n"), ""]) {
      lines.push(line);
      speakerAt.push(speaker);
    }
  };
  for (const { role, text } of turns.slice(first)) if (text.trim() !== "") add(speakers[role], text);
  if (lines.length === 0) return { text: "", dropped: 0, redactions: 0 };
  const files = touchedFiles.slice(-TOUCHED_FILES);
  if (files.length > 0) add("Files written, newest last:", files.map((file) => `- ${oneLine(file)}`).join("\n"));
  lines.pop();

  const kept = keepNewest(lines, budget, {
    missing: dropped,
    headingOf(at) {
      const speaker = speakerAt[at] ?? "";
      return lines[at] === speaker || lines[at] === "" ? null : `${speaker} (its beginning is left out)`;
    },
  });
  return { ...kept, redactions };
}

/** Where to begin so that the budget can be filled: what lies before is not even looked at. */
function newestThatCount(turns: readonly SpokenTurn[], { chars }: Budget): { first: number; dropped: number } {
  let first = turns.length;
  for (let seen = 0; first > 0 && seen <= 2 * chars; first--) seen += turns[first - 1]?.text.length ?? 0;
  const dropped = turns.slice(0, first).reduce((sum, { text }) => sum + text.split("\n").length + 2, 0);
  return { first, dropped };
}

/** A name of a file may hold what would pass for lines of the conversation. */
function oneLine(file: string): string {
  return file.replaceAll(/\p{Cc}/gu, "\ufffd");
}
