import { appendFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading, ReadMark } from "../types.ts";
import { claude } from "./claude.ts";
import { claudeSlug } from "./claude-slug.ts";

const ID = "5d0e7c1a-3b52-4f0e-9a61-2c7f1d9b4e01";
const CWD = "/home/ada/officina";

describeReader({
  reader: claude,
  sessionId: ID,
  transcript: `.claude/projects/-home-ada-officina/${ID}.jsonl`,
  shape: "jsonl",
});

type Line = Record<string, unknown>;
const text = (said: string) => ({ type: "text", text: said });
let count = 0;
const line = (type: string, rest: Line): Line => ({
  type,
  uuid: `u-${++count}`,
  timestamp: new Date(Date.UTC(2026, 8, 14, 8) + count * 1000).toISOString(),
  sessionId: ID,
  cwd: CWD,
  ...rest,
});
const user = (content: unknown, rest: Line = {}) => line("user", { message: { role: "user", content }, ...rest });
const answer = (content: unknown, rest: Line = {}, id?: string) =>
  line("assistant", { message: { ...(id ? { id } : {}), role: "assistant", content }, ...rest });
const queued = (prompt: unknown, attachment: Line = {}, rest: Line = {}) =>
  line("attachment", { attachment: { type: "queued_command", commandMode: "prompt", prompt, ...attachment }, ...rest });

/** A store with these sessions, by path in the projects folder. */
function store(files: Record<string, readonly (Line | string)[]>, env: Record<string, string> = {}) {
  const home = temporaryFolder();
  const pathOf = (name: string) => join(home, ".claude", "projects", name);
  const write = (name: string, lines: readonly (Line | string)[], append = false) => {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    const bytes = lines.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join("");
    (append ? appendFileSync : writeFileSync)(pathOf(name), bytes);
  };
  for (const [name, lines] of Object.entries(files)) write(name, lines);
  const context = { env: { HOME: home, ...env }, projects: [] };
  const units = () => claude.list(context).units;
  const unit = (sessionId: string) => {
    const found = units().find((one) => one.sessionId === sessionId);
    if (!found) throw new Error(`no session ${sessionId}`);
    return found;
  };
  const read = (sessionId: string, from?: ReadMark | null, touchedFiles = false): Reading => {
    const reading = claude.read(unit(sessionId), context, { ...(from ? { from } : {}), touchedFiles });
    if (!reading) throw new Error("nothing read");
    return reading;
  };
  return { home, context, units, unit, read, write };
}

const one = (...lines: (Line | string)[]) => {
  const { read } = store({ [`-home-ada-officina/${ID}.jsonl`]: lines });
  return read(ID);
};
const said = ({ turns }: Reading) => turns.map(({ role, text: words }) => `${role}: ${words}`);

test("reads a session: prompts, queued ones, answers and compactions, and nothing else", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("claude"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const unit = claude.list(context).units.find(({ sessionId }) => sessionId === ID);
  const reading = unit && claude.read(unit, context, { touchedFiles: true });
  expect(reading && said(reading)).toEqual([
    "user: Il magazzino non torna con le vendite: da dove cominciamo?",
    "assistant: Comincerei dai movimenti di agosto: è lì che lo scarto nasce.",
    "user: guarda anche i resi, per favore",
    "assistant: I resi spiegano metà dello scarto: sono contati due volte.",
    "user: Sì, correggi il conteggio con SQLite",
    "assistant: Fatto: ora il totale torna.",
    "summary: This session is being continued from a previous conversation that ran out of context.\nIl conteggio dei resi è stato corretto.",
    "user: 在庫の差異は返品の二重計上が原因ですか",
    "assistant: はい、返品が二回数えられていました。",
  ]);
  expect(reading).toMatchObject({
    head: { cwd: CWD, title: "Scarto di magazzino", startedAt: "2026-09-14T08:00:01.001Z", subagentOf: null },
    touchedFiles: ["/home/ada/officina/giacenze.sql", "/home/ada/officina/resi.md"],
  });
});

