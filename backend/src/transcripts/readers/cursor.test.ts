import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { cursor } from "./cursor.ts";

const CHAT = "aaaaaaaa-1111-4222-8333-000000000001";
const TRANSCRIPTS = ".cursor/projects/srv-lavoro-molo-v2/agent-transcripts";
const CWD = "/srv/lavoro/molo.v2";
const USER = ".config/Cursor/User";
const COMPOSER = "bbbbbbbb-1111-4222-8333-000000000001";
const START = 1784278800000;

describeReader({ reader: cursor, sessionId: CHAT, transcript: `${TRANSCRIPTS}/${CHAT}/${CHAT}.jsonl`, shape: "jsonl" });
describe("in the editor", () => {
  describeReader({ reader: cursor, lay: layEditor, sessionId: COMPOSER, transcript: null, shape: null });
});

function database(path: string, tables: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const opened = new DatabaseSync(path);
  opened.exec(`PRAGMA journal_mode = WAL; ${tables}`);
  onTestFinished(() => {
    if (opened.isOpen) opened.close();
  });
  return opened;
}

/** The key-value tables of the editor's databases; the values are JSON, as text or as bytes. */
function editorDatabase(path: string, values: Record<string, unknown>, items: Record<string, unknown> = {}) {
  const opened = database(
    path,
    `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
     CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);`,
  );
  const put = (table: string, key: string, value: unknown) =>
    opened.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run(key, Buffer.from(JSON.stringify(value)));
  for (const [key, value] of Object.entries(values)) put("cursorDiskKV", key, value);
  for (const [key, value] of Object.entries(items)) put("ItemTable", key, value);
  return opened;
}

function composer(id: string, name: string | null, bubbles: Record<string, unknown>[]): Record<string, unknown> {
  const headers = bubbles.map(({ type }, index) => ({ bubbleId: `b${index}`, type }));
  return {
    [`composerData:${id}`]: {
      composerId: id,
      name,
      createdAt: START,
      lastUpdatedAt: START + 9000,
      fullConversationHeadersOnly: [...headers, { bubbleId: "missing", type: 2 }],
    },
    ...Object.fromEntries(bubbles.map((bubble, index) => [`bubbleId:${id}:b${index}`, bubble])),
  };
}

const rich = JSON.stringify({
  root: {
    type: "root",
    children: [{ type: "paragraph", children: [{ type: "text", text: "rich " }, { text: "text" }] }],
  },
});
const TALK = [
  { type: 1, text: "Why is this stale?", createdAt: "2026-07-17T09:00:01.000Z", workspaceProjectDir: CWD },
  { type: 2, text: "", thinking: { text: "NOT-SAID" } },
  {
    type: 2,
    text: "",
    toolFormerData: { name: "edit_file_v2", rawArgs: '{"target_file":"a.ts"}', result: "NOT-SAID" },
  },
  { type: 2, rawText: "The key omits the locale.", timestamp: START + 5000 },
  { type: "1", richText: rich },
  { type: 2, text: "Yes." },
];

function layEditor(home: string) {
  editorDatabase(join(home, USER, "globalStorage/state.vscdb"), composer(COMPOSER, "Fix the cache", TALK)).close();
}

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const contextOf = (projects: string[] = [], env: Record<string, string> = {}) => ({
  env: { HOME: home, ...env },
  projects,
});

