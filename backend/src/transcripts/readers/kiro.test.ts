import { cpSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { kiro } from "./kiro.ts";

const CLI = "dddddddd-1111-4222-8333-000000000001";
const EDITOR = "sess_dddddddd-1111-4222-8333-000000000002";
const OLD_EDITOR = "dddddddd-1111-4222-8333-000000000003";
const SESSIONS = ".kiro/sessions";
const DATABASE = ".local/share/kiro-cli/data.sqlite3";
const CWD = "/srv/lavoro/forno";
const START = 1785571200000;

describeReader({ reader: kiro, sessionId: CLI, transcript: `${SESSIONS}/cli/${CLI}.jsonl`, shape: "jsonl" });
describe("in the database", () => {
  describeReader({
    reader: kiro,
    lay: (to) => void layDatabase(to),
    sessionId: "conversation-1",
    transcript: null,
    shape: null,
  });
});

const exchange = (prompt: string | null, answer: string, second: number) => ({
  user: {
    content: prompt === null ? { ToolUseResults: { results: "NOT-SAID" } } : { Prompt: { prompt } },
    timestamp: prompt === null ? null : new Date(START + second * 1000).toISOString(),
    env_context: { env_state: { current_working_directory: CWD } },
  },
  assistant: answer
    ? { Response: { message_id: `m${second}`, content: answer } }
    : { ToolUse: { message_id: `m${second}`, content: "", tool_uses: [{ args: "NOT-SAID" }] } },
  request_metadata: { stream_end_timestamp_ms: START + second * 1000 + 500 },
});
const HISTORY = [exchange("Why so hot?", "", 1), exchange(null, "The fan is off.", 2), exchange("sì", "Done.", 3)];

function layDatabase(home: string): DatabaseSync {
  const path = join(home, DATABASE);
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  database.exec(`CREATE TABLE conversations (key TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE conversations_v2 (key TEXT, conversation_id TEXT, value TEXT, created_at INTEGER, updated_at INTEGER,
      PRIMARY KEY (key, conversation_id))`);
  const put = (key: string, id: string, history: unknown[], updated: number) =>
    database
      .prepare("INSERT INTO conversations_v2 VALUES (?, ?, ?, ?, ?)")
      .run(key, id, JSON.stringify({ conversation_id: id, history, latest_summary: null }), START, updated);
  put("/srv/elsewhere", "conversation-1", HISTORY.slice(0, 1), START + 1);
  put(CWD, "conversation-1", HISTORY, START + 9);
  database
    .prepare("INSERT INTO conversations VALUES (?, ?)")
    .run(
      "/srv/older",
      JSON.stringify({ history: [exchange("From the older table", "Yes.", 1)], latest_summary: ["In short.", {}] }),
    );
  return database;
}

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  cpSync(transcriptFixtures("kiro"), home, { recursive: true });
});

const context = () => ({ env: { HOME: home }, projects: [] });
const unitOf = (id: string) => kiro.list(context()).units.find(({ sessionId }) => sessionId === id);

function read(id: string): Reading {
  const unit = unitOf(id);
  const reading = unit && kiro.read(unit, context(), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is not there`);
  expect(JSON.stringify(reading)).not.toContain("NOT-SAID");
  return reading;
}
const said = (id: string) => read(id).turns.map(({ role, text }) => [role, text]);

test("a session of the command line: an answer's pieces are one, and a prompt has the time", () => {
  expect(said(CLI)).toEqual([
    ["user", "Why does the kiln crack?\nÈ già la seconda volta."],
    ["assistant", "I look at the log."],
    ["assistant", "It cools too fast."],
    ["user", "sì, 窯を直して"],
    ["assistant", "Done ✅."],
  ]);
  expect(read(CLI).turns.map(({ ts }) => ts?.slice(14, 21))).toEqual([
    "00:00.0",
    "00:00.0",
    "00:00.0",
    "01:00.5",
    "01:00.5",
  ]);
  expect(read(CLI).head).toMatchObject({ cwd: CWD, title: "The kiln cracks", startedAt: "2026-08-01T07:59:59.500Z" });
  expect(read(CLI).touchedFiles).toEqual([`${CWD}/log.md`]);
});

test("a session of the editor, in its words and those of before", () => {
  expect(said(EDITOR)).toEqual([
    ["user", "The migration leaves the column empty"],
    ["assistant", "The backfill ran too late."],
    ["user", "In the words of before"],
  ]);
  expect(read(EDITOR).head).toMatchObject({ cwd: `${CWD}/db`, title: "Column left empty" });
  expect(read(EDITOR).touchedFiles).toEqual(["db/schema.sql"]);
});

test("a session of the older editor, with the answer that only its log has", () => {
  expect(said(OLD_EDITOR)).toEqual([
    ["user", "Asked in the old editor"],
    ["assistant", "What was really answered."],
  ]);
  expect(read(OLD_EDITOR).head).toMatchObject({ cwd: CWD, title: "Old editor" });
});

test("what is only in the database is read, of copies under several folders the newest, and the table before", () => {
  layDatabase(home);
  expect(said("conversation-1")).toEqual([
    ["user", "Why so hot?"],
    ["assistant", "The fan is off."],
    ["user", "sì"],
    ["assistant", "Done."],
  ]);
  expect(read("conversation-1").head).toMatchObject({ cwd: CWD, title: "Why so hot?" });
  expect(said("folder:/srv/older")).toEqual([
    ["user", "From the older table"],
    ["assistant", "Yes."],
    ["summary", "In short."],
  ]);
});

test("the database outranks the files, and only the conversation that changed has changed", () => {
  const database = layDatabase(home);
  const older = unitOf("folder:/srv/older");
  database.exec(
    `UPDATE conversations_v2 SET conversation_id = '${CLI}', updated_at = updated_at + 1 WHERE key = '${CWD}'`,
  );
  expect(said(CLI)[0]).toEqual(["user", "Why so hot?"]);
  expect(unitOf("folder:/srv/older")).toEqual(older);
});

test("what lies beside a session changes it", () => {
  const before = unitOf(CLI);
  const later = new Date((before?.mtime ?? 0) + 60_000);
  utimesSync(join(home, SESSIONS, "cli", `${CLI}.json`), later, later);
  expect(unitOf(CLI)).not.toEqual(before);
});

test("only the command line resumes, what is in its files or its database", () => {
  layDatabase(home);
  expect(kiro.presence(CLI, CWD, context())).toBe("present");
  expect(kiro.presence("conversation-1", CWD, context())).toBe("present");
  rmSync(join(home, SESSIONS, "cli", `${CLI}.jsonl`));
  expect(kiro.presence(CLI, CWD, context())).toBe("gone");
  expect(kiro.resumeCommand(CLI)).toEqual(["kiro-cli", "chat", "--resume-id", CLI]);
  expect(kiro.resumeCommand(EDITOR)).toBeNull();
});
