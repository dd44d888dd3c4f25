import { cutText } from "../lib/cut-text.ts";

/** What a tool wrote, as shown: 64 KiB. */
const OUTPUT_BYTES = 64 * 1024;
const ARGUMENT_CHARS = 4_000;

/** One message of the conversation; a model that does not end must not fill the memory. */
export const MESSAGE_CHARS = 500_000;

const CUT = "\n… (cut here: the rest is not shown)";

/** The beginning of a text, at most `max` bytes in UTF-8, cut at a character, with a word about what is missing. */
export function boundedText(text: string, max = OUTPUT_BYTES): string {
  if (text.length * 3 <= max) return text;
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= max) return text;
  let end = max - Buffer.byteLength(CUT);
  // 10xxxxxx is the middle of a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end) + CUT;
}

/** The beginning of a message, with a word about what is missing. */
export function boundedMessage(text: string): string {
  return text.length <= MESSAGE_CHARS ? text : cutText(text, MESSAGE_CHARS - CUT.length).toWellFormed() + CUT;
}

/** A tool's arguments with their long texts (whole documents) cut, for a page that shows one line of them. */
export function boundedArguments(value: unknown, depth = 0): unknown {
  if (typeof value === "string") {
    return value.length <= ARGUMENT_CHARS ? value : `${cutText(value, ARGUMENT_CHARS).toWellFormed()}…`;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > 4) return "…";
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => boundedArguments(item, depth + 1));
  const members = Object.entries(value).slice(0, 100);
  return Object.fromEntries(members.map(([name, item]) => [name, boundedArguments(item, depth + 1)]));
}
