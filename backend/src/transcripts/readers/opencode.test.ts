import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { opencode } from "./opencode.ts";

const DATA = ".local/share/opencode";
const PROJECT = "b1946ac92492d2347c6235b4d2611184aabbccdd";
const IN_FILES = "ses_5f0000000001abcdefghijklmn";
const CWD = "/srv/lavoro/mulino";
const START = 1761900000000;

/** The tables as each generation of the program makes them, by what is read of them. */
const FIRST = `
  CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL);
  CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, slug TEXT NOT NULL,
    directory TEXT NOT NULL, title TEXT NOT NULL, version TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, time_archived INTEGER);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX part_message_id_id_idx ON part (message_id, id);
  INSERT INTO project VALUES ('global', '/'), ('p1', '${CWD}');`;
const SECOND = `
  CREATE TABLE session_v2 (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, fork_session_id TEXT,
    slug TEXT NOT NULL, directory TEXT NOT NULL, path TEXT, title TEXT, version TEXT NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, time_archived INTEGER);
  CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, type TEXT NOT NULL, seq INTEGER NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);`;

type Said = ["user" | "assistant", ...unknown[]];

class Store {
  readonly path: string;
  readonly database: DatabaseSync;
  #count = 0;

  constructor(home: string, name = "opencode.db", tables = FIRST + SECOND) {
    this.path = join(home, DATA, name);
    mkdirSync(dirname(this.path), { recursive: true });
    this.database = new DatabaseSync(this.path);
    this.database.exec(`PRAGMA journal_mode = WAL;${tables}`);
    onTestFinished(() => this.close());
  }

  close() {
    if (this.database.isOpen) this.database.close();
  }

  session(id: string, title: string, { directory = CWD, parent = null as string | null, at = START } = {}) {
    this.database
      .prepare("INSERT INTO session VALUES (?, 'p1', ?, 'slug', ?, ?, '1.18.0', ?, ?, NULL)")
      .run(id, parent, directory, title, at, at);
  }

  /** A message of text parts, or of other ones given whole. */
  say(session: string, [role, ...parts]: Said, info: object = {}) {
    const n = ++this.#count;
    const id = `msg_${String(n).padStart(6, "0")}`;
    const time = START + n * 1000;
    this.database
      .prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?)")
      .run(id, session, time, time, JSON.stringify({ role, time: { created: time }, ...info }));
    for (const [index, part] of parts.entries())
      this.database
        .prepare("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)")
        .run(
          `prt_${String(n).padStart(6, "0")}_${index}`,
          id,
          session,
          time,
          time,
          JSON.stringify(typeof part === "string" ? { type: "text", text: part } : part),
        );
    return id;
  }

  second(id: string, title: string | null, said: [type: string, data: unknown][], fork: string | null = null) {
    this.database
      .prepare("INSERT INTO session_v2 VALUES (?, 'p1', NULL, ?, 'slug', ?, '', ?, '2.0.14', ?, ?, NULL)")
      .run(id, fork, CWD.slice(1), title, START, START);
    for (const [index, [type, data]] of said.entries())
      this.database
        .prepare("INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)")
        .run(`${id}-${index}`, id, type, index * 3, START + index, START + index, JSON.stringify(data));
  }
}

function layDatabase(home: string) {
  const store = new Store(home);
  store.session("ses_db", "Wind and sails");
  store.say("ses_db", ["user", '"Why does it turn \\"slowly\\"?\nSee below."']);
  store.say("ses_db", [
    "assistant",
    { type: "reasoning", text: "NOT-SAID" },
    "The sails are reefed.",
    "I let them out.",
  ]);
  store.say("ses_db", ["user", "sì"]);
  store.say("ses_db", ["assistant", "Done."]);
  store.close();
}

