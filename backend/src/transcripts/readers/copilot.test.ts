import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { copilot } from "./copilot.ts";
import { workspaceValues } from "./copilot-workspace.ts";

const ID = "2b7e1516-28ae-4d2a-abf7-158809cf4f3c";
const CWD = "/home/ada/officina";

describeReader({
  reader: copilot,
  sessionId: ID,
  transcript: `.copilot/session-state/${ID}/events.jsonl`,
  shape: "jsonl",
});

type Line = Record<string, unknown>;
const event = (type: string, data: Line): Line => ({ type, data, id: "e", timestamp: "2026-09-14T08:00:00.000Z" });
const start = (rest: Line = {}) => event("session.start", { sessionId: ID, context: { cwd: CWD }, ...rest });
const user = (content: unknown, rest: Line = {}) => event("user.message", { content, ...rest });
const assistant = (content: unknown, rest: Line = {}) => event("assistant.message", { content, ...rest });

/** A store with these files, by path in the folder of sessions. */
function store(files: Record<string, readonly Line[] | string>) {
  const home = temporaryFolder();
  const write = (name: string, content: readonly Line[] | string) => {
    const path = join(home, ".copilot/session-state", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      typeof content === "string" ? content : content.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const context = { env: { HOME: home }, projects: [] };
  const unit = (sessionId: string) => {
    const found = copilot.list(context).units.find((one) => one.sessionId === sessionId);
    if (!found) throw new Error(`no session ${sessionId}`);
    return found;
  };
  const read = (sessionId = ID): Reading => {
    const reading = copilot.read(unit(sessionId), context);
    if (!reading) throw new Error("nothing read");
    return reading;
  };
  return { home, context, unit, read, write };
}

const one = (...lines: Line[]) => store({ [`${ID}/events.jsonl`]: lines }).read();
const said = ({ turns }: Reading) => turns.map(({ role, text }) => `${role}: ${text}`);

test("reads a session over its resumptions: what was typed and answered, and nothing else", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("copilot"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const [unit] = copilot.list(context).units;
  const reading = unit && copilot.read(unit, context, { touchedFiles: true });
  expect(reading && said(reading)).toEqual([
    "user: Il magazzino non torna con le vendite: da dove cominciamo?",
    "assistant: Comincerei dai movimenti di agosto.",
    "user: sì, correggi",
    "assistant: I resi erano contati due volte.",
    "user: 在庫は?",
    "assistant: 返品は二重に数えられていました。",
  ]);
  expect(reading).toMatchObject({
    head: { cwd: CWD, title: "Scarto: l'errore dei resi", startedAt: "2026-09-14T08:00:00.000Z" },
    touchedFiles: [`${CWD}/giacenze.sql`],
  });
});

test("a flat file of an old version is a session, and the first event knows its id", () => {
  const { read } = store({ "old.jsonl": [event("session.start", { sessionId: "x1" }), user("a"), assistant("b")] });
  expect(said(read("x1"))).toEqual(["user: a", "assistant: b"]);
  const renamed = store({ "folder/events.jsonl": [start(), user("a")] });
  expect(renamed.read(ID).turns).toHaveLength(1);
});

test("what a resumption left empty is no session", () => {
  const { context, unit } = store({ [`${ID}/events.jsonl`]: [start()], "empty/workspace.yaml": "id: empty\n" });
  expect(copilot.list(context).units).toHaveLength(1);
  expect(copilot.head(unit(ID), context)).toBeNull();
  expect(copilot.read(unit(ID), context)).toBeNull();
});

test("the folder is the start's, else the one noted beside, else the one that was trusted", () => {
  const bare = start({ context: {} });
  const trust = event("session.info", {
    infoType: "folder_trust",
    message: "Folder /home/ada/fidata has been added to trusted folders.",
  });
  expect(one(start(), user("a")).head.cwd).toBe(CWD);
  expect(one(bare, trust, user("a")).head.cwd).toBe("/home/ada/fidata");
  const noted = store({
    [`${ID}/events.jsonl`]: [bare, trust, user("a")],
    [`${ID}/workspace.yaml`]: "cwd: /home/ada/nota\n",
  });
  expect(noted.read().head.cwd).toBe("/home/ada/nota");
});

test("the title is the name, else the summary, else the first prompt; a new name is a change", () => {
  const { read, unit, write } = store({ [`${ID}/events.jsonl`]: [start(), user("la prima\nriga")] });
  expect(read().head.title).toBe("la prima");
  const before = unit(ID);
  write(`${ID}/workspace.yaml`, "summary: |\n  Riassunto breve\n  su due righe\nbranch: main\n");
  expect(read().head.title).toBe("Riassunto breve");
  expect(unit(ID).size).not.toBe(before.size);
  write(`${ID}/workspace.yaml`, 'summary: x\nname: "Il \\"nome\\""\n');
  expect(read().head.title).toBe('Il "nome"');
});

test.each([
  ["id: a\nname: plain text # note", { id: "a", name: "plain text" }],
  ["name: 'l''errore: è qui'", { name: "l'errore: è qui" }],
  ['name: "riga\\nè \\x"', { name: "riga\\nè \\x" }],
  ["summary: >-\n  uno\n  due\nname:\n", { summary: "uno due", name: "" }],
  ["nested:\n  cwd: /no\ncwd: /yes\r\n", { nested: "", cwd: "/yes" }],
  ["- a\n: b\n\0", {}],
])("workspace.yaml: %j", (text, values) => {
  expect(Object.fromEntries(workspaceValues(text))).toEqual(values);
});

describe("what is not said", () => {
  test.each([
    ["what the program sends in the prompt's place", event("user.message", { transformedContent: "x" })],
    ["a skill's text", user("x", { source: "skill-pdf" })],
    ["a skill's text without its source", user("<skill-context name='x'>y</skill-context>")],
    ["a sub-agent's answer", assistant("x", { parentToolCallId: "c1" })],
    ["the instructions", event("system.message", { content: "x" })],
    ["thinking", assistant("", { reasoningText: "x" })],
    ["an error", event("session.error", { message: "x" })],
  ])("%s", (_what, line) => {
    expect(said(one(start(), user("a"), line))).toEqual(["user: a"]);
  });
});

test("knows whether a session is there for a launch", () => {
  const { context } = store({ [`${ID}/events.jsonl`]: [start(), user("a")] });
  expect(copilot.presence(ID, "/anywhere", context)).toBe("present");
  expect(copilot.presence("other", "/anywhere", context)).toBe("gone");
  expect(copilot.presence(ID, "/anywhere", { env: { HOME: "/nowhere" }, projects: [] })).toBe("unknown");
  const env = { COPILOT_HOME: join(context.env.HOME, ".copilot") };
  expect(copilot.presence(ID, "/anywhere", { env, projects: [] })).toBe("present");
  expect(copilot.resumeCommand(ID)).toEqual(["copilot", `--resume=${ID}`]);
});
