import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { pi } from "./pi.ts";
import { listPiFolder, readPiFile } from "./pi-file.ts";

const FOLDER = ".pi/agent/sessions/--srv-lavoro-orologio_due.v2--";
const MAIN = "2026-10-05T08-00-01-037Z_orologio-1.jsonl";
const FORK = "01999999-aaaa-7bbb-8ccc-000000000002";
const OLD = "11111111-2222-4333-8444-555555555555";
const CWD = "/srv/lavoro/orologio_due.v2";

describeReader({ reader: pi, sessionId: "orologio-1", transcript: `${FOLDER}/${MAIN}`, shape: "jsonl" });

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  cpSync(transcriptFixtures("pi"), home, { recursive: true });
});

const contextOf = (env: Record<string, string> = {}) => ({ env: { HOME: home, ...env }, projects: [] });

function read(sessionId: string, options?: { touchedFiles: boolean }): Reading {
  const unit = pi.list(contextOf()).units.find((one) => one.sessionId === sessionId);
  const reading = unit && pi.read(unit, contextOf(), options);
  if (!reading) throw new Error(`${sessionId} is not there`);
  return reading;
}
const said = (reading: Reading) => reading.turns.map(({ role, text }) => [role, text]);

test("prose and summaries are read, in the order of the file; nothing else is", () => {
  const reading = read("orologio-1");
  expect(said(reading)).toEqual([
    ["user", "Why does the clock drift after suspend?\nIt is è già tardi."],
    ["assistant", "I look at the timer first."],
    ["assistant", "The monotonic clock stops while suspended."],
    ["user", "sì"],
    ["assistant", "Then CLOCK_BOOTTIME it is.\n\nDone ✅ 👩‍💻"],
    ["summary", "## Goal\nStop the drift of the clock."],
    ["summary", "Tried NTP on another branch, left it."],
    ["user", "verifica anche il fuso orario"],
    ["assistant", "東京のタイムゾーンも確認しました。"],
  ]);
  expect(JSON.stringify(reading.turns)).not.toContain("NOT-SAID");
  expect(reading.turns[0]?.ts).toBe("2026-10-05T08:00:02.074Z");
});

test("the head is the header's, titled by the name the user gave or the first thing asked", () => {
  expect(read("orologio-1").head).toEqual({
    sessionId: "orologio-1",
    cwd: CWD,
    title: "Why does the clock drift after suspend?",
    startedAt: "2026-10-05T08:00:01.037Z",
    forkOf: null,
    subagentOf: null,
  });
  expect(read(FORK).head).toMatchObject({ title: "Orologio, altra via", forkOf: "orologio-1" });
});

test("a name that is taken back gives the title back to the first question", () => {
  appendFileSync(
    join(home, FOLDER, MAIN),
    '{"type":"session_info","name":"Named"}\n{"type":"session_info","name":""}\n',
  );
  expect(read("orologio-1").head.title).toBe("Why does the clock drift after suspend?");
});

test("a fork's copied turns have the keys of the turns they copy, its own do not", () => {
  const original = new Set(read("orologio-1").turns.map(({ key }) => key));
  const shared = read(FORK).turns.map(({ key }) => original.has(key));
  expect(shared).toEqual([true, true, true, true, true, false, false]);
});

test("the oldest format has no ids, an empty folder, and its parent's path under another name", () => {
  const reading = read(OLD);
  expect(said(reading)).toEqual([
    ["user", "old format question"],
    ["assistant", "old format answer"],
    ["summary", "old format summary"],
  ]);
  expect(reading.head).toMatchObject({ cwd: null, forkOf: "00000000-2222-4333-8444-555555555555" });
});

test("files that Pi's tools wrote are told when asked for, newest last", () => {
  expect(read("orologio-1").touchedFiles).toBeUndefined();
  expect(read("orologio-1", { touchedFiles: true }).touchedFiles).toEqual(["src/clock.ts", `${CWD}/docs/clock.md`]);
});

test("files given on the command line stand before the prompt and are no prose", () => {
  const message = { role: "user", content: '<file name="/srv/a.ts">\nNOT-SAID\n</file>\n<b>what</b> is this?' };
  appendFileSync(join(home, FOLDER, MAIN), `${JSON.stringify({ type: "message", id: "0c", message })}\n`);
  expect(read("orologio-1").turns.at(-1)).toMatchObject({
    text: "<b>what</b> is this?",
    ts: "2026-10-05T08:00:44.628Z",
  });
});

test("the agent's folder and the sessions' own can be elsewhere", () => {
  renameSync(join(home, ".pi/agent"), join(home, "elsewhere"));
  const ids = (env: Record<string, string>) =>
    pi
      .list(contextOf(env))
      .units.map(({ sessionId }) => sessionId)
      .sort();
  expect(ids({})).toEqual([]);
  expect(ids({ PI_CODING_AGENT_DIR: "~/elsewhere" })).toEqual([FORK, OLD, "orologio-1"]);
  const flat = join(home, "elsewhere/sessions/--srv-lavoro-altro--");
  expect(ids({ PI_CODING_AGENT_SESSION_DIR: flat })).toEqual([OLD]);
  expect(pi.presence("other", CWD, contextOf({ PI_CODING_AGENT_SESSION_DIR: flat }))).toBe("gone");
});

test("a session is gone only where the folder it would lie in is there without it", () => {
  const presence = (id: string, cwd: string) => pi.presence(id, cwd, contextOf());
  expect(presence("orologio-1", CWD)).toBe("present");
  expect(presence("orologio-1", "/somewhere/else")).toBe("present");
  rmSync(join(home, FOLDER, MAIN));
  expect(presence("orologio-1", CWD)).toBe("gone");
  expect(presence("orologio-1", "/somewhere/else")).toBe("unknown");
});

test("a folder of session files can be read by itself", () => {
  const folder = join(home, "flat");
  mkdirSync(folder);
  cpSync(join(home, FOLDER, MAIN), join(folder, "mine.jsonl"));
  writeFileSync(join(folder, "notes.txt"), "");
  const { units, failures } = listPiFolder(folder);
  expect([units.map(({ sessionId }) => sessionId), failures]).toEqual([["mine"], []]);
  expect(units[0] && readPiFile(units[0])?.head.sessionId).toBe("orologio-1");
});
