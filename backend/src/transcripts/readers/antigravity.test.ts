import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import type { Reading } from "../types.ts";
import { antigravity } from "./antigravity.ts";

const MAIN = "cccccccc-1111-4222-8333-000000000001";
const CLI = ".gemini/antigravity-cli";

describeReader({
  reader: antigravity,
  sessionId: MAIN,
  transcript: `${CLI}/brain/${MAIN}/.system_generated/logs/transcript.jsonl`,
  shape: "jsonl",
});

let home: string;
beforeEach(() => {
  home = temporaryFolder();
  cpSync(transcriptFixtures("antigravity"), home, { recursive: true });
});

const context = () => ({ env: { HOME: home }, projects: [] });

function read(id: string): Reading {
  const unit = antigravity.list(context()).units.find(({ sessionId }) => sessionId === id);
  const reading = unit && antigravity.read(unit, context(), { touchedFiles: true });
  if (!reading) throw new Error(`${id} is not there`);
  return reading;
}

test("requests and plans are read without what the editor puts around them, steps of tools are not", () => {
  expect(read(MAIN).turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "Why does the well run dry?\nÈ già vuoto."],
    ["assistant", "I look at the pump."],
    ["assistant", "The valve is stuck."],
    ["user", "sì, 井戸を直して"],
    ["assistant", "Done ✅."],
    ["summary", "The valve was stuck and is free now."],
  ]);
  expect(JSON.stringify(read(MAIN))).not.toContain("NOT-SAID");
  expect(read(MAIN).touchedFiles).toEqual(["/srv/lavoro/pozzo/pump.ts"]);
});

test("the folder is on a list beside, or where a command was run, or what the model was told", () => {
  const folder = () => read(MAIN).head.cwd;
  expect(folder()).toBe("/srv/lavoro/pozzo/fondo");
  const uris = { [MAIN]: { WorkspaceURIs: ["file:///srv/lavoro/pozzo%20nuovo"] } };
  writeFileSync(join(home, CLI, "cache/conversation_metadata.json"), JSON.stringify(uris));
  expect(folder()).toBe("/srv/lavoro/pozzo nuovo");
  rmSync(join(home, CLI, "cache"), { recursive: true });
  expect(folder()).toBe("/srv/lavoro/pozzo");
  expect(read("cccccccc-1111-4222-8333-000000000002").head).toMatchObject({
    cwd: "/srv/lavoro/vecchio",
    title: "An older line",
  });
});

test("a conversation is gone where the folder is there without it", () => {
  expect(antigravity.presence(MAIN, "/anywhere", context())).toBe("present");
  expect(antigravity.presence("other", "/anywhere", context())).toBe("gone");
  expect(antigravity.resumeCommand(MAIN)).toEqual(["agy", "--conversation", MAIN]);
});
