import { isBlank } from "./labels.ts";
import { Problem } from "./problem.ts";

const MAX_CHARACTERS = 20_000;

/** A question as it is kept: well-formed, NFC, trimmed. Throws `invalid-question`. */
export function checkedQuestion(text: string): string {
  const question = text.toWellFormed().normalize("NFC").replaceAll("\0", "").trim();
  if (isBlank(question)) {
    throw new Problem("invalid-question", "The question is empty.", "Say in a sentence what you want to know.");
  }
  if ([...question].length > MAX_CHARACTERS) {
    throw new Problem("invalid-question", "The question is over 20,000 characters.", "Ask a shorter one.");
  }
  return question;
}
