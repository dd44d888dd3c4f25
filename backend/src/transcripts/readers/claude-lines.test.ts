import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { transcriptFixtures } from "../../../test/describe-reader.ts";
import { fc } from "../../../test/fast-check.ts";
import { lyingJson } from "../../../test/lying-json.ts";
import { ClaudeConversation } from "./claude-conversation.ts";
import { claudeLines } from "./claude-lines.ts";

const FILE = ".claude/projects/-home-ada-officina/5d0e7c1a-3b52-4f0e-9a61-2c7f1d9b4e01.jsonl";
const lines = readFileSync(join(transcriptFixtures("claude"), FILE), "utf8")
  .trim()
  .split("\n");

/** Does an entry change what is known of a session? Its place in the file doesn't matter here. */
function matters(entry: unknown, toolCalls: boolean): boolean {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return false;
  const conversation = new ClaudeConversation({ sessionId: "s", sidechain: true });
  conversation.take(entry as Record<string, unknown>);
  const { old } = conversation.state.titles;
  const known = conversation.turns.length > 0 || conversation.title !== null || old.length > 0;
  return known || (toolCalls && conversation.touchedFiles.size > 0);
}

function passes(text: string, toolCalls: boolean): boolean {
  const bytes = Buffer.from(`xx${text}\nyy`);
  return claudeLines(toolCalls)(bytes, 2, bytes.length - 3);
}

/** The same entry as another program could write it: keys in any order, blanks between, letters as escapes. */
const spelling = fc.record({
  order: fc.constantFrom("as is", "reversed", "sorted"),
  blanks: fc.constantFrom("", " ", "\t ", "\r "),
  escape: fc.boolean(),
});

function spelled(value: unknown, how: { order: string; blanks: string; escape: boolean }): string {
  const text = (part: string) => {
    const plain = JSON.stringify(part);
    return how.escape && !plain.includes("\\")
      ? plain.replace(/[etu](?=[^"]*"$)/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)
      : plain;
  };
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item, how)).join(`,${how.blanks}`)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value);
  if (how.order === "reversed") entries.reverse();
  if (how.order === "sorted") entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(([key, inner]) => `${text(key)}${how.blanks}:${how.blanks}${spelled(inner, how)}`);
  return `{${how.blanks}${members.join(`,${how.blanks}`)}${how.blanks}}`;
}

test.each([false, true])(
  "lets every line through that says something, however it is written (calls: %s)",
  (calls) => {
    fc.assert(
      fc.property(lyingJson(lines), spelling, (lied, how) => {
        for (const line of lied) {
          const entry: unknown = line === "" ? null : JSON.parse(line);
          const text = spelled(entry, how);
          expect(JSON.parse(text)).toEqual(entry);
          if (matters(entry, calls)) expect({ text, passes: passes(text, calls) }).toEqual({ text, passes: true });
        }
      }),
      { numRuns: 300 },
    );
  },
  120_000,
);

test("passes over what tools answered, requests as they were sent, and reminders", () => {
  const result = {
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: "x" }] }] },
  };
  const first = {
    message: { content: [{ type: "tool_use", name: "Bash", input: { type: "text" } }] },
    type: "assistant",
  };
  const blob = { type: "api-request-blob", message: { role: "user", content: "x" } };
  const reminder = { type: "attachment", attachment: { type: "todo_reminder", content: "queued_command" } };
  for (const entry of [
    result,
    first,
    blob,
    reminder,
    { type: "system", subtype: "turn_duration" },
    { type: "progress" },
    {},
  ])
    expect(passes(JSON.stringify(entry), false)).toBe(false);
  const write = { ...first, message: { content: [{ type: "tool_use", name: "Write", input: { file_path: "/a" } }] } };
  expect([passes(JSON.stringify(write), false), passes(JSON.stringify(write), true)]).toEqual([false, true]);
});