test("a sub-agent's transcript is a session below its own, also from a workflow, also in the old place", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("claude"), home, { recursive: true });
  const old = join(home, ".claude/projects/-home-ada-officina/agent-old1.jsonl");
  const aside = { isSidechain: true, agentId: "old1" };
  writeFileSync(
    old,
    `${JSON.stringify(user("compito", aside))}\n${JSON.stringify(answer([text("trovato")], aside))}\n`,
  );
  const context = { env: { HOME: home }, projects: [] };
  const { units } = claude.list(context);
  const parents = units.map((unit) => [unit.sessionId, claude.head(unit, context)?.subagentOf]);
  expect(Object.fromEntries(parents)).toEqual({
    [ID]: null,
    "agent-7be01c": ID,
    "agent-90aa": ID,
    "agent-old1": ID,
  });
  const found = units.find(({ sessionId }) => sessionId === "agent-old1");
  expect(found && claude.read(found, context)?.turns).toHaveLength(2);
  expect(claude.resumeCommand("agent-7be01c")).toBeNull();
});

describe("what is not said", () => {
  test.each([
    ["a skill's text", user("la base di un'abilità", { isMeta: true })],
    ["an aside in the main file", user("compito per un altro", { isSidechain: true })],
    ["an error of the service", answer([text("API Error: 529")], { isApiErrorMessage: true })],
    [
      "the program in the agent's place",
      line("assistant", { message: { model: "<synthetic>", content: [text("No response requested.")] } }),
    ],
    [
      "the request as it was sent",
      { type: "api-request-blob", message: { role: "user", content: [text("la domanda ripetuta")] } },
    ],
    ["a queue's note", { type: "queue-operation", operation: "enqueue", content: "la domanda in coda" }],
    [
      "a machine's queued command",
      queued("<task-notification>x</task-notification>", { commandMode: "task-notification" }),
    ],
    ["a queued command from a task", queued("il compito è finito", { origin: { kind: "task-notification" } })],
    [
      "a notification under a person's mode",
      queued("<task-notification>\n<status>completed</status>\n</task-notification>"),
    ],
    [
      "thinking, calls, results, images",
      answer([
        { type: "thinking", thinking: "t" },
        { type: "tool_use", input: {} },
      ]),
    ],
    ["a result with a text block of its own", user([{ type: "tool_result", content: [text("uscita")] }])],
    ["a local command", user("<command-name>/clear</command-name>\n<command-args></command-args>")],
    ["its output", user("<local-command-stdout>fatto</local-command-stdout>")],
    ["a caveat", user("Caveat: The messages below were generated by the user while running local commands. x")],
    ["a shell line", user("<bash-input>ls</bash-input>")],
    ["its output", user("<bash-stdout>a\nb</bash-stdout><bash-stderr></bash-stderr>")],
    ["an interruption", user([text("[Request interrupted by user for tool use]")])],
    ["a hook's words", user("Stop hook feedback:\nmancano i test")],
    ["a reminder alone", user("<system-reminder>\nricorda\n</system-reminder>")],
    ["an opened file alone", user("<ide_opened_file>x.ts</ide_opened_file>")],
    ["a warm-up", user("Warmup")],
    ["blanks", user("  \n")],
  ])("%s", (_what, entry) => {
    expect(one(entry).turns).toEqual([]);
  });
});

test.each([
  [
    "reminders before a prompt",
    "<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>\nfallo ora",
    "fallo ora",
  ],
  [
    "reminders after a prompt",
    "fallo ora\n\n<system-reminder>\na <b>\n</system-reminder>\n<system-reminder>b</system-reminder>\n",
    "fallo ora",
  ],
  ["an editor's selection before a prompt", '<ide_selection file="x">riga</ide_selection>perché?', "perché?"],
  [
    "a slash command with words",
    "<command-message>rivedi</command-message>\n<command-name>/rivedi</command-name>\n<command-args>il conto dei resi</command-args>",
    "/rivedi il conto dei resi",
  ],
  [
    "a prompt that speaks of a reminder",
    "che cos'è <system-reminder>questo</system-reminder>?",
    "che cos'è <system-reminder>questo</system-reminder>?",
  ],
  ["a sentence that begins like a machine's", "Warmup la cache prima", "Warmup la cache prima"],
])("keeps the person's words: %s", (_what, written, words) => {
  expect(said(one(user(written)))).toEqual([`user: ${words}`]);
  expect(said(one(user([text(written)])))).toEqual([`user: ${words}`]);
  expect(said(one(queued(written)))).toEqual([`user: ${words}`]);
});

