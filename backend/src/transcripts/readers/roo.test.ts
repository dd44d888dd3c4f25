import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { roo } from "./roo.ts";

const TASK = "018f2d1e-0000-7000-8000-000000000001";
const TASKS = ".config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/tasks";

describeReader({
  reader: roo,
  sessionId: TASK,
  transcript: `${TASKS}/${TASK}/api_conversation_history.json`,
  shape: "json",
});

test("tasks are read with what their own file says, or else with what the model was told", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("roo"), home, { recursive: true });
  const context = { env: { HOME: home }, projects: [] };
  const readings = roo.list(context).units.map((unit) => roo.read(unit, context, { touchedFiles: true }));
  const [first, second] = readings.toSorted((one, two) => (two?.turns.length ?? 0) - (one?.turns.length ?? 0));
  expect(first?.turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "Fix the leaking roof\nè urgente"],
    ["assistant", "A tile is missing."],
    ["summary", "## Summary\nOne tile was missing."],
    ["assistant", "The roof is tight again."],
  ]);
  expect(JSON.stringify(readings)).not.toContain("NOT-SAID");
  expect(first?.head).toMatchObject({ cwd: "/srv/lavoro/tetto", title: "Fix the leaking roof" });
  expect(first?.touchedFiles).toEqual(["roof/tiles.ts"]);
  expect(second?.head).toMatchObject({ cwd: "/srv/lavoro/tetto/camino", title: "No list knows this task" });
});
