import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { fc } from "../../../test/fast-check.ts";
import { lyingJson } from "../../../test/lying-json.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading, ReadMark } from "../types.ts";
import { codex } from "./codex.ts";
import { codexLines } from "./codex-lines.ts";
import { CodexRollout } from "./codex-rollout.ts";

const ID = "0199a1b0-1111-7222-8333-4444000000a1";
const FORK = "0199a1b0-1111-7222-8333-4444000000b2";
const DEEPER = "0199a1b0-1111-7222-8333-4444000000c3";
const CWD = "/home/ada/officina";
const FILE = `sessions/2026/09/14/rollout-2026-09-14T10-00-00-${ID}.jsonl`;

describeReader({ reader: codex, sessionId: ID, transcript: `.codex/${FILE}`, shape: "jsonl" });

type Line = Record<string, unknown>;
let count = 0;
const enveloped = (type: string, payload: unknown): Line => ({
  timestamp: new Date(Date.UTC(2026, 8, 14, 8) + ++count * 1000).toISOString(),
  type,
  payload,
});
const meta = (id: string, rest: Line = {}) =>
  enveloped("session_meta", { id, cwd: CWD, timestamp: "2026-09-14T08:00:00.000Z", source: "exec", ...rest });
const message = (role: string, ...texts: string[]) =>
  enveloped("response_item", {
    type: "message",
    role,
    content: texts.map((text) => ({ type: role === "assistant" ? "output_text" : "input_text", text })),
  });
const event = (type: string, rest: Line) => enveloped("event_msg", { type, ...rest });
const turn = (id: string) => enveloped("turn_context", { turn_id: id, cwd: CWD });
const bytesOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const fileOf = (id: string) => `sessions/2026/09/14/rollout-2026-09-14T10-00-00-${id}.jsonl`;

/** A store with these files, by path in Codex's home. */
function store(files: Record<string, readonly Line[] | Buffer | string>) {
  const home = temporaryFolder();
  const pathOf = (name: string) => join(home, ".codex", name);
  const write = (name: string, content: readonly Line[] | Buffer | string) => {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), typeof content === "string" || Buffer.isBuffer(content) ? content : bytesOf(content));
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const context = { env: { HOME: home }, projects: [] };
  const units = () => codex.list(context).units;
  const unit = (sessionId: string) => {
    const found = units().find((one) => one.sessionId === sessionId);
    if (!found) throw new Error(`no session ${sessionId}`);
    return found;
  };
  const read = (sessionId: string, from?: ReadMark | null, touchedFiles = false): Reading => {
    const reading = codex.read(unit(sessionId), context, { ...(from ? { from } : {}), touchedFiles });
    if (!reading) throw new Error("nothing read");
    return reading;
  };
  return { home, context, units, unit, read, write, pathOf };
}

const one = (...lines: Line[]) => store({ [FILE]: lines }).read(ID);
const said = ({ turns }: Reading) => turns.map(({ role, text }) => `${role}: ${text}`);

test("reads a session of today's form, each turn once, by the name it was given", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("codex"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const [unit] = codex.list(context).units;
  const reading = unit && codex.read(unit, context, { touchedFiles: true });
  expect(reading && said(reading)).toEqual([
    "user: Il magazzino non torna con le vendite: da dove cominciamo?",
    "assistant: Comincerei dai movimenti di agosto.",
    "user: sì",
    "assistant: I resi erano contati due volte.",
    "user: sì",
    "assistant: 返品は二重に数えられていました。",
  ]);
  expect(reading).toMatchObject({
    head: { cwd: CWD, title: "Scarto di magazzino", startedAt: "2026-09-14T08:00:00.000Z", forkOf: null },
    touchedFiles: ["giacenze.sql", "resi.md"],
  });
  expect(unit && codex.head(unit, context)?.title).toBe("Scarto di magazzino");
});