test("content may be a string, bare strings, or blocks with an image before the words", () => {
  const image = { type: "image", source: { type: "base64", data: "iVBOR" } };
  expect(said(one(user("uno"), user(["due"]), user([image, text("tre")]), queued([image, text("quattro")])))).toEqual([
    "user: uno",
    "user: due",
    "user: tre",
    "user: quattro",
  ]);
});

test("an old compaction without its flag, and the recap after an absence, are summaries", () => {
  const old = "This session is being continued from a previous conversation that ran out of context. Resi.";
  const recap = line("system", { subtype: "away_summary", content: "Mentre eri via ho corretto i resi." });
  expect(said(one(user(old), recap))).toEqual([`summary: ${old}`, "summary: Mentre eri via ho corretto i resi."]);
});

test("an entry that stands twice in a file counts once", () => {
  const lines = [user("domanda"), answer([text("risposta")])];
  expect(said(one(...lines, ...lines, user("domanda")))).toEqual([
    "user: domanda",
    "assistant: risposta",
    "user: domanda",
  ]);
});

test("a response written block by block, or as far as it has come, is said once", () => {
  const blocks = (...texts: string[]) => answer(texts.map(text), {}, "msg_1");
  expect(said(one(blocks("Comincio."), blocks("Poi misuro."), answer([text("Altro.")], {}, "msg_2")))).toEqual([
    "assistant: Comincio.",
    "assistant: Poi misuro.",
    "assistant: Altro.",
  ]);
  expect(
    said(one(blocks("Com"), blocks("Comincio."), blocks("Comincio.", "Poi"), blocks("Comincio.", "Poi misuro."))),
  ).toEqual(["assistant: Comincio.", "assistant: Poi misuro."]);
});

test("a queued prompt that is then written as sent is said once, and one typed again twice", () => {
  expect(said(one(queued("e i resi?"), user("e i resi?", { promptSource: "queued" })))).toEqual(["user: e i resi?"]);
  expect(said(one(queued("e i resi?"), user("e i resi?")))).toEqual(["user: e i resi?"]);
  expect(said(one(queued("sì"), user("sì", { promptSource: "typed" })))).toHaveLength(2);
  expect(said(one(user("sì"), user("sì")))).toHaveLength(2);
});

test("whose a session is that begins with a picture of megabytes is known before it is read", () => {
  const picture = { type: "image", source: { type: "base64", data: "A".repeat(3 << 20) } };
  const { unit, context } = store({
    [`a/${ID}.jsonl`]: [{ type: "mode" }, user([picture, text("Che cosa si vede?")])],
  });
  expect(claude.head(unit(ID), context)).toMatchObject({ cwd: CWD, title: "Che cosa si vede?" });
});

test("a fork that doesn't say so begins when its file does, not when what it copied was said", () => {
  const first = [user("Da dove si comincia?"), answer([text("Dall'inizio.")])];
  const enqueued = (timestamp: string) => ({ type: "queue-operation", operation: "enqueue", timestamp });
  const copies = first.map((entry) => ({ ...entry, sessionId: "fork" }));
  const { read } = store({
    [`a/${ID}.jsonl`]: [enqueued("2026-09-14T07:59:00.000Z"), ...first],
    "a/fork.jsonl": [{ type: "mode", mode: "auto" }, enqueued("2026-09-14T12:00:00.000Z"), ...copies],
  });
  expect(read(ID).head.startedAt).toBe(first[0]?.timestamp);
  expect(read("fork").head.startedAt).toBe("2026-09-14T12:00:00.000Z");
});

test("a fork's copied turns have the keys they had", () => {
  const first = [user("domanda"), answer([text("risposta")])];
  const copies = first.map((entry) => ({
    ...entry,
    sessionId: "fork",
    cwd: "/altrove",
    forkedFrom: { sessionId: ID },
  }));
  const { read } = store({ [`a/${ID}.jsonl`]: first, "b/fork.jsonl": [...copies, user("e poi?")] });
  const keys = read(ID).turns.map(({ key }) => key);
  const fork = read("fork");
  expect(fork.turns.map(({ key }) => key).slice(0, 2)).toEqual(keys);
  expect(fork.turns).toHaveLength(3);
  expect(fork.head).toMatchObject({ sessionId: "fork", forkOf: ID, cwd: "/altrove" });
});

