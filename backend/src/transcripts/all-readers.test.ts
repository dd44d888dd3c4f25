import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentNames } from "../../api/agent-names.ts";
import { transcriptFixtures } from "../../test/describe-reader.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { readers } from "./all-readers.ts";

test("every agent has one reader, in the order of the agents", () => {
  expect(["thoth", ...readers.map(({ agent }) => agent)]).toEqual([...agentNames]);
});

test("a folder of transcripts that a user names is read in place of every store, and nothing there counts as gone", () => {
  const home = temporaryFolder();
  for (const agent of ["pi", "qwen"]) cpSync(transcriptFixtures(agent), home, { recursive: true });
  const given = join(home, "given");
  mkdirSync(given);
  const line = {
    type: "user",
    uuid: "u",
    sessionId: "mine",
    cwd: "/srv",
    message: { role: "user", content: "Only this." },
  };
  writeFileSync(join(given, "mine.jsonl"), `${JSON.stringify(line)}\n`);
  const found = (env: Record<string, string>) =>
    readers.flatMap((reader) => reader.list({ env, projects: [] }).units.map(() => reader.agent));
  const replaced = { HOME: home, THOTH_SESSIONS_DIR: given };
  expect(new Set(found({ HOME: home }))).toEqual(new Set(["pi", "qwen"]));
  expect(found(replaced)).toEqual(["claude"]);
  expect(readers.flatMap((reader) => reader.roots({ env: replaced, projects: [] }))).toEqual([given]);
});
