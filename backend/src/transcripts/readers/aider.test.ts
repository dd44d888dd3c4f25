import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeReader, transcriptFixtures } from "../../../test/describe-reader.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { aider } from "./aider.ts";

const HISTORY = "progetto/.aider.chat.history.md";
const FIRST = "progetto-2026-06-09T14:01:00";
const LAST = "progetto-2026-06-09T15:30:00-2";

describeReader({
  reader: aider,
  projects: (home) => [join(home, "progetto")],
  sessionId: LAST,
  transcript: HISTORY,
  shape: null,
});

test("each run is a session: what was typed, what was answered, without the program's own words", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("aider"), home, { recursive: true });
  const context = { env: { HOME: "/nowhere" }, projects: [join(home, "progetto")] };
  const list = () => aider.list(context).units;
  const read = (id: string) => {
    const unit = list().find(({ sessionId }) => sessionId === id);
    return unit ? aider.read(unit, context, { touchedFiles: true }) : null;
  };
  expect(read(FIRST)?.turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "add a retry to the webhook\nè già il terzo tentativo"],
    [
      "assistant",
      "I'll add a backoff.\n\n#### Step 1\nWrap the call:\n\n```markdown\n#### not typed by anybody\n> nor by the program\n```",
    ],
  ]);
  expect(read(LAST)?.turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "why a *backoff*?"],
    ["assistant", "So the server can rest."],
    ["user", "sì, 再試行を増やして"],
    ["assistant", "Done ✅."],
  ]);
  expect(JSON.stringify([read(FIRST), read(LAST)])).not.toContain("NOT-SAID");
  expect(read(FIRST)?.touchedFiles).toEqual(["src/webhook.py", "src/retry.py"]);
  expect(read(FIRST)?.head).toMatchObject({
    cwd: join(home, "progetto"),
    title: "add a retry to the webhook",
    startedAt: new Date(2026, 5, 9, 14, 1).toISOString(),
  });
  expect(read("progetto-2026-06-09T15:30:00")).toBeNull();

  const before = list();
  appendFileSync(join(home, HISTORY), "\n# aider chat started at 2026-06-10 09:00:00\n\n#### more\nYes.\n");
  expect(list().slice(0, 2)).toEqual(before.slice(0, 2));
  expect(list()).toHaveLength(before.length + 1);
});

test("what a model wrote holds up nothing, however many blanks are in it", () => {
  const home = temporaryFolder();
  cpSync(transcriptFixtures("aider"), home, { recursive: true });
  const blanks = " ".repeat(1 << 20);
  appendFileSync(
    join(home, HISTORY),
    `\n# aider chat started at 2026-06-10 09:00:00\n\n#### more\n> Applied edit to a.py${blanks}b  \n`,
  );
  appendFileSync(join(home, HISTORY), `# aider chat started at 2026-06-11 09:00:00${blanks}?\n\n#### again\n`);
  const context = { env: { HOME: "/nowhere" }, projects: [join(home, "progetto")] };
  const readings = aider.list(context).units.map((unit) => aider.read(unit, context, { touchedFiles: true }));
  expect(readings.flatMap((reading) => reading?.touchedFiles ?? [])).toContain(`a.py${blanks}b`);
});
