import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { grok } from "./grok.ts";

const MAIN = "019e4b2a-aaaa-7bbb-8ccc-000000000001";
const STREAMED = "019e4b2a-aaaa-7bbb-8ccc-000000000002";
const OLDER = "019e4b2a-aaaa-7bbb-8ccc-000000000003";
const PROJECT = ".grok/sessions/%2Fsrv%2Flavoro%2Fpista";

describeReader({ reader: grok, sessionId: MAIN, transcript: `${PROJECT}/${MAIN}/chat_history.jsonl`, shape: "jsonl" });

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  cpSync(transcriptFixtures("grok"), home, { recursive: true });
});

const context = (env: Record<string, string> = {}) => ({ env: { HOME: home, ...env }, projects: [] });

function read(id: string): Reading {
  const unit = grok.list(context()).units.find(({ sessionId }) => sessionId === id);
  const reading = unit && grok.read(unit, context(), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is not there`);
  expect(JSON.stringify(reading)).not.toContain("NOT-SAID");
  return reading;
}
const said = (id: string) => read(id).turns.map(({ role, text }) => [role, text]);

test("what a person said is read, in the prompt or in between, and what was answered", () => {
  expect(said(MAIN)).toEqual([
    ["user", "Why does the track bend?\nÈ già curva."],
    ["assistant", "I look at the rails."],
    ["user", "anche le traverse, per favore"],
    ["assistant", "They were warm."],
    ["user", "sì, 線路を直して"],
    ["assistant", "Done ✅."],
  ]);
  expect(read(MAIN).turns[0]?.ts).toBe("2026-07-18T10:00:00.000Z");
  expect(read(MAIN).head).toMatchObject({ cwd: "/srv/lavoro/pista", title: "The track bends", forkOf: null });
  expect(read(MAIN).touchedFiles).toEqual(["rails.ts"]);
});

test("where there is only the stream its chunks are put together, at the first one's time", () => {
  expect(said(STREAMED)).toEqual([
    ["user", "only in the stream"],
    ["assistant", "read whole"],
  ]);
  expect(read(STREAMED).turns[1]?.ts).toBe("2026-07-17T09:00:02.000Z");
  expect(read(STREAMED).head).toMatchObject({ subagentOf: MAIN, forkOf: null });
});

test("chunks are numbered in each session anew, and don't pass for those of another one", () => {
  cpSync(join(home, PROJECT, STREAMED), join(home, PROJECT, "another"), { recursive: true });
  const keys = [STREAMED, "another"].flatMap((id) => read(id).turns.map(({ key }) => key));
  expect(new Set(keys).size).toBe(4);
});

test("older lines have a role; without a summary the folder's name, or a file in it, tells where it was", () => {
  expect(said(OLDER)).toEqual([
    ["user", "An older line"],
    ["assistant", "has a role."],
  ]);
  expect(read(OLDER).touchedFiles).toEqual(["a.ts"]);
  expect(read(OLDER).head).toMatchObject({ cwd: "/srv/lavoro/pista", title: "An older line" });
  writeFileSync(join(home, PROJECT, ".cwd"), "/srv/lavoro/pista lunga\n");
  expect(read(OLDER).head.cwd).toBe("/srv/lavoro/pista lunga");
});

test("a session with another one above it that is no sub-agent's is a fork of that", () => {
  writeFileSync(join(home, PROJECT, OLDER, "summary.json"), JSON.stringify({ parent_session_id: MAIN, info: 7 }));
  expect(read(OLDER).head).toMatchObject({ forkOf: MAIN, subagentOf: null });
});

test("the home can be elsewhere; a session is gone where its folder is there without it", () => {
  expect(grok.presence(MAIN, "/anywhere", context())).toBe("present");
  rmSync(join(home, PROJECT, MAIN), { recursive: true });
  expect(grok.presence(MAIN, "/anywhere", context())).toBe("gone");
  renameSync(join(home, ".grok"), join(home, "moved"));
  expect(grok.list(context({ GROK_HOME: "~/moved" })).units).toHaveLength(2);
});
