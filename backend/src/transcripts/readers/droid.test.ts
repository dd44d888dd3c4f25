import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { droid } from "./droid.ts";

const SESSION = "ffffffff-1111-4222-8333-000000000001";

describeReader({
  reader: droid,
  sessionId: SESSION,
  transcript: `.factory/sessions/-srv-lavoro-gru/${SESSION}.jsonl`,
  shape: "jsonl",
});

test("messages and what was compacted are read, without reminders, thoughts, tools and lists", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("droid"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const [reading] = droid.list(context).units.map((unit) => droid.read(unit, context, { touchedFiles: true }));
  expect(reading?.turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "Why does the crane tilt?\nÈ già storta."],
    ["assistant", "I look at the counterweight."],
    ["assistant", "It is too light."],
    ["summary", "The counterweight was too light."],
    ["user", "sì, クレーンを直して"],
    ["assistant", "Done ✅."],
  ]);
  expect(JSON.stringify(reading)).not.toContain("NOT-SAID");
  expect(reading?.touchedFiles).toEqual(["/srv/lavoro/gru/weight.ts"]);
  expect(reading?.head).toMatchObject({
    cwd: "/srv/lavoro/gru",
    title: "The crane tilts",
    startedAt: "2026-05-10T07:01:00.000Z",
  });
  expect(droid.presence(SESSION, "/anywhere", context)).toBe("present");
  expect(droid.presence("other", "/anywhere", context)).toBe("gone");
});

test("the home can be elsewhere; where models write patches, the files are named in them", () => {
  const home = temporaryFolder();
  const folder = join(home, "elsewhere/.factory/sessions/-srv-lavoro-gru");
  mkdirSync(folder, { recursive: true });
  const patch = "*** Begin Patch\n*** Update File: weight.ts\n*** Add File: rope.ts\n+x\n*** End Patch";
  const content = [{ type: "tool_use", id: "c", name: "ApplyPatch", input: { input: patch } }];
  const lines = [
    { type: "session_start", id: "s", cwd: "/srv/lavoro/gru" },
    { type: "message", id: "m", message: { role: "assistant", content } },
  ];
  writeFileSync(join(folder, "s.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const context = { env: { HOME: home, FACTORY_HOME_OVERRIDE: "~/elsewhere" }, projects: [] };
  const readings = droid.list(context).units.map((unit) => droid.read(unit, context, { touchedFiles: true }));
  expect(readings.map((reading) => reading?.touchedFiles)).toEqual([["weight.ts", "rope.ts"]]);
});