test("the file's name is the session's id, whatever its entries call themselves, and its first folder its own", () => {
  const moved = [user("uno", { sessionId: "older" }), user("due", { cwd: "/home/ada/altrove" })];
  expect(one(...moved).head).toMatchObject({ sessionId: ID, cwd: CWD });
});

describe("the title", () => {
  const leaf = user("la prima domanda\ncon dettagli");
  const custom = { type: "custom-title", customTitle: "Scelto" };
  const ai = { type: "ai-title", aiTitle: "Generato" };
  const agent = { type: "agent-name", agentName: "Agente" };
  const old = { type: "summary", summary: "Riassunto", leafUuid: leaf.uuid };
  const foreign = { type: "summary", summary: "D'altri", leafUuid: "ffffffff-0000-4000-8000-000000000000" };

  test.each([
    ["the last one chosen", [ai, custom, leaf, { ...custom, customTitle: "Scelto poi" }, ai], "Scelto poi"],
    ["the last one generated", [old, ai, leaf, { ...ai, aiTitle: "Poi" }], "Poi"],
    ["an old one whose end is here", [old, agent, leaf, foreign], "Riassunto"],
    ["an old one that comes after its end", [leaf, old], "Riassunto"],
    ["an old one whose end another follows", [foreign, user("x", { parentUuid: foreign.leafUuid })], "D'altri"],
    ["the agent's name", [foreign, leaf, agent], "Agente"],
    ["the first prompt's first line", [foreign, leaf], "la prima domanda"],
    [
      "an id that only a tool quotes is not here",
      [foreign, leaf, user([{ type: "tool_result", content: `{"uuid":"${foreign.leafUuid}"}` }])],
      "la prima domanda",
    ],
    ["none without a prompt", [answer([text("eccomi")])], null],
  ])("%s", (_what, lines, title) => {
    expect(one(...lines).head.title).toBe(title);
  });

  test("of a long first line is cut", () => {
    expect(one(user("è".repeat(300))).head.title?.length).toBeLessThanOrEqual(101);
  });

  test("of an old version is looked for in what was added alone, once it was not found", () => {
    const { read, write } = store({ [`a/${ID}.jsonl`]: [foreign, user("x".repeat(50_000))] });
    const first = read(ID);
    expect(first.head.title).toMatch(/^x/);
    write(`a/${ID}.jsonl`, [user("y", { parentUuid: foreign.leafUuid })], true);
    const second = read(ID, first.mark);
    expect(second).toMatchObject({ appended: true, head: { title: "D'altri" } });
    expect(second.bytesRead).toBeLessThan(10_000);
  });
});

describe("going on from a mark", () => {
  const name = `a/${ID}.jsonl`;
  const grown = (before: Line[], added: Line[]) => {
    const { read, write } = store({ [name]: before });
    const first = read(ID);
    write(name, added, true);
    return { second: read(ID, first.mark), whole: read(ID) };
  };

  test("a replay of what was read long ago is not said again", () => {
    const before = Array.from({ length: 200 }, (_, index) => user(`domanda ${index}`));
    const { second, whole } = grown(before, [...before.slice(0, 3), user("nuova")]);
    expect(second.turns).toEqual(whole.turns);
    expect(whole.turns).toHaveLength(201);
  });

  test("a response that goes on in a new line", () => {
    const { second, whole } = grown(
      [user("x"), answer([text("Com")], {}, "msg_1")],
      [answer([text("Comincio.")], {}, "msg_1"), user("y")],
    );
    expect(second.turns).toEqual(whole.turns);
    expect(said(whole)).toEqual(["user: x", "assistant: Comincio.", "user: y"]);
  });

  test("a queued prompt that is sent later", () => {
    const { second, whole } = grown([user("x"), queued("y")], [user("y", { promptSource: "queued" }), user("z")]);
    expect(second).toMatchObject({ appended: true });
    expect(said(second)).toEqual(["user: z"]);
    expect(said(whole)).toEqual(["user: x", "user: y", "user: z"]);
  });

  test("keeps a title and a folder", () => {
    const { second, whole } = grown(
      [{ type: "custom-title", customTitle: "Scelto" }, user("x")],
      [user("z", { cwd: "/b" })],
    );
    expect(second.head).toEqual(whole.head);
  });

  test("the state it keeps stays small", () => {
    const { read } = store({ [name]: Array.from({ length: 3000 }, (_, index) => user(`domanda ${index}`)) });
    expect(JSON.stringify(read(ID).mark).length).toBeLessThan(8000);
  });
});

