import { randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { SessionEvent } from "../../api/live.ts";
import type { SessionSummary } from "../../api/sessions.ts";
import { agentsOf } from "../agent-processes.ts";
import { makeWorkspace, startChatServer, type TestWorkspace } from "../chat-server.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";

// The real Pi, the real `tht` and the offline model. `npm run test:faults` kills each some hundred times.
const LONG = process.env.THOTH_FAULTS === "long";
const TIMES = LONG ? 30 : 1;
const SERVERS = 100;
const TIMEOUT = LONG ? 1_800_000 : 240_000;
const QUESTION = "Quanto fatturato per regione nel 2025?";
const PHASES = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"];

type Client = Pick<ServerProcess, "get" | "post">;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
}, 60_000);

/** What is told of an agent at work, from its start to its rest: each a moment to kill it at. */
const MOMENTS: Record<string, (event: SessionEvent) => boolean> = {
  starts: ({ event, data }) => event === "snapshot" && data.runtime?.state === "starting",
  runs: ({ event, data }) => event === "runtime" && data?.state === "running",
  "says a word": ({ event }) => event === "delta",
  "has spoken": ({ event, data }) => event === "message" && data.role === "assistant",
  "begins a tool": ({ event, data }) => event === "message" && data.role === "tool",
  "has used a tool": ({ event, data }) => event === "tool" && data.state === "end",
  asks: ({ event }) => event === "gate",
  "is answered": ({ event }) => event === "gate-closed",
  "has moved on": ({ event }) => event === "phase",
  waits: ({ event, data }) => event === "runtime" && data?.state === "waiting",
};

async function sessionRow(app: Client, id: string): Promise<SessionSummary> {
  const { status, body } = await app.get(`/sessions?ids=${id}`);
  expect(status).toBe(200);
  return (body as unknown as SessionSummary[])[0] as SessionSummary;
}

/** Does what a patient person would do next, and notes what was answered with 200. */
async function goOn(app: Client, id: string, acknowledged: string[]): Promise<boolean> {
  const { status, phase, runtime } = await sessionRow(app, id);
  if (status === "finalized") return true;
  const state = runtime?.state ?? null;
  if (phase?.next === "gate" && (state === null || ["waiting", "paused", "idle", "failed"].includes(state))) {
    const answer = await app.post(`/sessions/${id}/decide`, { phase: phase.code, decision: "approve" });
    if (answer.status === 200) acknowledged.push(`${phase.code} approve`);
    // The agent was killed between the question and the answer, or the phase is over.
    else expect([409, 423]).toContain(answer.status);
  } else if (state === null || state === "failed" || state === "idle") {
    const answer = await app.post(`/sessions/${id}/resume`);
    expect([202, 409, 429]).toContain(answer.status);
  }
  return false;
}

async function decided(workspace: TestWorkspace, id: string): Promise<string[]> {
  const lines = (await workspace.ledger(id)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).map(({ phase, decision }) => `${phase} ${decision}`);
}

/** Every file of the session's folder is whole and none is left over. */
async function expectWhole(workspace: TestWorkspace, id: string) {
  const folder = join(workspace.dir, "sessions", id);
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  expect(names.filter((name) => /\.tmp|~$/.test(name))).toEqual([]);
  for (const name of names) expect([name, (await readFile(join(folder, name))).length > 0]).toEqual([name, true]);
  expect(await workspace.tht("session", "show", id)).toMatchObject({ id, problem: null });
}

/** Whether there was one to kill. It is told of before its process is there. */
async function killAgents(id: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const pids = agentsOf(id);
    for (const pid of pids) kill(pid);
    if (pids.length > 0) return true;
    await delay(10);
  }
  return false;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

