import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { amp } from "./amp.ts";

const THREAD = "T-11111111-2222-4333-8444-555555555555";

describeReader({
  reader: amp,
  sessionId: THREAD,
  transcript: `.local/share/amp/threads/${THREAD}.json`,
  shape: "json",
});

test("a thread's text is read, at the time each message has or the one before", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("amp"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const [reading] = amp.list(context).units.map((unit) => amp.read(unit, context, { touchedFiles: true }));
  expect(reading?.turns.map(({ role, text, ts }) => [role, text, ts?.slice(17, 19)])).toEqual([
    ["user", "Why does the lock leak?\nÈ già aperta.", "01"],
    ["assistant", "I look at the gate.", "02"],
    ["assistant", "The seal is worn.", "02"],
    ["user", "sì, 水門を直して", "02"],
    ["assistant", "Done ✅.", "02"],
  ]);
  expect(JSON.stringify(reading)).not.toContain("NOT-SAID");
  expect(reading?.head).toMatchObject({ cwd: "/srv/lavoro/chiusa", title: "The lock leaks" });
  expect(reading?.touchedFiles).toEqual(["/srv/lavoro/chiusa/gate.ts"]);
});