test("knows whether a session is there for a launch", () => {
  const { context, write } = store({ [`${claudeSlug("/p/a")}/${ID}.jsonl`]: [user("x")] });
  expect(claude.presence(ID, "/p/a", context)).toBe("present");
  expect(claude.presence("other", "/p/a", context)).toBe("gone");
  expect(claude.presence("other", "/p/never", context)).toBe("unknown");
  // It resumes by id from any folder.
  expect(claude.presence(ID, "/p/never", context)).toBe("present");
  expect(claude.presence("../../x", "/p/a", context)).toBe("unknown");
  write(`${claudeSlug(`/p/${"long/".repeat(60)}`)}/z.jsonl`, []);
  expect(claude.presence("z", `/p/${"long/".repeat(60)}`, context)).toBe("present");
  expect(claude.resumeCommand(ID)).toEqual(["claude", "--resume", ID]);
});

test("slugs are what Claude Code makes of a folder", () => {
  expect(claudeSlug("/home/u/progetto_due.v2")).toBe("-home-u-progetto-due-v2");
  expect(claudeSlug("C:\\a\\è")).toBe("C--a--");
  const long = claudeSlug(`/${"a".repeat(250)}`);
  expect(long).toMatch(/^-a{199}-[0-9a-z]+$/);
  expect(long).not.toBe(claudeSlug(`/${"a".repeat(251)}`));
});

test("CLAUDE_CONFIG_DIR moves the store, THOTH_SESSIONS_DIR is a folder of transcripts itself", () => {
  const { home, context } = store({ [`a/${ID}.jsonl`]: [user("x")] });
  const env = { HOME: "/nowhere", CLAUDE_CONFIG_DIR: join(home, ".claude") };
  expect(claude.list({ ...context, env }).units).toHaveLength(1);
  const flat = { HOME: home, THOTH_SESSIONS_DIR: join(home, ".claude/projects/a") };
  expect(claude.list({ ...context, env: flat }).units.map(({ sessionId }) => sessionId)).toEqual([ID]);
  expect(claude.roots({ ...context, env: flat })).toEqual([join(home, ".claude/projects/a")]);
});

test("a session that moved to a worktree's folder is the same one", () => {
  const relocated = {
    type: "worktree-state",
    worktreeSession: { originalCwd: CWD, worktreePath: `${CWD}/.claude/worktrees/x` },
  };
  const inTree = user("nel ramo", { cwd: `${CWD}/.claude/worktrees/x` });
  const { read } = store({
    [`-home-ada-officina--claude-worktrees-x/${ID}.jsonl`]: [user("prima"), relocated, inTree],
  });
  expect(read(ID).head.cwd).toBe(CWD);
  expect(read(ID).turns).toHaveLength(2);
});

test("housekeeping sub-agents and what is no transcript are left out", () => {
  const { units } = store({
    [`a/${ID}/subagents/agent-acompact-1.jsonl`]: [user("x")],
    [`a/${ID}/subagents/journal.jsonl`]: [],
    [`a/${ID}/tool-results/out.jsonl`]: [user("x")],
    "a/notes.txt": ["x"],
  });
  expect(units()).toEqual([]);
});

test("a head is read from the file's two ends", () => {
  const { context, unit } = store({
    [`a/${ID}.jsonl`]: [
      { type: "pr-link", prNumber: 1 },
      user("la domanda"),
      ...Array.from({ length: 200 }, (_, index) => answer([text(`${index} ${"x".repeat(1000)}`)])),
      { type: "custom-title", customTitle: "In fondo" },
    ],
    "a/empty.jsonl": [],
  });
  expect(claude.head(unit(ID), context)).toMatchObject({ cwd: CWD, title: "In fondo" });
  expect(claude.head(unit("empty"), context)).toBeNull();
});
