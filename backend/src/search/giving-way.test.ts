import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { readConfig } from "../config.ts";
import { openSearch } from "./open-search.ts";

const run = promisify(execFile);
const bundled = fileURLToPath(new URL("../../../harness-stub/bin/tht.js", import.meta.url));
const SESSIONS = 250;
let made: string;

beforeAll(async () => {
  made = join(await temporaryFolder(async () => {}), "ws");
  await run(process.execPath, [bundled, "workspace", "init", made]);
  const root = join(made, "sessions");
  for (let n = 0; n < SESSIONS; n++) {
    const id = `s-${String(n).padStart(4, "0")}`;
    await mkdir(join(root, id), { recursive: true });
    await writeFile(join(root, id, "session_manifest.yaml"), `session_id: ${id}\nquestion: "Quanti aironi ${n}?"\n`);
  }
  return () => rm(join(made, ".."), { recursive: true, force: true });
}, 60_000);

/** The index as a server has it, on a copy of those sessions. `asides`: how often it let others go first. */
async function open(onGiveWay: (times: number) => unknown = () => {}) {
  const workspace = join(await temporaryFolder(), "ws");
  await cp(made, workspace, { recursive: true });
  const home = join(workspace, ".thoth");
  await mkdir(home, { recursive: true });
  const env = { ...process.env, THT_BIN: "", HOME: join(workspace, "home"), THOTH_SESSIONS_DIR: "" };
  const places = readConfig({ flags: { workspace, port: "0" }, env, cwd: workspace });
  let asides = 0;
  const opened = openSearch({
    places,
    env,
    cwd: workspace,
    async giveWay() {
      await onGiveWay(++asides);
    },
  });
  onTestFinished(() => opened.close());
  const sessions = async () =>
    (await opened.search.status()).agents.find(({ agent }) => agent === "thoth")?.sessions ?? 0;
  const { search } = opened;
  return {
    ...opened,
    search,
    workspace,
    sessions,
    asides: () => asides,
    folder: (id: string) => join(workspace, "sessions", id),
  };
}

/** Resolves when so many were let go first, with what lets the index go on. */
function pausing(at: number) {
  const reached = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const onGiveWay = (times: number) => {
    if (times !== at) return;
    reached.resolve();
    return going.promise;
  };
  return { onGiveWay, reached: reached.promise, go: () => going.resolve() };
}

test("a first index lets others go first before each of a few runs of the harness", async () => {
  const { search, sessions, asides } = await open();
  const steps: number[] = [];
  await search.refresh({ onProgress: ({ done }) => steps.push(done) });
  expect(await sessions()).toBe(SESSIONS);
  expect(asides()).toBe(Math.ceil(SESSIONS / 200));
  expect(new Set(steps).size).toBeGreaterThan(2);
  expect((await search.search({ q: "aironi 249" })).hits.map(({ sessionId }) => sessionId)).toEqual(["s-0249"]);
}, 60_000);

test("a session that is deleted meanwhile is gone when that is said, and the others are all there at the end", async () => {
  const { onGiveWay, reached, go } = pausing(2);
  const { search, sessions, folder } = await open(onGiveWay);
  const whole = search.refresh();
  await reached;
  // One that was read, and one whose turn comes.
  for (const id of ["s-0003", "s-0230"]) await rm(folder(id), { recursive: true });
  const removed = Promise.all([search.removed("s-0003"), search.removed("s-0230")]);
  go();
  const order: string[] = [];
  await Promise.all([whole.then(() => order.push("whole")), removed.then(() => order.push("removed"))]);
  expect(order).toEqual(["removed", "whole"]);
  expect(await sessions()).toBe(SESSIONS - 2);
  const answer = await search.search({ q: "aironi", limit: 200 });
  expect(answer.hits.filter(({ sessionId }) => ["s-0003", "s-0230"].includes(sessionId))).toEqual([]);
  expect(answer.problems).toEqual([]);
}, 60_000);

test("an abort ends it in the middle, and the next one goes on from there", async () => {
  const { onGiveWay, reached, go } = pausing(2);
  const { search, workspace } = await open(onGiveWay);
  const aborting = new AbortController();
  const whole = search.refresh({ signal: aborting.signal });
  await reached;
  aborting.abort();
  go();
  await whole;
  const rest: number[] = [];
  await search.refresh({ onProgress: ({ total }) => rest.push(total) });
  expect(rest[0]).toBeLessThanOrEqual(SESSIONS - 100);
  const kept = JSON.parse(await readFile(join(workspace, ".thoth/search-workspace.json"), "utf8"));
  expect(Object.values<{ folder: number }>(kept.sessions).filter(({ folder }) => folder === 0)).toEqual([]);
}, 60_000);

test("sessions that can't be read are told, a few of them, hide no other, and are read once they can be", async () => {
  const { search, sessions, folder } = await open();
  const bad = Array.from({ length: 21 }, (_, n) =>
    join(folder(`s-${String(n * 7).padStart(4, "0")}`), "review_decisions.jsonl"),
  );
  // Full of holes: it takes no room on the disk, and is more than can be read.
  for (const file of bad) await writeFile(file, "").then(() => truncate(file, 3e9));
  const { hits, problems } = await search.search({ q: "aironi", limit: 200 });
  expect(hits.length).toBeGreaterThan(100);
  expect(problems).toHaveLength(20);
  // They are read side by side: which of them is the one too many is not said.
  for (const problem of problems) {
    expect(problem).toMatchObject({ agent: "thoth", detail: expect.stringContaining("2 GiB") });
    expect(bad).toContain(join(problem.path, "review_decisions.jsonl"));
  }
  for (const file of bad) await truncate(file, 0);
  expect((await search.search({ q: "aironi" })).problems).toEqual([]);
  expect(await sessions()).toBe(SESSIONS);
}, 60_000);
