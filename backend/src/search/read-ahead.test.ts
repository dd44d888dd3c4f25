import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";
import { claudeTranscript } from "../../test/claude-transcript.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import type { PreparedReading } from "./prepared-reading.ts";
import { readAhead } from "./read-ahead.ts";
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

/** One session's file, asked for again and again; each third time one that is gone. */
function ahead(readHere: (index: number) => PreparedReading | null) {
  const folder = temporaryFolder();
  const context = { env: { THOTH_SESSIONS_DIR: folder }, projects: [] };
  writeFileSync(join(folder, "s.jsonl"), claudeTranscript("s", ["The heron is in the water.", "Perché l'airone no?"]));
  const orders = Array.from({ length: 30 }, (_, index) => {
    const name = index % 3 === 2 ? "gone.jsonl" : "s.jsonl";
    const unit = { path: join(folder, name), sessionId: `s${index}`, size: 6 << 20, mtime: 1 };
    return { agent: "claude" as const, unit, from: undefined };
  });
  const opened = readAhead(orders, context, readHere);
  onTestFinished(async () => void (await opened.close()));
  return { ...opened, orders };
}

test("each reading, or what it failed by, comes in its turn", async () => {
  const { take, orders } = ahead(() => expect.unreachable("read here"));
  for (const [index, { unit }] of orders.entries()) {
    if (unit.path.endsWith("gone.jsonl")) {
      await expect(take(index)).rejects.toMatchObject({ code: "ENOENT" });
      continue;
    }
    const { head, turns } = (await take(index)) as PreparedReading;
    expect(head.sessionId).toBe(unit.sessionId);
    expect(turns.map(({ text }) => Buffer.from(text as Uint8Array).toString())).toEqual([
      "The heron is in the water.",
      "Perché l'airone no?",
    ]);
  }
});

test.each([
  ["fails", 'throw new Error("no")'],
  ["ends", "process.exit()"],
])("a thread that %s before it can read is done without", async (_, script) => {
  const first = join(temporaryFolder(), "first.cjs");
  writeFileSync(first, script);
  vi.stubEnv("NODE_OPTIONS", `--require=${first}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const here: number[] = [];
  const { take, orders } = ahead((index) => {
    here.push(index);
    return null;
  });
  for (const index of orders.keys()) expect(await take(index)).toBe(null);
  expect(here).toEqual([...orders.keys()]);
});
