import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeReader } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { gemini } from "./gemini.ts";
import { hashOf } from "./gemini-projects.ts";

const ID = "6f1c2a90-5511-4c0a-9d35-0a1b2c3d4e5f";
const CWD = "/home/ada/officina";
const NAME = "session-2026-09-14T08-00-6f1c2a90";

const subject = { reader: gemini, sessionId: ID, transcript: `.gemini/tmp/officina/chats/${NAME}.jsonl` };
describeReader({ ...subject, shape: "jsonl" });
// The older form, in the same place.
describeReader({
  reader: gemini,
  sessionId: ID,
  transcript: `.gemini/tmp/${hashOf(CWD)}/chats/${NAME}.json`,
  shape: "json",
  projects: () => [CWD],
  lay(home) {
    const file = join(home, `.gemini/tmp/${hashOf(CWD)}/chats/${NAME}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ ...meta, messages: [user("1", "a"), model("2", "b"), user("3", "c"), model("4", "d")] }),
    );
  },
});

type Line = Record<string, unknown>;
const meta = { sessionId: ID, projectHash: hashOf(CWD), startTime: "2026-09-14T08:00:00.000Z" };
const user = (id: string, content: unknown, rest: Line = {}): Line => ({ id, type: "user", content, ...rest });
const model = (id: string, content: unknown, rest: Line = {}): Line => ({ id, type: "gemini", content, ...rest });

/** A store with these files, by path in Gemini's folder. */
function store(files: Record<string, unknown>, projects: string[] = []) {
  const home = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, ".gemini", name);
    mkdirSync(dirname(path), { recursive: true });
    const text = typeof content === "string" ? content : name.endsWith("l") ? lines(content) : JSON.stringify(content);
    writeFileSync(path, text);
  }
  const context = { env: { HOME: home }, projects };
  const units = () => gemini.list(context).units;
  const read = (sessionId = ID): Reading => {
    const unit = units().find((one) => one.sessionId === sessionId);
    const reading = unit && gemini.read(unit, context, { touchedFiles: true });
    if (!reading) throw new Error(`nothing read of ${sessionId}`);
    return reading;
  };
  return { context, units, read };
}

const lines = (content: unknown) => (content as unknown[]).map((line) => `${JSON.stringify(line)}\n`).join("");
const log = (...entries: Line[]) => store({ [`tmp/officina/chats/${NAME}.jsonl`]: [meta, ...entries] }).read();
const said = ({ turns }: Reading) => turns.map(({ role, text }) => `${role}: ${text}`);

describe("the log of changes", () => {
  test("a message that is written again is the last one, in its first place and of its first time", () => {
    const first = model("2", "prima", { timestamp: "2026-09-14T08:00:02.000Z" });
    const again = model("2", "poi", {
      timestamp: "2026-09-14T09:00:00.000Z",
      toolCalls: [{ name: "replace", args: { file_path: "a.ts" } }],
    });
    const reading = log(user("1", "a"), first, user("3", "c"), again);
    expect(said(reading)).toEqual(["user: a", "assistant: poi", "user: c"]);
    expect(reading.turns[1]?.ts).toBe("2026-09-14T08:00:02.000Z");
    expect(reading.touchedFiles).toEqual(["a.ts"]);
  });

  test("the whole list may be set, and messages follow it", () => {
    expect(
      said(log(user("1", "via"), { $set: { messages: [user("2", "a"), model("3", "b")] } }, user("4", "c"))),
    ).toEqual(["user: a", "assistant: b", "user: c"]);
  });

  test("the end may be taken back, and all of it by a message that is unknown", () => {
    expect(said(log(user("1", "a"), user("2", "b"), model("3", "c"), { $rewindTo: "2" }, user("4", "d")))).toEqual([
      "user: a",
      "user: d",
    ]);
    expect(said(log(user("1", "a"), { $rewindTo: "9" }, user("4", "d")))).toEqual(["user: d"]);
  });

  test("a summary is the title, else the first prompt", () => {
    expect(log(user("1", "/clear"), user("2", "la prima\nriga")).head.title).toBe("la prima");
    expect(log(user("1", "a"), { $set: { summary: "Riassunto" } }).head.title).toBe("Riassunto");
  });
});

test.each([
  [
    "text parts, thoughts and calls aside",
    model("1", [{ text: "p", thought: true }, { text: "a" }, { functionCall: {} }, "b"]),
    ["assistant: a\n\nb"],
  ],
  ["a single part", user("1", { text: "a" }), ["user: a"]],
  ["the old name of the model", { id: "1", type: "model", content: "a" }, ["assistant: a"]],
  ["what was shown of a prompt", user("1", "a con il file allegato", { displayContent: "a" }), ["user: a"]],
  ["a command with words", user("1", "/memory ricorda i resi"), ["user: /memory ricorda i resi"]],
  ["a joiner that the program takes out of emoji", model("1", "👩💻 fatto"), ["assistant: 👩💻 fatto"]],
  ["no context", user("1", "<session_context>\nalbero\n</session_context>"), []],
  ["no hook's words", user("1", "<hook_context>x</hook_context>"), []],
  ["no first record of the program's own", user("0".repeat(32), "Today's date is …"), []],
  ["no command", user("1", "/chat"), []],
  ["no help", user("1", "?"), []],
  ["no answer of a tool", user("1", [{ functionResponse: { response: { output: "x" } } }]), []],
  ["no notice", { id: "1", type: "info", content: "x" }, []],
  ["no error", { id: "1", type: "error", content: "x" }, []],
])("%s", (_what, message, expected) => {
  expect(said(log(message))).toEqual(expected);
});

test("of a session in both forms the log counts", () => {
  const { units, read } = store({
    [`tmp/officina/chats/${NAME}.json`]: { ...meta, messages: [user("1", "a")] },
    [`tmp/officina/chats/${NAME}.jsonl`]: [meta, { $set: { messages: [user("1", "a"), model("2", "b")] } }],
  });
  expect(units()).toHaveLength(1);
  expect(said(read())).toEqual(["user: a", "assistant: b"]);
});

test("a log that holds nothing yet doesn't hide the old form", () => {
  const { read } = store({
    [`tmp/officina/chats/${NAME}.json`]: { ...meta, messages: [user("1", "a")] },
    [`tmp/officina/chats/${NAME}.jsonl`]: "",
  });
  expect(said(read())).toEqual(["user: a"]);
});

test("a session whose first line is of megabytes is one", () => {
  const log = [{ ...meta, kind: "main", directories: ["x".repeat(2 << 20)] }, user("1", "a question of some length")];
  const { units, context } = store({ [`tmp/${hashOf(CWD)}/chats/session-2026-09-14T08-00-long.jsonl`]: log }, [CWD]);
  const [unit] = units();
  expect(unit && gemini.head(unit, context)).toMatchObject({ sessionId: ID, cwd: CWD });
});

test("two sessions whose ids begin alike are two", () => {
  const other = { ...meta, sessionId: "6f1c2a90-ffff-4c0a-9d35-0a1b2c3d4e5f" };
  const { units } = store({
    [`tmp/officina/chats/${NAME}.jsonl`]: [meta, user("1", "a")],
    "tmp/officina/chats/session-2026-09-14T08-01-6f1c2a90.jsonl": [other, user("1", "b")],
  });
  expect(new Set(units().map(({ sessionId }) => sessionId)).size).toBe(2);
});

test("leftovers and other files are no sessions", () => {
  const { units } = store({
    [`tmp/officina/chats/${NAME}.jsonl.tmp-123`]: "x",
    [`tmp/officina/chats/${NAME}.json.unreadable-1`]: "x",
    "tmp/officina/logs.json": [],
    [`tmp/bin/chats/${NAME}.jsonl`]: [meta],
  });
  expect(units()).toEqual([]);
});

test("a sub-agent's session is below its parent", () => {
  const { read } = store({
    [`tmp/officina/chats/${NAME}.jsonl`]: [meta, user("1", "a")],
    [`tmp/officina/chats/${ID}/sub1.jsonl`]: [
      { ...meta, sessionId: "sub1", kind: "subagent" },
      user("1", "cerca"),
      model("2", "trovato"),
    ],
  });
  expect(read("sub1")).toMatchObject({ head: { subagentOf: ID }, turns: [{ text: "cerca" }, { text: "trovato" }] });
  expect(read().head.subagentOf).toBeNull();
});

describe("the folder", () => {
  const session = [meta, user("1", "a")];

  test.each([
    ["by the list of projects", { "projects.json": { projects: { [CWD]: "officina" } } }, "officina", [], CWD],
    ["by the note in the folder", { "tmp/officina/.project_root": `${CWD}\n` }, "officina", [], CWD],
    ["by the hash it is called by, of a project that is asked about", {}, hashOf(CWD), [CWD], CWD],
    [
      "by the hash it is called by, of one in the list",
      { "projects.json": { projects: { [CWD]: "x" } } },
      hashOf(CWD),
      [],
      CWD,
    ],
    ["by the hash the session has recorded", {}, "officina", ["/elsewhere", CWD], CWD],
    ["by the note with what undoes changes", { "history/officina/.project_root": CWD }, "officina", [], CWD],
    ["never by its name", {}, "officina", ["/elsewhere/officina"], null],
  ])("%s", (_what, files, name, projects, cwd) => {
    const { read, units, context } = store({ ...files, [`tmp/${name}/chats/${NAME}.jsonl`]: session }, projects);
    expect(read().head.cwd).toBe(cwd);
    expect(units().map((unit) => gemini.head(unit, context)?.cwd)).toEqual([cwd]);
  });

  test.each([
    ["by what its model was told, where that has the hash", CWD, CWD],
    ["not by what has another hash", "/home/ada/altrove", null],
  ])("%s", (_what, told, cwd) => {
    const context = (text: string) => [
      meta,
      { $set: { messages: [user("0".repeat(32), [{ text }])] } },
      user("1", "a"),
    ];
    const list = `<session_context>\n- **Workspace Directories:**\n  - /home/ada/aggiunta\n  - ${told}\n- **More:**\n`;
    for (const text of [list, `<session_context>\nI'm currently working in the directory: ${told}\n`]) {
      const { read, units, context: asked } = store({ [`tmp/officina/chats/${NAME}.jsonl`]: context(text) });
      expect(read().head.cwd).toBe(cwd);
      expect(units().map((unit) => gemini.head(unit, asked)?.cwd)).toEqual([cwd]);
      expect(said(read())).toEqual(["user: a"]);
    }
  });

  test("a launch in it finds its own sessions only", () => {
    const { context } = store({
      "projects.json": { projects: { [CWD]: "officina", "/other": "other", "/never": "never" } },
      [`tmp/officina/chats/${NAME}.jsonl`]: session,
      "tmp/other/chats/session-x.jsonl": [{ ...meta, sessionId: "x" }],
    });
    expect(gemini.presence(ID, CWD, context)).toBe("present");
    expect(gemini.presence(ID, "/other", context)).toBe("gone");
    expect(gemini.presence(ID, "/never", context)).toBe("unknown");
    expect(gemini.presence(ID, "/nowhere", context)).toBe("unknown");
    expect(gemini.resumeCommand(ID)).toEqual(["gemini", "--resume", ID]);
  });
});

test("GEMINI_CLI_HOME takes the home's place", () => {
  const { context } = store({ [`tmp/officina/chats/${NAME}.jsonl`]: [meta, user("1", "a")] });
  const env = { HOME: "/nowhere", GEMINI_CLI_HOME: context.env.HOME };
  expect(gemini.list({ env, projects: [] }).units).toHaveLength(1);
});
