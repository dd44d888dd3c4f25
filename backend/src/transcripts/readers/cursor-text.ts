import { milliseconds } from "../times.ts";
import { asDictionary, asList, asText, textOf } from "../values.ts";

const QUERY = /<user_query>([\s\S]*?)(?:<\/user_query>|$)/g;
const PUT_BEFORE =
  /<(timestamp|user_info|system_reminder|system-reminder|attached_files|open_and_recently_viewed_files|rules)>[\s\S]*?(<\/\1>|$)/g;
const STAMP = /<timestamp>(?:\w+, )?(\w+ \d+, \d+,? \d+:\d+ [AP]M)(?: \(UTC([+-]\d+)?(?::(\d+))?\))?<\/timestamp>/;

/** What was typed, without what Cursor puts around it for the model. */
export function typedIn(content: unknown): string {
  const text = textOf(content);
  const typed = [...text.matchAll(QUERY)].map(([, query = ""]) => query.trim());
  return typed.length > 0 ? typed.join("\n\n") : text.replaceAll(PUT_BEFORE, "");
}

/** The time that stands before what was typed, to the minute; ISO 8601 UTC, or null. */
export function stampIn(content: unknown): string | null {
  const [, time, hours = "+0", minutes = "0"] = STAMP.exec(textOf(content)) ?? [];
  if (time === undefined) return null;
  const offset = `${hours.startsWith("-") ? "-" : "+"}${hours.slice(1).padStart(2, "0")}${minutes.padStart(2, "0")}`;
  const ms = milliseconds(`${time} GMT${offset}`);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

/** The text of a document of the editor's input field. */
export function richText(value: unknown): string {
  const node = asDictionary(value);
  if (!node) return "";
  const inner = asList(node.children).map(richText);
  const own = asText(node.text);
  const below = inner.join(node.type === "root" ? "\n" : "");
  return `${own}${below}${richText(node.root)}`;
}