describe("what is written twice counts once", () => {
  const user = (text: string) => event("user_message", { message: text, kind: "plain" });
  const agent = (text: string) => event("agent_message", { message: text });

  test("events and items", () => {
    const doubled = [
      meta(ID),
      message("user", "a"),
      user("a"),
      agent("b"),
      message("assistant", "b"),
      user("a"),
      message("user", "a"),
    ];
    expect(said(one(...doubled))).toEqual(["user: a", "assistant: b", "user: a"]);
  });

  test("items alone, where the events' copies are missing", () => {
    expect(said(one(meta(ID), message("user", "a"), message("assistant", "b")))).toEqual(["user: a", "assistant: b"]);
  });

  test("events alone", () => {
    expect(said(one(meta(ID), user("a"), agent("b")))).toEqual(["user: a", "assistant: b"]);
  });

  test("what is in the last event of a task, or in a compaction's copy of the history, is not said again", () => {
    const copy = [{ type: "message", role: "user", content: [{ type: "input_text", text: "a" }] }];
    const compacted = enveloped("compacted", { message: "In breve: i resi.", replacement_history: copy });
    const done = event("task_complete", { last_agent_message: "b" });
    expect(said(one(meta(ID), message("user", "a"), message("assistant", "b"), done, compacted))).toEqual([
      "user: a",
      "assistant: b",
      "summary: In breve: i resi.",
    ]);
  });

  test("both forms of an event, where a version wrote both", () => {
    const completed = (type: string, text: string) =>
      event("item_completed", { item: { type, content: [{ type: "text", text }] } });
    const lines = [
      user("a"),
      completed("UserMessage", "a"),
      completed("AgentMessage", "b"),
      agent("b"),
      user("a"),
      completed("UserMessage", "c"),
    ];
    expect(said(one(meta(ID), ...lines))).toEqual(["user: a", "assistant: b", "user: a", "user: c"]);
  });

  test("a file that a version without events went on with", () => {
    const old = [
      meta(ID),
      message("user", "istruzioni di altri", "a"),
      user("a"),
      message("assistant", "b"),
      message("user", "c"),
      user("c"),
      message("user", "c"),
    ];
    const later = [message("assistant", "d"), message("user", "e"), message("assistant", "f")];
    const whole = ["user: a", "assistant: b", "user: c", "assistant: d", "user: e", "assistant: f"];
    expect(said(one(...old, ...later))).toEqual(whole);
    const { read, pathOf } = store({ [FILE]: old });
    const { mark } = read(ID);
    appendFileSync(pathOf(FILE), bytesOf(later));
    const second = read(ID, mark);
    expect(second).toMatchObject({ appended: true });
    expect(said(second)).toEqual(whole.slice(3));
    appendFileSync(pathOf(FILE), bytesOf([user("g")]));
    expect(read(ID, second.mark)).toMatchObject({ appended: false });
  });

  test("a live file whose first event comes after it was read", () => {
    const { read, pathOf } = store({ [FILE]: [meta(ID), message("user", "istruzioni di altri", "a")] });
    const first = read(ID);
    expect(first.turns).toHaveLength(1);
    appendFileSync(pathOf(FILE), bytesOf([user("a"), message("assistant", "b")]));
    const second = read(ID, first.mark);
    expect(second.appended).toBe(false);
    expect(said(second)).toEqual(["user: a", "assistant: b"]);
    appendFileSync(pathOf(FILE), bytesOf([user("c"), message("user", "c")]));
    expect(read(ID, second.mark)).toMatchObject({ appended: true, turns: [{ seq: 2, text: "c" }] });
  });
});

describe("what the program put before a person's words", () => {
  const rules = "# AGENTS.md instructions for /home/ada/officina\n\n<INSTRUCTIONS>\nregole\n</INSTRUCTIONS>";
  const place = "<environment_context>\n  <cwd>/home/ada/officina</cwd>\n</environment_context>";
  const editor = "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\ncorreggi i resi";

  test.each([
    [rules, null],
    [place, null],
    [`${rules}\n\n${place}\n\ncorreggi i resi`, "correggi i resi"],
    ["<user_instructions>\nx\n</user_instructions>\n\ncorreggi i resi", "correggi i resi"],
    ["<permissions instructions>x</permissions instructions>", null],
    ["<turn_aborted>\ninterrotto\n</turn_aborted>", null],
    ['<codex_internal_context source="goal">x</codex_internal_context>', null],
    ["<subagent_notification>{}</subagent_notification>", null],
    [editor, "correggi i resi"],
    ["<environment_context> senza fine: che cos'è?", "<environment_context> senza fine: che cos'è?"],
    ["perché <skill>x</skill> è qui?", "perché <skill>x</skill> è qui?"],
    ["# AGENTS.md instructions for what?", "# AGENTS.md instructions for what?"],
  ])("%s", (text, words) => {
    const expected = words === null ? [] : [`user: ${words}`];
    expect(said(one(meta(ID), message("user", text)))).toEqual(expected);
  });

  test("in a block of its own", () => {
    expect(said(one(meta(ID), message("user", rules, place, "correggi")))).toEqual(["user: correggi"]);
  });

  test("as newer versions tell it", () => {
    const payload = {
      ...{ type: "message", role: "user" },
      content: [
        { type: "input_text", text: "qualcosa di nuovo" },
        { type: "input_text", text: "correggi" },
      ],
      internal_chat_message_metadata_passthrough: {
        content_item_metadata: [{ provenance: { type: "harness" } }, { provenance: { type: "user" } }],
      },
    };
    expect(said(one(meta(ID), enveloped("response_item", payload)))).toEqual(["user: correggi"]);
  });

  test("and other roles and kinds are not said at all", () => {
    const mail = enveloped("response_item", {
      type: "agent_message",
      role: "assistant",
      content: [{ type: "text", text: "x" }],
    });
    const lines = [
      message("developer", "x"),
      message("system", "x"),
      mail,
      event("user_message", { message: "x", kind: "environment_context" }),
    ];
    expect(one(meta(ID), ...lines).turns).toEqual([]);
  });
});

