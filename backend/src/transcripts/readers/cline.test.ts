import { cpSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { cline } from "./cline.ts";

const SESSION = "1790000000000_ab12c";
const SESSIONS = ".cline/data/sessions";
const MESSAGES = `${SESSIONS}/${SESSION}/${SESSION}.messages.json`;
const TASK = "1767225600000";
const EXTENSION = ".config/Code/User/globalStorage/saoudrizwan.claude-dev";

describeReader({ reader: cline, sessionId: SESSION, transcript: MESSAGES, shape: "json" });
describe("of the extension", () => {
  const transcript = `${EXTENSION}/tasks/${TASK}/api_conversation_history.json`;
  describeReader({ reader: cline, sessionId: TASK, transcript, shape: "json" });
});

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  cpSync(transcriptFixtures("cline"), home, { recursive: true });
});

const contextOf = (env: Record<string, string> = {}) => ({ env: { HOME: home, ...env }, projects: [] });
const unitOf = (id: string) => cline.list(contextOf()).units.find(({ sessionId }) => sessionId === id);

function read(id: string): Reading {
  const unit = unitOf(id);
  const reading = unit && cline.read(unit, contextOf(), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is not there`);
  return reading;
}
const said = (id: string) => read(id).turns.map(({ role, text }) => [role, text]);

test("a session of the command line is read without what is wrapped around it, with what it was shortened to", () => {
  expect(said(SESSION)).toEqual([
    ["user", "Why does the bridge sway?\nÈ già così da ieri."],
    ["assistant", "I read the plans."],
    ["assistant", "The cables are slack."],
    ["user", "sì, 橋を直して"],
    ["assistant", "Tightened ✅."],
    ["summary", "The cables were slack and are tight now."],
  ]);
  expect(JSON.stringify(read(SESSION))).not.toContain("NOT-SAID");
  expect(read(SESSION).touchedFiles).toEqual(["/srv/lavoro/ponte/plan.ts"]);
  expect(read(SESSION).head).toEqual({
    sessionId: SESSION,
    cwd: "/srv/lavoro/ponte",
    title: "Why does the bridge sway?",
    startedAt: "2026-09-21T14:13:20.000Z",
    forkOf: null,
    subagentOf: null,
  });
});

test("a task of the extension is read without tools, results, errors and surroundings", () => {
  expect(said(TASK)).toEqual([
    ["user", "Say why the arch holds"],
    ["assistant", "I look at the stones."],
    ["assistant", "The keystone takes it."],
    ["user", "keep it shorter"],
    ["assistant", "The keystone holds the arch, `<my_tag>` too."],
  ]);
  expect(read(TASK).touchedFiles).toEqual(["notes/arch.md"]);
  expect(read(TASK).head).toMatchObject({ cwd: "/srv/lavoro/arco", title: "Say why the arch holds" });
  expect(read(TASK).turns[0]?.ts).toBe("2026-01-01T00:00:00.000Z");
});

test("a new title, or a summary, changes the session, though its messages do not", () => {
  for (const file of [`${SESSION}.json`, `${SESSION}.compaction.json`]) {
    const before = unitOf(SESSION);
    const later = new Date((before?.mtime ?? 0) + 60_000);
    utimesSync(join(home, SESSIONS, SESSION, file), later, later);
    expect(unitOf(SESSION)).not.toEqual(before);
  }
});

test("a title that was cut in the middle of what is around the words", () => {
  const info = join(home, SESSIONS, SESSION, `${SESSION}.json`);
  const cut = {
    ...JSON.parse(readFileSync(info, "utf8")),
    metadata: { title: '<user_input mode="act">Why does the br' },
  };
  writeFileSync(info, JSON.stringify(cut));
  expect(read(SESSION).head.title).toBe("Why does the br");
});

test("a comma before the end does not cost the conversation", () => {
  writeFileSync(join(home, MESSAGES), '{"messages":[{"role":"user","content":"cut by hand"}],\n\n}\n');
  expect(said(SESSION).slice(0, 1)).toEqual([["user", "cut by hand"]]);
});

test("the data can be elsewhere", () => {
  renameSync(join(home, ".cline"), join(home, "moved"));
  const found = (env: Record<string, string>) =>
    cline.list(contextOf(env)).units.some(({ sessionId }) => sessionId === SESSION);
  expect(found({})).toBe(false);
  expect(found({ CLINE_DIR: "~/moved" })).toBe(true);
  expect(found({ CLINE_DATA_DIR: join(home, "moved/data") })).toBe(true);
  expect(found({ CLINE_SESSION_DATA_DIR: join(home, "moved/data/sessions") })).toBe(true);
});

test("only the command line resumes, and only what its folder still has is present", () => {
  expect(cline.presence(SESSION, "/anywhere", contextOf())).toBe("present");
  rmSync(join(home, SESSIONS, SESSION), { recursive: true });
  expect(cline.presence(SESSION, "/anywhere", contextOf())).toBe("gone");
  expect(cline.resumeCommand(SESSION)).toEqual(["cline", "--id", SESSION]);
  expect(cline.resumeCommand(TASK)).toBeNull();
});
