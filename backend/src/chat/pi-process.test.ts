import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { processEntry } from "../lib/process-tree.ts";
import { type PiProcess, startPi } from "./pi-process.ts";
import type { PiEvent, PiUiRequest } from "./pi-protocol.ts";

const fakePi = fileURLToPath(new URL("../../test/fixtures/bin/fake-pi.mjs", import.meta.url));
const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

async function start(scenario: string, limits: { readyMs?: number; graceMs?: number } = {}) {
  const dir = await mkdtemp(join(tmpdir(), "pi-process-"));
  cleanUp.push(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, "log");
  const events: PiEvent[] = [];
  const requests: PiUiRequest[] = [];
  const pi = await startPi(
    {
      argv: [process.execPath, fakePi, scenario],
      cwd: dir,
      env: { PATH: process.env.PATH ?? "", FAKE_PI_LOG: file },
      mark: dir,
      graceMs: 200,
      ...limits,
    },
    {
      event: (event) => events.push(event),
      uiRequest: (request) => requests.push(request),
      failure: (error) => expect.unreachable(String(error)),
    },
  );
  cleanUp.push(() => pi.end());
  const log = () => readFile(file, "utf8");
  const settled = () => expect.poll(() => events.at(-1)?.type).toBe("agent_settled");
  return { pi, events, requests, log, settled };
}

async function child(log: () => Promise<string>): Promise<number> {
  return vi.waitFor(async () => Number(/child (\d+)/.exec(await log())?.[1] ?? expect.fail("no child yet")), 20_000);
}

const alive = (pid: number) => processEntry(pid) !== null;

test("is ready once Pi answers, and says which commands it has", async () => {
  const { pi } = await start("echo");
  expect((await pi.ready()).map(({ name }) => name)).toEqual(["nuova-domanda", "riprendi-sessione", "riassumi"]);
});

test("is not ready, and says why, when Pi ends as it starts", async () => {
  const { pi } = await start("broken");
  await expect(pi.ready()).rejects.toThrow("exit code 1: Error: extension gate.ts failed to load");
});

test("is not ready when Pi says nothing for too long", async () => {
  const { pi } = await start("silent", { readyMs: 150 });
  await expect(pi.ready()).rejects.toThrow("did not answer get_state within 0.15 s");
});

test("reads records through garbage, lines of two megabytes and U+2028", async () => {
  const { pi, events, settled } = await start("echo");
  await pi.prompt("noisy");
  await settled();
  const end = events.find((event) => event.type === "message_end");
  const [block] = (end?.type === "message_end" && end.message.content) || [];
  expect(typeof block === "object" && block.text?.length).toBe(2_000_004);
  expect(typeof block === "object" && block.text?.slice(0, 3)).toBe("a\u2028b");
});

test.each([
  ["echo", ["end of input"], { code: 0, signal: null }],
  ["hard-of-hearing", ["end of input", "SIGTERM"], { code: 0, signal: null }],
  ["deaf", ["end of input", "SIGTERM"], { code: null, signal: "SIGKILL" }],
])("is asked to end, then told to, then killed: %s", async (scenario, signs, exit) => {
  const { pi, log } = await start(scenario);
  await pi.ready();
  await pi.end();
  expect((await log()).match(/^(end of input|SIGTERM)$/gm)).toEqual(signs);
  expect(await pi.exited).toMatchObject(exit);
  expect(alive(pi.pid)).toBe(false);
});

test("what changes something is sent once the one before it is answered: of two prompts at once Pi loses one", async () => {
  const { pi, log } = await start("slow-to-answer");
  await Promise.all([pi.prompt("a"), pi.prompt("b"), pi.abort()]);
  const order = ["prompt", "prompt", "clear_queue", "abort"].flatMap((type) => [`taken ${type}`, `answered ${type}`]);
  expect((await log()).match(/^(taken|answered) .*$/gm)).toEqual(order);
});

test("an abort right after a prompt ends that very run", async () => {
  const { pi, events, settled } = await start("echo");
  const [disposition] = await Promise.all([pi.prompt("slow"), pi.abort()]);
  await settled();
  expect(disposition).toBe("started");
  expect(events.at(-1)).toEqual({ type: "agent_settled", aborted: true });
});

test("two prompts at once reach Pi one after the other", async () => {
  const { pi, log } = await start("echo");
  expect(await Promise.all([pi.prompt("slow"), pi.prompt("second")])).toEqual(["started", "queued"]);
  expect((await log()).match(/^prompt .*$/gm)).toEqual(['prompt "slow"', 'prompt "second"']);
});

test("what waits for an answer is told when Pi ends", async () => {
  const { pi } = await start("echo");
  await pi.ready();
  await expect(pi.prompt("crash").then(() => pi.abort())).rejects.toThrow("exit code 3: TypeError: something broke");
  expect(await pi.exited).toMatchObject({ code: 3, signal: null });
});

test("ending leaves no descendant alive, not even one that left the group and ignores SIGTERM", async () => {
  const { pi, log } = await start("echo");
  await pi.prompt("family");
  const pid = await child(log);
  expect(alive(pid)).toBe(true);
  await pi.end();
  expect([alive(pi.pid), alive(pid)]).toEqual([false, false]);
});

test("after kill -9 of Pi, ending finds the orphans", async () => {
  const { pi, log } = await start("echo");
  await pi.prompt("family");
  const pid = await child(log);
  process.kill(pi.pid, "SIGKILL");
  await pi.exited;
  expect(alive(pid)).toBe(true);
  await pi.end();
  expect(alive(pid)).toBe(false);
});

test("a program that does not exist is told at once", async () => {
  const options = { argv: ["/no/such/pi"], cwd: tmpdir(), env: {}, mark: "none" };
  const started: Promise<PiProcess> = startPi(options, { event: () => {}, uiRequest: () => {} });
  await expect(started).rejects.toThrow("ENOENT");
});