describe("older forms", () => {
  test("one object a session, flat in the folder", () => {
    const { read } = store({
      [`sessions/rollout-2025-04-20-${ID}.json`]: JSON.stringify({
        session: { id: ID, timestamp: "2025-04-20T10:00:00.000Z", instructions: "" },
        items: [
          { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] },
          { type: "function_call", name: "shell", arguments: "{}" },
          { type: "message", role: "assistant", content: [{ type: "output_text", text: "b" }] },
        ],
      }),
    });
    const reading = read(ID);
    expect(said(reading)).toEqual(["user: a", "assistant: b"]);
    expect(reading).toMatchObject({
      mark: null,
      appended: false,
      head: { title: "a", startedAt: "2025-04-20T10:00:00.000Z" },
    });
  });

  test("lines without envelopes, with the folder told only to the model", () => {
    const bare = (role: string, text: string) => ({ type: "message", role, content: [{ type: "input_text", text }] });
    const place = `<environment_context>\nCurrent working directory: ${CWD}\n</environment_context>`;
    const first = { id: ID, timestamp: "2025-08-01T10:00:00.000Z", instructions: null, git: {} };
    const reading = one(
      first,
      { record_type: "state" },
      bare("user", place),
      bare("user", "a"),
      bare("assistant", "b"),
    );
    expect(said(reading)).toEqual(["user: a", "assistant: b"]);
    expect(reading.head).toMatchObject({ cwd: CWD, startedAt: "2025-08-01T10:00:00.000Z" });
    expect(reading.turns[0]?.ts).toBe("2025-08-01T10:00:00.000Z");
  });

  test("lines that are a role and its words", () => {
    expect(said(one({ type: "user", content: "a" }, { type: "assistant", content: "b" }))).toEqual([
      "user: a",
      "assistant: b",
    ]);
  });
});

describe("compressed files", () => {
  const lines = [meta(ID), message("user", "a"), message("assistant", "b")];

  test("are the same session under the same path", () => {
    const plain = store({ [FILE]: lines });
    const packed = store({ [`${FILE}.zst`]: zstdCompressSync(Buffer.from(bytesOf(lines))) });
    expect(packed.read(ID).turns).toEqual(plain.read(ID).turns);
    expect(packed.read(ID)).toMatchObject({ mark: null, appended: false });
    expect(packed.unit(ID).path).toBe(packed.pathOf(FILE));
    expect(codex.head(packed.unit(ID), packed.context)).toMatchObject({ cwd: CWD, title: "a" });
  });

  test("give way to the plain one beside them", () => {
    const { read, units } = store({
      [FILE]: lines,
      [`${FILE}.zst`]: zstdCompressSync(Buffer.from(bytesOf(lines.slice(0, 2)))),
    });
    expect(units()).toHaveLength(1);
    expect(read(ID).turns).toHaveLength(2);
  });

  test("may change their form between the list and the reading", () => {
    const { unit, pathOf, context } = store({ [FILE]: lines });
    const listed = unit(ID);
    writeFileSync(`${pathOf(FILE)}.zst`, zstdCompressSync(readFileSync(pathOf(FILE))));
    rmSync(pathOf(FILE));
    expect(codex.read(listed, context)?.turns).toHaveLength(2);
    expect(codex.head(listed, context)).toMatchObject({ title: "a" });
  });

  test("that are torn are no session", () => {
    const { unit, context } = store({ [`${FILE}.zst`]: zstdCompressSync(Buffer.from(bytesOf(lines))).subarray(0, 30) });
    expect(codex.read(unit(ID), context)).toBeNull();
  });
});