test(
  "an agent killed at every moment of its work is resumed to the end: every decision once, every file whole",
  async () => {
    const workspace = await makeWorkspace("--demo");
    cleanUp.push(() => workspace.remove());
    const app = await startChatServer({ workspace });
    cleanUp.push(() => app.close());
    let kills = 0;
    // Each moment as many times as told, over as many sessions as that takes; every day those of one session.
    const left = Array.from({ length: TIMES }, () => Object.keys(MOMENTS)).flat();
    for (let sessions = 0; left.length > 0 && (LONG || sessions < 1); sessions++) {
      expect(sessions, `still to come: ${left}`).toBeLessThan(3 * TIMES + 5);
      const { status, body } = await app.post("/sessions", { question: QUESTION });
      expect(status).toBe(201);
      const id = String(body.id);
      const watch = await app.watch(id);
      const acknowledged: string[] = [];
      let seen = 0;
      const end = Date.now() + 120_000;
      for (let done = false; !done; ) {
        expect(Date.now(), `${id} goes on after ${kills} kills, still to come: ${left}`).toBeLessThan(end);
        const now = watch.events.slice(seen);
        seen = watch.events.length;
        const moment = left.find((name) => now.some((event) => MOMENTS[name]?.(event)));
        if (moment) {
          if (await killAgents(id)) {
            kills++;
            left.splice(left.indexOf(moment), 1);
          }
        }
        done = await goOn(app, id, acknowledged);
        await delay(10);
      }
      watch.close();
      const recorded = await decided(workspace, id);
      expect(recorded).toEqual(PHASES.map((code) => `${code} approve`));
      expect(recorded).toEqual(expect.arrayContaining(acknowledged));
      await expectWhole(workspace, id);
    }
    expect(kills).toBeGreaterThan(4);
    console.info(`${kills} kills of agents`);
  },
  TIMEOUT,
);

// Every day `resume.real.test.ts` kills one server.
test.runIf(LONG)(
  "a server killed with gates open and decisions on their way: what was answered stands, and the next server goes on",
  async () => {
    const workspace = await makeWorkspace("--demo");
    cleanUp.push(() => workspace.remove());
    let server = await startServerProcess(workspace);
    cleanUp.push(() => server.kill());
    const acknowledged = new Map<string, string[]>();
    for (let round = 0; round < SERVERS; round++) {
      // Three sessions at work at any time: those that are done make room for others.
      const running = [...acknowledged.keys()].slice(-3);
      const rows = await Promise.all(running.map((id) => sessionRow(server, id)));
      const open = rows.filter(({ status }) => status !== "finalized").map(({ id }) => id);
      while (open.length < 3) {
        const { status, body } = await server.post("/sessions", { question: QUESTION });
        expect(status).toBe(201);
        acknowledged.set(body.id, []);
        open.push(body.id);
      }
      const deadline = Date.now() + randomInt(200, 2500);
      const people = open.map(async (id) => {
        while (Date.now() < deadline + 100) {
          try {
            await goOn(server, id, acknowledged.get(id) ?? []);
          } catch (error) {
            // The server is gone in the midst of an answer.
            if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
            return;
          }
          await delay(randomInt(1, 40));
        }
      });
      await delay(deadline - Date.now());
      await server.kill();
      await Promise.all(people);
      for (const id of open) {
        const recorded = await decided(workspace, id);
        const told = acknowledged.get(id) ?? [];
        // Each once and in order; more than was told, where the server died between the two.
        expect(recorded, `${id}, round ${round}`).toEqual(
          PHASES.slice(0, recorded.length).map((code) => `${code} approve`),
        );
        expect(recorded).toEqual(expect.arrayContaining(told));
        await expectWhole(workspace, id);
        await expect.poll(() => agentsOf(id)).toEqual([]);
      }
      server = await startServerProcess(workspace);
    }
    for (const [id, told] of [...acknowledged].slice(-3)) {
      const end = Date.now() + 120_000;
      while (!(await goOn(server, id, told))) {
        expect(Date.now(), JSON.stringify(await sessionRow(server, id))).toBeLessThan(end);
        await delay(20);
      }
      expect(await decided(workspace, id)).toEqual(PHASES.map((code) => `${code} approve`));
    }
  },
  TIMEOUT,
);
