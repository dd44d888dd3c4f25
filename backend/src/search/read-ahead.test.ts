import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createSearch } from "./search.ts";

test("a large first index, read on another thread, is as whole as a small one", async () => {
  const folder = temporaryFolder();
  const given = join(folder, "given");
  mkdirSync(given);
  const filler = `${JSON.stringify({ type: "progress", data: "x".repeat(1 << 20) })}\n`;
  for (let n = 0; n < 12; n++) {
    const said = Array.from({ length: 30 }, (_, turn) => `The heron of file ${n} and turn ${turn} is in the water.`);
    writeFileSync(join(given, `s${n}.jsonl`), filler.repeat(4) + claudeTranscript(`s${n}`, said));
  }
  const search = createSearch({
    file: join(folder, "sessions.db"),
    settings: async () => ({ enabled: true, keepGone: true, projects: [folder] }),
    own: null,
    env: { THOTH_SESSIONS_DIR: given },
    resumeOwn: () => [],
    now: () => new Date(),
  });
  const seen: number[] = [];
  search.onIndexing((progress) => progress && seen.push(progress.done));
  expect((await search.search({ q: "heron", limit: 200 })).hits).toHaveLength(200);
  expect((await search.status()).agents).toMatchObject([{ sessions: 12, turns: 360 }]);
  expect(seen.at(-1)).toBe(12);
  await search.close();
});