describe("forks by reference", () => {
  const source = [meta(ID), message("user", "a"), message("assistant", "b")];
  const shared = Buffer.byteLength(bytesOf(source));
  const base = (threadId: string, end: number) => ({
    forked_from_id: threadId,
    history_base: { thread_id: threadId, end_ordinal_exclusive: 3, end_byte_offset: end },
  });
  const fork = [meta(FORK, base(ID, shared)), message("user", "c"), message("assistant", "d")];
  const later = [...source, message("user", "dopo")];

  test("begin with the source's turns, under the keys they have there", () => {
    const { read, unit, context } = store({ [FILE]: later, [fileOf(FORK)]: fork });
    const keys = read(ID).turns.map(({ key }) => key);
    const reading = read(FORK);
    expect(said(reading)).toEqual(["user: a", "assistant: b", "user: c", "assistant: d"]);
    expect(reading.turns.map(({ key }) => key).slice(0, 2)).toEqual(keys.slice(0, 2));
    expect(reading.head).toMatchObject({ forkOf: ID, title: "a" });
    expect(codex.head(unit(FORK), context)?.title).toBe("a");
  });

  test("go on from a mark without their source", () => {
    const { read, pathOf } = store({ [FILE]: later, [fileOf(FORK)]: fork });
    const { mark } = read(FORK);
    appendFileSync(pathOf(fileOf(FORK)), bytesOf([message("user", "e")]));
    expect(read(FORK, mark)).toMatchObject({ appended: true, turns: [{ seq: 4, text: "e" }], head: { title: "a" } });
  });

  test("of forks go back to the first", () => {
    const own = Buffer.byteLength(bytesOf(fork));
    const deeper = [meta(DEEPER, base(FORK, own)), message("user", "e")];
    const { read, context } = store({ [FILE]: source, [fileOf(FORK)]: fork, [fileOf(DEEPER)]: deeper });
    expect(said(read(DEEPER))).toHaveLength(5);
    expect(codex.presence(DEEPER, CWD, context)).toBe("present");
  });

  test("find a source that was archived or compressed, and do without one that is missing", () => {
    const archived = store({ [`archived_sessions/${FILE.split("/").at(-1)}`]: source, [fileOf(FORK)]: fork });
    expect(said(archived.read(FORK))).toHaveLength(4);
    expect(codex.presence(FORK, CWD, archived.context)).toBe("present");
    const packed = store({ [`${FILE}.zst`]: zstdCompressSync(Buffer.from(bytesOf(later))), [fileOf(FORK)]: fork });
    expect(packed.read(FORK).turns).toEqual(archived.read(FORK).turns);
    const alone = store({ [fileOf(FORK)]: fork });
    expect(said(alone.read(FORK))).toEqual(["user: c", "assistant: d"]);
    expect(codex.presence(FORK, CWD, alone.context)).toBe("gone");
  });

  test("that name each other come to an end", () => {
    const { read } = store({ [FILE]: [meta(ID, base(FORK, 9999)), message("user", "a")], [fileOf(FORK)]: fork });
    expect(read(ID).turns.length).toBeGreaterThan(0);
  });
});

describe("forks that copied their source's beginning", () => {
  const source = [
    meta(ID),
    turn("t1"),
    message("user", "a"),
    message("assistant", "b"),
    turn("t2"),
    message("user", "a"),
    message("assistant", "c"),
  ];
  const restamped = source.map((line) => ({ ...line, timestamp: "2026-09-15T09:00:00.000Z" }));
  const copied = [meta(FORK, { forked_from_id: ID }), ...restamped.slice(0, 4)];

  test("share those turns with it, and no more", () => {
    const { read } = store({
      [FILE]: source,
      [fileOf(FORK)]: [...copied, turn("t9"), message("user", "a"), message("assistant", "e")],
    });
    const keys = read(ID).turns.map(({ key }) => key);
    const fork = read(FORK);
    expect(fork.turns.map(({ key }) => keys.includes(key))).toEqual([true, true, false, false]);
    expect(fork.head).toMatchObject({ cwd: CWD, forkOf: ID });
  });

  test("keep them all where the source is missing", () => {
    expect(store({ [fileOf(FORK)]: copied }).read(FORK).turns).toHaveLength(2);
  });

  test("are read whole until something of their own is said", () => {
    const { read, pathOf } = store({ [FILE]: source, [fileOf(FORK)]: copied });
    const first = read(FORK);
    appendFileSync(pathOf(fileOf(FORK)), bytesOf(restamped.slice(4)));
    const second = read(FORK, first.mark);
    expect(second.appended).toBe(false);
    expect(second.turns.map(({ key }) => key)).toEqual(read(ID).turns.map(({ key }) => key));
  });
});

