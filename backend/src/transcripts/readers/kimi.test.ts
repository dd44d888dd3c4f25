import { cpSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { kimi } from "./kimi.ts";

const SESSION = "session_0199aaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const FOLDER = `.kimi-code/sessions/wd_faro_0123456789ab/${SESSION}`;

describeReader({ reader: kimi, sessionId: SESSION, transcript: `${FOLDER}/agents/main/wire.jsonl`, shape: "jsonl" });

test("a person's messages and each step's text are read, once, and sub-agents as sessions of their own", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("kimi"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const { units } = kimi.list(context);
  const readings = units.map((unit) => kimi.read(unit, context, { touchedFiles: true }));
  const main = readings.find((reading) => reading?.head.sessionId === SESSION);
  expect(main?.turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "Why does the beam flicker?\nÈ già notte."],
    ["assistant", "The lamp is loose; I tighten it."],
    ["user", "sì, 灯台を直して"],
    ["assistant", "Done ✅."],
  ]);
  expect(JSON.stringify(readings)).not.toContain("NOT-SAID");
  expect(main?.turns[1]?.ts).toBe("2026-06-24T10:00:01.200Z");
  expect(main?.head).toMatchObject({ cwd: "/srv/lavoro/faro", title: "The beam flickers", subagentOf: null });
  expect(main?.touchedFiles).toEqual(["/srv/lavoro/faro/lamp.ts"]);
  const below = readings.find((reading) => reading?.head.sessionId === `${SESSION}/agent-1`);
  expect(below?.head).toMatchObject({ subagentOf: SESSION, title: "Count the lamps.", cwd: "/srv/lavoro/faro" });

  const later = new Date(Date.now() + 60_000);
  utimesSync(join(home, FOLDER, "state.json"), later, later);
  expect(kimi.list(context).units).not.toEqual(units);
  expect(["present", "gone"]).toEqual([SESSION, "other"].map((id) => kimi.presence(id, "/anywhere", context)));
});
