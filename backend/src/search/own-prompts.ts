import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Tells what the server typed to begin a conversation from what a person did: Pi keeps only the prompts' text with its
 * arguments filled in. `folder` holds the prompts as Markdown.
 */
export function createOwnPrompts(folder: string | null): (text: string) => boolean {
  let patterns: RegExp[] | null = null;
  return (text) => {
    patterns ??= folder === null ? [] : promptsIn(folder).map(patternOf);
    const said = text.trim();
    return patterns.some((pattern) => pattern.test(said));
  };
}

function promptsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r", ""))
      .map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, "").trim())
      .filter((text) => text !== "");
  } catch (error) {
    // No prompts, then no text of theirs.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}

/** Its text with anything in the place of `$1`, `$@`, `$ARGUMENTS` and `${1:-default}`. */
function patternOf(prompt: string): RegExp {
  const parts = prompt.split(/\$(?:\d+|@|ARGUMENTS|\{[^}]*\})/);
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("[^]*?")}$`);
}
