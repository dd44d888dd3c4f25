import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Clock } from "../lib/clock.ts";
import type { PiSpawn } from "./pi-process.ts";
import { PiProcessManager } from "./pi-process-manager.ts";

const fakePi = fileURLToPath(new URL("../../test/fixtures/bin/fake-pi.mjs", import.meta.url));
const IDLE_MS = 900_000;

let dir: string;
let manager: PiProcessManager;
const scenarios = new Map<string, string>();
const failures: unknown[] = [];

/** A clock that is moved by hand. */
function handClock() {
  let now = 0;
  const waiting = new Set<{ at: number; call: () => void }>();
  const clock: Clock = {
    now: () => new Date(++now),
    after(ms, call) {
      const entry = { at: now + ms, call };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
  };
  function pass(ms: number) {
    now += ms;
    for (const entry of [...waiting].filter(({ at }) => at <= now)) {
      waiting.delete(entry);
      entry.call();
    }
  }
  return { clock, pass };
}

const { clock, pass } = handClock();

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "pi-manager-"));
  manager = new PiProcessManager({
    clock,
    maxAgents: 2,
    idleMs: IDLE_MS,
    async setup(id): Promise<PiSpawn> {
      const argv = [process.execPath, fakePi, scenarios.get(id) ?? "echo"];
      return { argv, cwd: dir, env: { PATH: process.env.PATH ?? "", THOTH_SESSION: id }, mark: `${dir}-${id}` };
    },
    observer: {
      starting: () => {},
      ready: () => {},
      event: () => {},
      uiRequest: () => {},
      changed: () => {},
      ended: () => {},
      failed: (_id, error) => failures.push(error),
    },
  });
});

afterEach(async () => {
  await manager.teardownAll();
  await rm(dir, { recursive: true, force: true });
});

const state = (id: string) => manager.runtime(id)?.state ?? null;
const reaches = (id: string, wanted: string | null) => expect.poll(() => state(id)).toBe(wanted);

async function spawn(id: string, scenario: string, wanted: string) {
  scenarios.set(id, scenario);
  await manager.spawnFor(id, "new");
  await reaches(id, wanted);
}

test("an agent at rest is stopped after the idle time, not before", async () => {
  await spawn("a", "echo", "idle");
  pass(IDLE_MS - 1000);
  expect(state("a")).toBe("idle");
  pass(1001);
  await reaches("a", null);
});

test("work takes the idle time back", async () => {
  await spawn("a", "echo", "idle");
  pass(IDLE_MS - 1000);
  await manager.prompt("a", "slow");
  pass(IDLE_MS * 2);
  expect(state("a")).toBe("running");
});

test("room is made by the one at rest before the one whose question waits, and never by one that works", async () => {
  await spawn("waits", "ask", "waiting");
  await spawn("rests", "echo", "idle");
  await spawn("c", "slow", "running");
  expect([state("waits"), state("rests")]).toEqual(["waiting", null]);
  await spawn("d", "slow", "running");
  expect(state("waits")).toBeNull();
  await expect(manager.spawnFor("e", "new")).rejects.toMatchObject({
    code: "too_many_agents",
    extra: {
      agents: [
        { id: "c", state: "running" },
        { id: "d", state: "running" },
      ],
    },
  });
  expect(state("e")).toBeNull();
});

test("places that are reserved count", async () => {
  const slots = [await manager.reserve(), await manager.reserve()];
  await expect(manager.reserve()).rejects.toMatchObject({ code: "too_many_agents" });
  for (const slot of slots) slot.release();
  (await manager.reserve()).release();
});

test("while an agent is ending another is refused as stopping, and may come after", async () => {
  await spawn("a", "echo", "idle");
  const ended = manager.teardown("a");
  expect(state("a")).toBe("stopping");
  await expect(manager.spawnFor("a", "resume")).rejects.toMatchObject({ code: "stopping" });
  await ended;
  await spawn("a", "echo", "idle");
});

test("an agent can be ended while it is still starting", async () => {
  scenarios.set("a", "silent");
  await manager.spawnFor("a", "new");
  await manager.teardown("a");
  expect(manager.runtime("a")).toBeNull();
});

test("an end that nobody asked for is a failure with the reason, until it is stopped or started anew", async () => {
  await spawn("a", "echo", "idle");
  await manager.prompt("a", "crash").catch(() => {});
  await reaches("a", "failed");
  expect(manager.runtime("a")?.error).toBe("The agent ended by itself (exit code 3: TypeError: something broke).");
  await manager.teardown("a");
  expect(manager.runtime("a")).toBeNull();
  await spawn("a", "echo", "idle");
  expect(manager.runtime("a")?.error).toBeUndefined();
});

test("once closed it starts nothing", async () => {
  await manager.teardownAll();
  await expect(manager.spawnFor("a", "new")).rejects.toMatchObject({ code: "shutting-down" });
});