test("sub-agents are sessions below their own; the program's own runs are none", () => {
  const spawned = {
    source: { subagent: { thread_spawn: { parent_thread_id: ID, depth: 1 } } },
    thread_source: "subagent",
  };
  const { read, context, unit } = store({
    [FILE]: [meta(ID), message("user", "a")],
    [fileOf(FORK)]: [meta(FORK, spawned), message("user", "cerca i resi"), message("assistant", "trovati")],
    [fileOf(DEEPER)]: [
      meta(DEEPER, { source: { subagent: { other: "guardian" } }, thread_source: "subagent" }),
      message("user", "x"),
    ],
  });
  expect(read(FORK)).toMatchObject({
    head: { subagentOf: ID },
    turns: [{ text: "cerca i resi" }, { text: "trovati" }],
  });
  expect(codex.head(unit(DEEPER), context)).toBeNull();
  expect(codex.read(unit(DEEPER), context)).toBeNull();
});

describe("the title", () => {
  const lines = [meta(ID), message("user", "il primo prompt\ncon altro")];
  const database = (path: string, rows: [string, string, string, string][]) => {
    mkdirSync(dirname(path), { recursive: true });
    const threads = new DatabaseSync(path);
    threads.exec("CREATE TABLE threads (id TEXT, name TEXT, title TEXT, first_user_message TEXT)");
    for (const row of rows) threads.prepare("INSERT INTO threads VALUES (?, ?, ?, ?)").run(...row);
    threads.close();
  };

  test("is the first prompt's first line", () => {
    expect(one(...lines).head.title).toBe("il primo prompt");
  });

  test("is the name an event gave", () => {
    expect(one(...lines, event("thread_name_updated", { thread_name: "Dal comando" })).head.title).toBe("Dal comando");
  });

  test("is the name in the program's database, but not the prompt that stands there for one", () => {
    const { read, pathOf } = store({ [FILE]: lines });
    database(pathOf("sqlite/state_5.sqlite"), [[ID, "", "il primo prompt", "il primo prompt\ncon altro"]]);
    expect(read(ID).head.title).toBe("il primo prompt");
    database(pathOf("state_6.sqlite"), [[ID, "Nome dato", "altro", ""]]);
    expect(read(ID).head.title).toBe("Nome dato");
  });

  test("is the last one in the list of names, which is a change of the session", () => {
    const { read, unit, write } = store({ [FILE]: lines });
    const before = unit(ID);
    write("session_index.jsonl", [
      { id: ID, thread_name: "Primo", updated_at: "2027-01-01T00:00:00Z" },
      { id: ID, thread_name: "Ultimo", updated_at: "2027-01-02T00:00:00Z" },
    ]);
    expect(read(ID).head.title).toBe("Ultimo");
    expect(unit(ID).mtime).not.toBe(before.mtime);
  });

  test("given anew is a change, whatever time it says and whichever file it stands in", () => {
    const { unit, write, pathOf } = store({ [FILE]: lines });
    const stamp = () => `${unit(ID).size} ${unit(ID).mtime}`;
    const seen = [stamp()];
    for (const name of ["Primo", "Ultimo"]) {
      write("session_index.jsonl", [{ id: ID, thread_name: name, updated_at: "2020-01-01T00:00:00Z" }]);
      seen.push(stamp());
    }
    rmSync(pathOf("session_index.jsonl"));
    database(pathOf("state_6.sqlite"), [[ID, "Nome dato", "altro", ""]]);
    seen.push(stamp());
    expect(new Set(seen).size).toBe(4);
    expect(stamp()).toBe(seen.at(-1));
  });
});

