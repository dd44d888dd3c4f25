import { appendFileSync, cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { qwen } from "./qwen.ts";

const MAIN = "11111111-aaaa-4bbb-8ccc-000000000001";
const FORK = "11111111-aaaa-4bbb-8ccc-000000000002";
const CHATS = ".qwen/projects/-srv-lavoro-faro-due-v2/chats";
const CWD = "/srv/lavoro/faro_due.v2";

describeReader({ reader: qwen, sessionId: MAIN, transcript: `${CHATS}/${MAIN}.jsonl`, shape: "jsonl" });

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  cpSync(transcriptFixtures("qwen"), home, { recursive: true });
});

const contextOf = (env: Record<string, string> = {}) => ({ env: { HOME: home, ...env }, projects: [] });

function read(sessionId: string): Reading {
  const unit = qwen.list(contextOf()).units.find((one) => one.sessionId === sessionId);
  const reading = unit && qwen.read(unit, contextOf(), { touchedFiles: true });
  if (!reading) throw new Error(`${sessionId} is not there`);
  return reading;
}
const append = (...lines: (object | string)[]) =>
  appendFileSync(
    join(home, CHATS, `${MAIN}.jsonl`),
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );
const assistant = (uuid: string, text: string) => ({
  uuid,
  sessionId: MAIN,
  type: "assistant",
  message: { role: "model", parts: [{ text }] },
});

test("what a person typed, as they saw it, and the answers are read; thoughts, tools and notices are not", () => {
  const reading = read(MAIN);
  expect(reading.turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "Why does the lamp blink?\nPerché è così?"],
    ["assistant", "I look at the relay."],
    ["assistant", "The relay is loose."],
    ["user", "sì, stringilo"],
    ["user", "guarda @relay.ts 灯台"],
    ["assistant", "Fatto ✅."],
    ["summary", "<state_snapshot>The relay was loose.</state_snapshot>"],
  ]);
  expect(JSON.stringify(reading)).not.toContain("NOT-SAID");
  expect(reading.touchedFiles).toEqual([`${CWD}/relay.ts`]);
  expect(reading.head).toEqual({
    sessionId: MAIN,
    cwd: CWD,
    title: "Why does the lamp blink?",
    startedAt: "2026-09-01T10:01:00.000Z",
    forkOf: null,
    subagentOf: null,
  });
});

test("a fork names its source on every line, and its copied turns have the source's keys", () => {
  const original = new Set(read(MAIN).turns.map(({ key }) => key));
  expect(read(FORK).head).toMatchObject({ forkOf: MAIN, title: "Faro, saldato" });
  expect(read(FORK).turns.map(({ key }) => original.has(key))).toEqual([true, true, true, false, false]);
});

test("a message in several lines of one id is kept whole; a line that is there twice counts once", () => {
  append(assistant("f", "first part"), assistant("f", "second part"), assistant("f", "second part"));
  expect(
    read(MAIN)
      .turns.slice(7)
      .map(({ text }) => text),
  ).toEqual(["first part", "second part"]);
});

test("two objects on one line are both read", () => {
  append(`${JSON.stringify(assistant("a", "one }{ two"))}${JSON.stringify(assistant("b", "three"))}`);
  expect(
    read(MAIN)
      .turns.slice(7)
      .map(({ text }) => text),
  ).toEqual(["one }{ two", "three"]);
});

test("a session that another one started is known as such", () => {
  append({ sessionId: MAIN, type: "system", subtype: "parent_session", systemPayload: { parentSessionId: FORK } });
  expect(read(MAIN).head.subagentOf).toBe(FORK);
});

test("the home can be elsewhere, given as itself or as the folder around it", () => {
  renameSync(join(home, ".qwen"), join(home, "moved"));
  const count = (env: Record<string, string>) => qwen.list(contextOf(env)).units.length;
  expect([count({}), count({ QWEN_HOME: join(home, "moved") })]).toEqual([0, 2]);
  renameSync(join(home, "moved"), join(home, ".qwen"));
  expect(count({ QWEN_HOME: home })).toBe(2);
});

test("a chat can be resumed in its own project only", () => {
  const presence = (id: string, cwd: string) => qwen.presence(id, cwd, contextOf());
  expect([presence(MAIN, CWD), presence(FORK, CWD), presence(MAIN, "/elsewhere")]).toEqual([
    "present",
    "gone",
    "unknown",
  ]);
  rmSync(join(home, CHATS, `${MAIN}.jsonl`));
  expect(presence(MAIN, CWD)).toBe("gone");
  expect(qwen.resumeCommand(MAIN)).toEqual(["qwen", "--resume", MAIN]);
});

test("whose a chat is that begins with a picture of megabytes is known before it is read", () => {
  const parts = [{ inlineData: { data: "A".repeat(3 << 20) } }, { text: "Che cosa si vede?" }];
  const line = { uuid: "p1", sessionId: "picture", type: "user", cwd: CWD, message: { role: "user", parts } };
  writeFileSync(join(home, CHATS, "picture.jsonl"), `${JSON.stringify(line)}\n`);
  const unit = qwen.list(contextOf()).units.find(({ sessionId }) => sessionId === "picture");
  expect(unit && qwen.head(unit, contextOf())).toMatchObject({ cwd: CWD, title: "Che cosa si vede?" });
});