function read(id: string, projects: string[] = []): Reading {
  const unit = cursor.list(contextOf(projects)).units.find(({ sessionId }) => sessionId === id);
  const reading = unit && cursor.read(unit, contextOf(projects), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is not there`);
  expect(cursor.head(unit, contextOf(projects))).toEqual(reading.head);
  return reading;
}
const said = (id: string) => read(id).turns.map(({ role, text }) => [role, text]);

describe("cursor-agent", () => {
  beforeEach(() => cpSync(transcriptFixtures("cursor"), home, { recursive: true }));

  test("what was typed is read without what stands around it, at the time that stands before it", () => {
    expect(said(CHAT)).toEqual([
      ["user", "Why does the pier creak?\nÈ già vecchio."],
      ["assistant", "I look at the bolts."],
      ["assistant", "Two are loose."],
      ["user", "sì, 桟橋を直して"],
      ["assistant", "Done ✅."],
    ]);
    expect(JSON.stringify(read(CHAT))).not.toContain("NOT-SAID");
    expect(read(CHAT).turns.map(({ ts }) => ts?.slice(11, 16))).toEqual(["10:06", "10:06", "10:06", "10:30", "10:30"]);
    expect(read(CHAT).touchedFiles).toEqual([`${CWD}/bolts.ts`]);
    expect(read(CHAT).head).toMatchObject({ cwd: CWD, title: "Why does the pier creak?", subagentOf: null });
  });

  test("a sub-agent's transcript names the chat above it; older ones lie beside the folders", () => {
    expect(read("aaaaaaaa-1111-4222-8333-000000000002").head.subagentOf).toBe(CHAT);
    expect(said("aaaaaaaa-1111-4222-8333-000000000003")).toHaveLength(2);
  });

  test("the folder is taken from the chat, from the log, or from the project that could be called so", () => {
    const chats = join(home, ".cursor/chats");
    rmSync(join(chats, readdirSync(chats)[0] ?? "", CHAT, "meta.json"));
    expect(read(CHAT).head.cwd).toBeNull();
    expect(read(CHAT, ["/srv/else", CWD]).head.cwd).toBe(CWD);
    rmSync(chats, { recursive: true });
    expect(read(CHAT, ["/srv/lavoro/molo/v2"]).head.cwd).toBe("/srv/lavoro/molo/v2");
    writeFileSync(join(home, dirname(TRANSCRIPTS), "worker.log"), "[info] start workspacePath=/srv/told by the log\n");
    expect(read(CHAT).head.cwd).toBe("/srv/told by the log");
  });

  test("a chat without a transcript is read from its database, which also has the title", () => {
    const id = "aaaaaaaa-1111-4222-8333-000000000009";
    const folder = createHash("md5").update(CWD).digest("hex");
    const store = database(
      join(home, ".cursor/chats", folder, id, "store.db"),
      "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);",
    );
    const blob = (data: Buffer) => {
      const hash = createHash("sha256").update(data).digest();
      store.prepare("INSERT INTO blobs VALUES (?, ?)").run(hash.toString("hex"), data);
      return hash;
    };
    const messages = [
      { role: "system", content: "NOT-SAID" },
      { role: "user", content: [{ type: "text", text: "<user_query>Only in the store</user_query>" }] },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "NOT-SAID" },
          { type: "text", text: "Read." },
        ],
      },
      { role: "tool", content: [{ type: "tool-result", result: "NOT-SAID" }] },
    ].map((message) => blob(Buffer.from(JSON.stringify(message))));
    const root = blob(
      Buffer.concat([...messages.flatMap((hash) => [Buffer.from([0x0a, 32]), hash]), Buffer.from([0x12, 0])]),
    );
    const meta = { agentId: id, name: "A named chat", createdAt: START, latestRootBlobId: root.toString("hex") };
    store.prepare("INSERT INTO meta VALUES ('0', ?)").run(Buffer.from(JSON.stringify(meta)).toString("hex"));
    expect(said(id)).toEqual([
      ["user", "Only in the store"],
      ["assistant", "Read."],
    ]);
    expect(read(id, [CWD]).head).toMatchObject({
      cwd: CWD,
      title: "A named chat",
      startedAt: "2026-07-17T09:00:00.000Z",
    });
  });

  test("a chat is resumed where it was started", () => {
    expect(cursor.presence(CHAT, CWD, contextOf())).toBe("present");
    expect(cursor.presence("other", CWD, contextOf())).toBe("gone");
    expect(cursor.presence(CHAT, "/elsewhere", contextOf())).toBe("unknown");
    expect(cursor.resumeCommand(CHAT)).toEqual(["cursor-agent", "--resume", CHAT]);
  });

  test("its folder can be elsewhere", () => {
    renameSync(join(home, ".cursor"), join(home, "moved"));
    expect(cursor.list(contextOf()).units).toEqual([]);
    expect(cursor.list(contextOf([], { CURSOR_CONFIG_DIR: join(home, "moved") })).units).toHaveLength(3);
  });
});

describe("the editor", () => {
  const TEXTS = [
    ["user", "Why is this stale?"],
    ["assistant", "The key omits the locale."],
    ["user", "rich text"],
    ["assistant", "Yes."],
  ];

  test("messages are read in the order the conversation lists them, whatever field they are in", () => {
    layEditor(home);
    expect(said(COMPOSER)).toEqual(TEXTS);
    expect(read(COMPOSER).head).toMatchObject({
      cwd: CWD,
      title: "Fix the cache",
      startedAt: "2026-07-17T09:00:00.000Z",
    });
    expect(read(COMPOSER).turns.map(({ ts }) => ts?.slice(17, 19))).toEqual(["01", "05", "05", "05"]);
    expect(read(COMPOSER).touchedFiles).toEqual(["a.ts"]);
    expect(cursor.resumeCommand(COMPOSER)).toBeNull();
  });

  test("the copy in a workspace's database counts once, and tells the folder that the messages don't", () => {
    const bare = TALK.map(({ workspaceProjectDir: _, ...bubble }) => bubble);
    editorDatabase(join(home, USER, "globalStorage/state.vscdb"), composer(COMPOSER, null, bare));
    const workspace = join(home, USER, "workspaceStorage/0123abcd");
    editorDatabase(join(workspace, "state.vscdb"), composer(COMPOSER, "Older copy", bare.slice(0, 1)), {
      "composer.composerData": { allComposers: [{ composerId: COMPOSER }] },
    });
    writeFileSync(join(workspace, "workspace.json"), JSON.stringify({ folder: "file:///srv/lavoro/molo%20nuovo" }));
    expect(cursor.list(contextOf()).units).toHaveLength(1);
    expect(said(COMPOSER)).toEqual(TEXTS);
    expect(read(COMPOSER).head).toMatchObject({ cwd: "/srv/lavoro/molo nuovo", title: "Why is this stale?" });
  });

  test("older forms: messages inside the conversation, and the chats of a workspace", () => {
    editorDatabase(join(home, USER, "globalStorage/state.vscdb"), {
      "composerData:c1": {
        createdAt: START,
        conversation: [
          { type: 1, text: "inside" },
          { type: 2, text: "it" },
        ],
      },
    });
    const workspace = join(home, USER, "workspaceStorage/0123abcd");
    const tab = {
      tabId: "t1",
      chatTitle: "Tab",
      lastSendTime: START,
      bubbles: [
        { type: "user", text: "asked" },
        { type: "ai", rawText: "told" },
      ],
    };
    editorDatabase(
      join(workspace, "state.vscdb"),
      {},
      { "workbench.panel.aichat.view.aichat.chatdata": { tabs: [tab] } },
    );
    writeFileSync(
      join(workspace, "workspace.json"),
      JSON.stringify({ folder: "vscode-remote://ssh-remote%2Bhost/srv/far" }),
    );
    expect(said("c1")).toEqual([
      ["user", "inside"],
      ["assistant", "it"],
    ]);
    expect(said("t1")).toEqual([
      ["user", "asked"],
      ["assistant", "told"],
    ]);
    expect(read("t1").head).toMatchObject({ cwd: "/srv/far", title: "Tab" });
  });

  test("only the conversation that changed has changed, while the editor has the database open", () => {
    const opened = editorDatabase(join(home, USER, "globalStorage/state.vscdb"), {
      ...composer(COMPOSER, "One", TALK),
      ...composer("bbbbbbbb-1111-4222-8333-000000000002", "Two", TALK),
    });
    const before = cursor.list(contextOf()).units;
    opened.prepare("INSERT INTO cursorDiskKV VALUES (?, '{\"type\":2}')").run(`bubbleId:${COMPOSER}:b9`);
    const after = cursor.list(contextOf()).units;
    expect(after.filter((unit, index) => unit.size !== before[index]?.size).map(({ sessionId }) => sessionId)).toEqual([
      COMPOSER,
    ]);
  });

  test("of many conversations the one that only says another time has changed", () => {
    const ids = Array.from({ length: 100 }, (_, index) => `bbbbbbbb-1111-4222-8333-${String(index).padStart(12, "0")}`);
    const opened = editorDatabase(
      join(home, USER, "globalStorage/state.vscdb"),
      Object.assign({}, ...ids.map((id) => composer(id, "One", TALK.slice(0, 1)))),
    );
    const times = () => cursor.list(contextOf()).units.map(({ mtime }) => mtime - START);
    expect(new Set(times())).toEqual(new Set([9000]));
    const later = `replace(CAST(value AS TEXT), '${START + 9000}', '${START + 9001}')`;
    opened.exec(`UPDATE cursorDiskKV SET value = ${later} WHERE key = 'composerData:${ids[0]}'`);
    expect(times().filter((time) => time === 9001)).toHaveLength(1);
  });

  test("malformed values are passed over", () => {
    const opened = editorDatabase(join(home, USER, "globalStorage/state.vscdb"), composer(COMPOSER, "One", TALK));
    opened.exec(`INSERT INTO cursorDiskKV VALUES ('composerData:torn', '{"name":'), ('composerData:null', NULL);
      UPDATE cursorDiskKV SET value = 'null' WHERE key = 'bubbleId:${COMPOSER}:b3'`);
    const { units, failures } = cursor.list(contextOf());
    expect(failures).toEqual([]);
    expect(units.map((unit) => cursor.read(unit, contextOf())?.turns.length ?? 0).sort()).toContain(3);
  });
});
