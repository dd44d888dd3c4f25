import { interpret, isAnswerable } from "../mapping/interpret.ts";
import { readNote } from "../mapping/notes.ts";
import type { Builder } from "./builder.ts";
import { oneLine } from "./reading-question.ts";

const QUOTED = /[«"“]([^»"”]{3,})[»"”]/u;
const AFTER_COLON = /:\s*(\S.{2,})$/su;

/** The question itself, which only a reviewer's note at the first gate changes. */
export const question: Builder = {
  reads: [],
  schema: false,
  queries: () => [],
  write: ({ question: asked, note }) => (note ? `${reword(oneLine(asked), note.trim())}\n` : null),
};

function reword(asked: string, note: string): string {
  const changed = readNote(asked, note);
  if (changed.question !== asked) return changed.question;
  const given = note.match(QUOTED)?.[1] ?? note.match(AFTER_COLON)?.[1];
  if (given) return oneLine(given);
  // A note that is a whole question replaces the old one; anything else is added, so that nothing asked is lost.
  return isAnswerable(interpret(note)) ? oneLine(note) : `${asked} — ${oneLine(note)}`;
}
