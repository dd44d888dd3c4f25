import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { describeReader } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { hermes } from "./hermes.ts";

const START = 1785015600.25;
const CWD = "/srv/lavoro/vela";

const MESSAGES = `CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,
  content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, finish_reason TEXT`;
const OLDER = `${MESSAGES});
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model TEXT, model_config TEXT, title TEXT,
    parent_session_id TEXT, started_at REAL, ended_at REAL, message_count INTEGER);`;
const NEWER = `${MESSAGES}, active INTEGER DEFAULT 1, compacted INTEGER DEFAULT 0);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model_config TEXT, cwd TEXT, title TEXT,
    parent_session_id TEXT, started_at REAL, ended_at REAL);`;

function open(home: string, tables: string, path = ".hermes/state.db"): DatabaseSync {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; ${tables}`);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

let second = 0;
function say(
  database: DatabaseSync,
  session: string,
  role: string,
  content: string | null,
  more: Record<string, string | number> = {},
) {
  const values = { session_id: session, role, content, timestamp: START + ++second, ...more };
  const names = Object.keys(values);
  database
    .prepare(`INSERT INTO messages (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .run(...Object.values(values));
}

function lay(home: string) {
  const database = open(home, OLDER);
  database
    .prepare("INSERT INTO sessions VALUES ('S1', 'cli', 'm', ?, 'Sailing', NULL, ?, NULL, 5)")
    .run(JSON.stringify({ cwd: CWD }), START);
  say(database, "S1", "system", "NOT-SAID");
  say(database, "S1", "user", "[SYSTEM: The user has invoked the skill NOT-SAID]");
  say(database, "S1", "user", "Why does it heel?\nÈ già troppo.");
  const calls = [{ id: "c", function: { name: "write_file", arguments: '{"path":"sail.ts","content":"NOT-SAID"}' } }];
  say(database, "S1", "assistant", "", { tool_calls: JSON.stringify(calls) });
  say(database, "S1", "tool", "NOT-SAID", { tool_call_id: "c", tool_name: "write_file" });
  say(database, "S1", "assistant", "The keel is light.");
  say(
    database,
    "S1",
    "user",
    `\0json:${JSON.stringify([{ type: "text", text: "sì, 帆を直して" }, { type: "image_url" }])}`,
  );
  say(database, "S1", "assistant", "Done ✅.");
  say(database, "S1", "user", "[CONTEXT COMPACTION] The keel was light.");
  database.close();
}

describeReader({ reader: hermes, lay, sessionId: "S1", transcript: null, shape: null });

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const context = () => ({ env: { HOME: home }, projects: [] });
const unitOf = (id: string) => hermes.list(context()).units.find(({ sessionId }) => sessionId === id);

function read(id: string): Reading {
  const unit = unitOf(id);
  const reading = unit && hermes.read(unit, context(), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is not there`);
  return reading;
}
const said = (id: string) => read(id).turns.map(({ role, text }) => [role, text]);

test("messages with text are read, the parts of those that have more; preambles and tools are not", () => {
  lay(home);
  expect(said("S1")).toEqual([
    ["user", "Why does it heel?\nÈ già troppo."],
    ["assistant", "The keel is light."],
    ["user", "sì, 帆を直して"],
    ["assistant", "Done ✅."],
    ["summary", "[CONTEXT COMPACTION] The keel was light."],
  ]);
  expect(read("S1").head).toMatchObject({ cwd: CWD, title: "Sailing", startedAt: "2026-07-25T21:40:00.250Z" });
  expect(read("S1").touchedFiles).toEqual(["sail.ts"]);
});

test("what was taken back is left out, what a summary replaced is kept", () => {
  const database = open(home, NEWER);
  database
    .prepare(
      "INSERT INTO sessions (id, source, cwd, parent_session_id, started_at) VALUES ('S2', 'subagent', ?, 'S1', ?)",
    )
    .run(CWD, START);
  say(database, "S2", "user", "replaced by a summary", { active: 0, compacted: 1 });
  say(database, "S2", "user", "taken back", { active: 0 });
  say(database, "S2", "assistant", "stays");
  expect(said("S2")).toEqual([
    ["user", "replaced by a summary"],
    ["assistant", "stays"],
  ]);
  expect(read("S2").head).toMatchObject({ cwd: CWD, title: "replaced by a summary", subagentOf: "S1" });
});

test("a message, a message taken back or a title changes its session and no other, while the program is on", () => {
  const database = open(home, NEWER);
  database.exec("INSERT INTO sessions (id) VALUES ('S1'), ('S2')");
  say(database, "S1", "user", "one");
  say(database, "S2", "user", "two");
  const still = unitOf("S2");
  const seen = [unitOf("S1")];
  const notices = (act: () => void) => {
    act();
    expect(seen).not.toContainEqual(unitOf("S1"));
    seen.push(unitOf("S1"));
  };
  notices(() => say(database, "S1", "assistant", "answer"));
  notices(() => database.exec("UPDATE messages SET active = 0 WHERE session_id = 'S1' AND role = 'assistant'"));
  notices(() => database.exec("UPDATE sessions SET title = 'Named' WHERE id = 'S1'"));
  expect(unitOf("S2")).toEqual(still);
});

test("a store without sessions' own table is read; a profile's sessions are resumed in the profile", () => {
  const database = open(home, `${MESSAGES})`, ".hermes/profiles/architect/state.db");
  say(database, "S3", "user", "in a profile");
  expect(read("S3").head).toMatchObject({ cwd: null, title: "in a profile" });
  expect(hermes.resumeCommand("S3")).toEqual(["hermes", "-p", "architect", "--resume", "S3"]);
  expect(hermes.resumeCommand("S1")).toEqual(["hermes", "--resume", "S1"]);
  expect(["S3", "S1"].map((id) => hermes.presence(id, CWD, context()))).toEqual(["present", "gone"]);
});

test("the home can be elsewhere, and a store that can't be read is told", () => {
  lay(home);
  const elsewhere = { env: { HOME: temporaryFolder(), HERMES_HOME: join(home, ".hermes") }, projects: [] };
  expect(hermes.list(elsewhere).units).toHaveLength(1);
  mkdirSync(join(home, ".hermes/profiles/broken"), { recursive: true });
  writeFileSync(join(home, ".hermes/profiles/broken/state.db"), "no database ".repeat(100));
  const { units, failures } = hermes.list(context());
  expect([units.length, failures.map(({ detail }) => detail)]).toEqual([1, ["file is not a database"]]);
});