test("an archived session moves and stays the same one, and a launch may ask for it", () => {
  const { read, context, pathOf, unit } = store({ [FILE]: [meta(ID), message("user", "a")] });
  const before = read(ID).turns;
  expect(codex.presence(ID, CWD, context)).toBe("present");
  mkdirSync(pathOf("archived_sessions"));
  renameSync(pathOf(FILE), pathOf(`archived_sessions/rollout-2026-09-14T10-00-00-${ID}.jsonl`));
  expect(read(ID).turns).toEqual(before);
  expect(unit(ID).path).toContain("archived_sessions");
  expect(codex.presence(ID, CWD, context)).toBe("unknown");
});

test("knows whether a session is there for a launch", () => {
  const { context } = store({ [FILE]: [meta(ID)] });
  expect(codex.presence(FORK, CWD, context)).toBe("gone");
  expect(codex.presence(ID, CWD, { env: { HOME: "/nowhere" }, projects: [] })).toBe("unknown");
  expect(
    codex.presence(ID, "/elsewhere", { env: { CODEX_HOME: join(context.env.HOME, ".codex") }, projects: [] }),
  ).toBe("present");
  expect(codex.resumeCommand(ID)).toEqual(["codex", "resume", ID]);
});

test("the first folder is the project's, whatever later turns ran in", () => {
  const elsewhere = enveloped("turn_context", { turn_id: "t", cwd: "/altrove" });
  expect(one(meta(ID, { cwd: undefined }), elsewhere, message("user", "a")).head.cwd).toBe("/altrove");
  expect(one(meta(ID), elsewhere, message("user", "a"), meta(FORK, { cwd: "/copiato" })).head).toMatchObject({
    cwd: CWD,
  });
});

test.each([
  [
    "a patch as a tool's input",
    enveloped("response_item", {
      type: "custom_tool_call",
      name: "apply_patch",
      input: "*** Begin Patch\n*** Add File: a b.md\n+x\n*** End Patch",
    }),
    ["a b.md"],
  ],
  [
    "a patch in JSON",
    enveloped("response_item", {
      type: "function_call",
      name: "apply_patch",
      arguments: JSON.stringify({
        input: "*** Begin Patch\n*** Update File: src/x.ts\n*** Move to: src/y.ts\n*** End Patch",
      }),
    }),
    ["src/x.ts", "src/y.ts"],
  ],
  [
    "a patch in a shell's argument",
    enveloped("response_item", {
      type: "function_call",
      name: "shell",
      arguments: JSON.stringify({
        command: ["bash", "-lc", "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: z.ts\n*** End Patch\nEOF"],
      }),
    }),
    ["z.ts"],
  ],
  [
    "changes that were applied",
    event("patch_apply_end", { success: true, changes: { "/w/a.ts": { update: {} } } }),
    ["/w/a.ts"],
  ],
  [
    "no patch",
    enveloped("response_item", { type: "function_call", name: "shell", arguments: '{"command":["ls"]}' }),
    [],
  ],
])("files that were written: %s", (_what, line, files) => {
  const { read } = store({ [FILE]: [meta(ID), line, message("user", "a")] });
  expect(read(ID, null, true).touchedFiles).toEqual(files);
});

test("no line that says something is passed over unparsed", () => {
  const lines = readFileSync(join(transcriptFixtures("codex"), ".codex", FILE), "utf8")
    .trim()
    .split("\n");
  const more = [
    event("user_message", { message: "a" }),
    event("agent_message", { message: "b" }),
    { type: "user", content: "c" },
  ];
  fc.assert(
    fc.property(lyingJson([...lines, ...more.map((line) => JSON.stringify(line))]), (lied) => {
      for (const line of lied) {
        const entry: unknown = line === "" ? null : JSON.parse(line);
        if (typeof entry !== "object" || entry === null || Array.isArray(entry)) continue;
        const reversed = JSON.stringify(Object.fromEntries(Object.entries(entry).reverse()));
        const rollout = new CodexRollout("x");
        rollout.take(entry as Line, 0);
        if (rollout.turns.length === 0 && rollout.state.name === null) continue;
        for (const text of [line, reversed]) {
          const bytes = Buffer.from(text);
          expect({ text, passes: codexLines(false)(bytes, 0, bytes.length) }).toEqual({ text, passes: true });
        }
      }
    }),
    { numRuns: 200 },
  );
}, 120_000);