describeReader({
  reader: opencode,
  sessionId: IN_FILES,
  transcript: `${DATA}/storage/session/${PROJECT}/${IN_FILES}.json`,
  shape: "json",
});
describe("in a database", () => {
  describeReader({ reader: opencode, lay: layDatabase, sessionId: "ses_db", transcript: null, shape: null });
});

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const contextOf = (env: Record<string, string> = {}) => ({ env: { HOME: home, ...env }, projects: [] });
const unitOf = (id: string) => {
  const unit = opencode.list(contextOf()).units.find(({ sessionId }) => sessionId === id);
  if (!unit) throw new Error(`${id} is not there`);
  return unit;
};
function read(id: string): Reading {
  const reading = opencode.read(unitOf(id), contextOf(), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is no session`);
  return reading;
}
const said = (id: string) => read(id).turns.map(({ role, text }) => [role, text]);
const keys = (id: string) => read(id).turns.map(({ key }) => key);

describe("files of the time before the database", () => {
  beforeEach(() => cpSync(transcriptFixtures("opencode"), home, { recursive: true }));

  test("text is read, and what was compacted; a run's prompt without its quotes", () => {
    expect(said(IN_FILES)).toEqual([
      ["user", 'Perché il mulino gira "piano"?\nÈ già controvento.'],
      ["assistant", "The sails are reefed.\n\nI let them out."],
      ["user", "sì, 風車を直して"],
      ["assistant", "Done."],
      ["summary", "## Summary\nThe sails were reefed."],
    ]);
    expect(JSON.stringify(read(IN_FILES))).not.toContain("NOT-SAID");
    expect(read(IN_FILES).head).toMatchObject({ cwd: "/srv/lavoro/mulino/pale", title: "Mulino: perché gira piano" });
    expect(read(IN_FILES).touchedFiles).toEqual(["/srv/lavoro/mulino/pale/vele.ts", "/srv/lavoro/mulino/pale/note.md"]);
  });

  test("a title that says nothing gives way to the question; no folder is better than the file system's root", () => {
    expect(read("ses_5f0000000002abcdefghijklmn").head).toMatchObject({
      cwd: null,
      title: "Explore the sails for me, please.",
      subagentOf: IN_FILES,
    });
  });

  test("the first releases' files are read too", () => {
    expect(said("ses_0000000000old0000000000000")).toEqual([
      ["user", "Asked in the first release."],
      ["assistant", "Answered in the first release."],
    ]);
  });

  test("a message that grows changes its session, though the session's file does not", () => {
    const before = unitOf(IN_FILES);
    const folder = join(home, DATA, "storage/message", IN_FILES);
    const later = new Date(before.mtime + 60_000);
    utimesSync(join(folder, readdirSync(folder).at(-1) ?? ""), later, later);
    expect(unitOf(IN_FILES).mtime).toBeGreaterThan(before.mtime);
  });

  test("a session that the migration left behind is read beside those in the database, one that moved from there", () => {
    const store = new Store(home);
    store.session("ses_new", "New");
    store.say("ses_new", ["user", "only in the database"]);
    store.session(IN_FILES, "Left without messages");
    expect(said(IN_FILES)).toHaveLength(5);
    store.say(IN_FILES, ["user", "now it has moved"]);
    expect(said(IN_FILES)).toEqual([["user", "now it has moved"]]);
    expect(said("ses_new")).toEqual([["user", "only in the database"]]);
  });

  test("folders that lead elsewhere are not entered", () => {
    const moved = temporaryFolder();
    const folder = join(home, DATA, "storage/message", IN_FILES);
    cpSync(folder, moved, { recursive: true });
    rmSync(folder, { recursive: true });
    symlinkSync(moved, folder);
    expect(read(IN_FILES).turns).toEqual([]);
  });
});

describe("the database", () => {
  test("text parts are read while the program writes; synthetic and ignored ones, reasoning and tools are not", () => {
    const store = new Store(home);
    store.session("ses_1", "Sails", { directory: `${CWD}/pale` });
    store.say("ses_1", ["user", "Why so slow?", { type: "text", text: "NOT-SAID", synthetic: true }]);
    store.say("ses_1", [
      "assistant",
      { type: "reasoning", text: "NOT-SAID" },
      "Reefed.",
      {
        type: "tool",
        tool: "write",
        state: { input: { filePath: "/srv/a.ts", content: "NOT-SAID" }, output: "NOT-SAID" },
      },
      { type: "patch", files: ["/srv/b.ts", "/srv/a.ts"] },
      { type: "text", text: "NOT-SAID", ignored: true },
      { type: "text", text: 7 },
    ]);
    store.say("ses_1", ["user", { type: "compaction", auto: true }]);
    store.say("ses_1", ["assistant", "All about sails."], { summary: true });
    store.say("ses_1", ["user", '"a \\"b\\""', "plain", '"one" two "three"'], { summary: { title: "NOT-SAID" } });
    expect(said("ses_1")).toEqual([
      ["user", "Why so slow?"],
      ["assistant", "Reefed."],
      ["summary", "All about sails."],
      ["user", 'a "b"\n\nplain\n\n"one" two "three"'],
    ]);
    expect(read("ses_1").head.cwd).toBe(`${CWD}/pale`);
    expect(read("ses_1").touchedFiles).toEqual(["/srv/b.ts", "/srv/a.ts"]);
    expect(read("ses_1").turns[0]?.ts).toBe("2025-10-31T08:40:01.000Z");
  });

  test("only the session that changed has changed, whatever changed in it", () => {
    const store = new Store(home);
    store.session("ses_1", "One");
    store.session("ses_2", "Two");
    store.say("ses_2", ["user", "stays"]);
    const message = store.say("ses_1", ["user", "grows"]);
    const still = unitOf("ses_2");
    const seen = [unitOf("ses_1")];
    const notices = (sql: string) => {
      store.database.exec(sql);
      const now = unitOf("ses_1");
      expect(seen).not.toContainEqual(now);
      seen.push(now);
    };
    notices(
      `UPDATE part SET data = '{"type":"text","text":"grown"}', time_updated = 5 WHERE message_id = '${message}'`,
    );
    notices(`UPDATE message SET time_updated = time_updated + 1 WHERE id = '${message}'`);
    notices("UPDATE session SET title = 'Renamed', time_updated = time_updated + 900000 WHERE id = 'ses_1'");
    notices(`DELETE FROM part WHERE message_id = '${message}'`);
    expect(unitOf("ses_2")).toEqual(still);
  });

  test("malformed rows are passed over", () => {
    const store = new Store(home);
    store.session("ses_1", "One");
    store.say("ses_1", ["user", "sound"]);
    store.database.exec(`INSERT INTO message VALUES ('m', 'ses_1', 1, 1, '{"role":');
      INSERT INTO part VALUES ('p1', 'm', 'ses_1', 1, 1, '{"type":"text","text":"x"}'), ('p2', 'msg_000001', 'ses_1', 1, 1, 'x')`);
    expect(said("ses_1")).toEqual([["user", "sound"]]);
  });

  test("a fork's copies have the keys of what they copy, through forks of forks; what came after, its own", () => {
    const store = new Store(home);
    const talk: Said[] = [
      ["user", "Why so slow?"],
      ["assistant", "Reefed."],
      ["user", "And now?"],
    ];
    const tell = (id: string, title: string, turns: Said[]) => {
      store.session(id, title);
      for (const turn of turns) store.say(id, turn);
    };
    tell("ses_other", "🦉 Sails", [["user", "Something else"]]);
    tell("ses_1", "🦉 Sails", talk);
    tell("ses_2", "🦉 Sails (fork #1)", [...talk.slice(0, 2), ["user", "Another way?"]]);
    tell("ses_3", "🦉 Sails (fork #2)", [...talk.slice(0, 2), ["user", "Another way?"], ["assistant", "Yes."]]);
    tell("ses_alone", "Mills (fork #1)", talk);
    expect(["ses_1", "ses_2", "ses_3", "ses_alone"].map((id) => read(id).head.forkOf)).toEqual([
      null,
      "ses_1",
      "ses_2",
      null,
    ]);
    expect(keys("ses_2").slice(0, 2)).toEqual(keys("ses_1").slice(0, 2));
    expect(keys("ses_2")[2]).not.toBe(keys("ses_1")[2]);
    expect(keys("ses_3").slice(0, 3)).toEqual(keys("ses_2"));
    expect(opencode.head(unitOf("ses_3"), contextOf())).toEqual(read("ses_3").head);
  });

  test("tables without the columns of later releases, and times as text", () => {
    const store = new Store(
      home,
      "opencode-stable.db",
      `CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, time_created, time_updated);
       CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created, data TEXT);
       CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, data TEXT);
       INSERT INTO session VALUES ('ses_1', '${CWD}', '2026-07-17T09:00:00Z', '2026-07-17T09:00:02Z');
       INSERT INTO message VALUES ('m', 'ses_1', 1784278801000, '{"role":"user","time":{"created":"2026-07-17T09:00:01Z"}}');
       INSERT INTO part VALUES ('p', 'm', '{"type":"text","text":"few columns"}');`,
    );
    store.close();
    expect(read("ses_1")).toMatchObject({
      head: { cwd: CWD, startedAt: "2026-07-17T09:00:00.000Z" },
      turns: [{ text: "few columns", ts: "2026-07-17T09:00:01.000Z" }],
    });
    expect(unitOf("ses_1").mtime).toBe(Date.parse("2026-07-17T09:00:02Z"));
  });

  test("nothing is written beside it", () => {
    layDatabase(home);
    said("ses_db");
    expect(readdirSync(join(home, DATA))).toEqual(["opencode.db"]);
  });
});

describe("the second generation of tables", () => {
  const TALK: [string, unknown][] = [
    ["agent-switched", { agent: "build" }],
    ["user", { text: "Why so slow?", files: [{ name: "NOT-SAID" }] }],
    ["synthetic", { text: "NOT-SAID" }],
    [
      "assistant",
      {
        content: [
          { type: "reasoning", text: "NOT-SAID" },
          { type: "text", text: "Reefed." },
          {
            type: "tool",
            id: "c",
            name: "edit",
            state: { status: "completed", input: { path: "src/a.ts" }, content: [] },
          },
          { type: "text", text: "Let out." },
        ],
      },
    ],
    ["shell", { command: "NOT-SAID" }],
    ["compaction", { status: "completed", summary: "All about sails.", recent: "NOT-SAID" }],
    ["from-the-future", { text: "NOT-SAID" }],
  ];

  test("is read beside the first, and preferred for what has moved", () => {
    const store = new Store(home);
    store.session("ses_old", "Stays");
    store.say("ses_old", ["user", "not moved"]);
    store.session("ses_1", "Moved");
    store.say("ses_1", ["user", "frozen"]);
    store.second("ses_1", null, TALK);
    store.second("ses_2", "Only here", TALK.slice(0, 2), "ses_1");
    expect(said("ses_old")).toEqual([["user", "not moved"]]);
    expect(said("ses_1")).toEqual([
      ["user", "Why so slow?"],
      ["assistant", "Reefed.\n\nLet out."],
      ["summary", "All about sails."],
    ]);
    expect(read("ses_1").touchedFiles).toEqual(["src/a.ts"]);
    expect(read("ses_2").head).toMatchObject({ cwd: CWD, title: "Only here", forkOf: "ses_1" });
    expect(keys("ses_2")).toEqual(keys("ses_1").slice(0, 1));
  });

  test("is read where the first is not there, or has no titles to tell forks by", () => {
    const columns = "id TEXT PRIMARY KEY, directory TEXT, time_created, time_updated";
    for (const first of ["", `CREATE TABLE session (${columns});`]) {
      const store = new Store(home, "opencode.db", first + SECOND);
      store.second("ses_1", "Alone (fork #1)", TALK);
      expect(said("ses_1")).toHaveLength(3);
      expect(opencode.list(contextOf()).failures).toEqual([]);
      store.close();
      rmSync(store.path);
    }
  });

  test("a row that is rewritten in place changes its session", () => {
    const store = new Store(home);
    store.second("ses_1", "One", TALK);
    const before = unitOf("ses_1");
    store.database.exec("UPDATE session_message SET time_updated = time_updated - 1 WHERE type = 'assistant'");
    expect(unitOf("ses_1")).not.toEqual(before);
  });
});

test("the data folder can be elsewhere, and hold a database by any channel's name", () => {
  const store = new Store(home, "opencode-beta.db");
  store.session("ses_1", "One");
  store.close();
  const env = { HOME: temporaryFolder(), XDG_DATA_HOME: join(home, ".local/share") };
  expect(opencode.list({ env, projects: [] }).units).toHaveLength(1);
});

test("a database that can't be read is told, and what else there is, read", () => {
  cpSync(transcriptFixtures("opencode"), home, { recursive: true });
  writeFileSync(join(home, DATA, "opencode.db"), "no database ".repeat(100));
  const { units, failures } = opencode.list(contextOf());
  expect(units).toHaveLength(3);
  expect(failures).toEqual([{ path: join(home, DATA, "opencode.db"), detail: "file is not a database" }]);
  expect(opencode.presence("ses_x", CWD, contextOf())).toBe("unknown");
});

test("an empty database is one without sessions", () => {
  mkdirSync(join(home, DATA), { recursive: true });
  writeFileSync(join(home, DATA, "opencode.db"), "");
  expect(opencode.list(contextOf())).toEqual({ units: [], failures: [] });
  expect(opencode.presence("ses_x", CWD, contextOf())).toBe("gone");
});
