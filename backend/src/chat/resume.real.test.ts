import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { SessionSummary } from "../../api/sessions.ts";
import { agentsOf } from "../../test/agent-processes.ts";
import { type ChatServer, makeWorkspace, startChatServer, type TestWorkspace } from "../../test/chat-server.ts";
import { startServerProcess } from "../../test/server-process.ts";
import { knownGate } from "../../test/told-state.ts";

// With the real Pi, the real `tht` and the offline model; a session goes through all its phases in several seconds.
const LONG = 180_000;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const thtWithModel = here("../../test/fixtures/bin/tht-with-model.mjs");

let workspace: TestWorkspace;
let modelLog: string;
let env: Record<string, string>;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  workspace = await makeWorkspace("--demo");
  modelLog = join(workspace.base, "model.jsonl");
  env = { THT_BIN: JSON.stringify([process.execPath, thtWithModel, modelLog, "-"]) };
}, LONG);
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
}, LONG);
afterAll(() => workspace.remove());

type Message = { role: string; content: string | { text: string }[] };
type ModelRequest = { at: number; body: { messages: Message[]; tools?: { function: { name: string } }[] } };

async function modelRequests(since = 0): Promise<ModelRequest[]> {
  const text = await readFile(modelLog, "utf8").catch(() => "");
  const requests = text.split("\n").filter((line) => line !== "");
  return requests.map((line) => JSON.parse(line) as ModelRequest).filter(({ at }) => at >= since);
}

const textOf = ({ content }: Message) =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("");

async function serve(): Promise<ChatServer> {
  const app = await startChatServer({ workspace, env });
  cleanUp.push(app.close);
  return app;
}

type Client = Pick<ChatServer, "get" | "post" | "until">;

/** Waits until the session's agent, or the server, asks about that phase. */
async function atGate(app: Client, id: string, phase: string, states = ["waiting"]): Promise<void> {
  await app.until(async () => {
    // The list is kept by the server: asking for it often costs no process.
    const listed = await app.get(`/sessions?ids=${id}`);
    expect(listed).toMatchObject({ status: 200 });
    const [row] = listed.body as unknown as SessionSummary[];
    expect([row?.phase?.code, row?.phase?.next]).toEqual([phase, "gate"]);
    expect(states).toContain(row?.runtime?.state);
  }, 60_000);
}

async function approve(app: Client, id: string, ...phases: string[]) {
  for (const phase of phases) {
    await atGate(app, id, phase);
    expect(await app.post(`/sessions/${id}/decide`, { phase, decision: "approve" })).toMatchObject({ status: 200 });
  }
}

async function newSession(app: Client): Promise<string> {
  const { status, body } = await app.post("/sessions", { question: "Quanto fatturato per regione nel 2025?" });
  expect(status).toBe(201);
  return String(body.id);
}

const sessionIds = async () => (await readdir(join(workspace.dir, "sessions"))).filter((name) => !name.startsWith("."));

async function decisions(id: string) {
  const lines = (await workspace.ledger(id)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).map(({ phase, decision }) => `${phase} ${decision}`);
}

/** What the first request of the process that was started after `since` holds. */
async function expectColdStart(since: number, id: string) {
  const [first] = await modelRequests(since);
  const messages = first?.body.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
  const [system, user] = messages as [Message, Message];
  const template = await readFile(here("../../../harness-stub/prompts/riprendi-sessione.md"), "utf8");
  const expanded = template.replace(/^---\n[\s\S]*?\n---\n/, "").replaceAll("$1", id);
  expect(textOf(user).trim()).toBe(expanded.trim());
  expect(textOf(system)).toContain(`session \`${id}\` only`);
  expect(first?.body.tools?.map((tool) => tool.function.name).sort()).toEqual(["gate", "read", "tht"]);
}

async function killAgents(app: Client, id: string) {
  const pids = agentsOf(id);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await atGate(app, id, "F4", ["paused"]);
}

test(
  "a session killed at the gate of F4 is resumed there by a fresh process from its documents alone, and completed",
  async () => {
    const app = await serve();
    const id = await newSession(app);
    await approve(app, id, "F1", "F2", "F3");
    await atGate(app, id, "F4");
    await killAgents(app, id);
    const before = { ledger: await workspace.ledger(id), ids: await sessionIds() };

    const since = Date.now();
    const watch = await app.watch(id);
    expect((await app.post(`/sessions/${id}/resume`)).status).toBe(202);
    await atGate(app, id, "F4");
    await app.until(() =>
      expect(knownGate(watch.events)).toMatchObject({
        phase: "F4",
        paused: false,
        documents: [{ key: "schema_linking" }],
      }),
    );
    await expectColdStart(since, id);
    const asked = JSON.stringify((await modelRequests(since)).at(-1)?.body.messages);
    expect(asked).toContain("# Domanda rivista");
    expect(asked).toContain("righe_ordine.ordine_id");
    expect({ ledger: await workspace.ledger(id), ids: await sessionIds() }).toEqual(before);

    await approve(app, id, "F4", "F5", "F6", "F7", "F8");
    expect(await workspace.tht("session", "show", id)).toMatchObject({
      status: "finalized",
      phase: { complete: true },
    });
    expect(await decisions(id)).toEqual(
      ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"].map((code) => `${code} approve`),
    );
    expect((await app.post(`/sessions/${id}/resume`)).body.code).toBe("finalized");
    expect((await app.post(`/sessions/${id}/stop`)).status).toBe(202);
    await app.until(() => expect(agentsOf(id)).toEqual([]));
  },
  LONG,
);

test(
  "a gate answered while its process was gone is recorded, and a fresh process goes on with the next phase",
  async () => {
    const app = await serve();
    const id = await newSession(app);
    await approve(app, id, "F1", "F2", "F3");
    await atGate(app, id, "F4");
    await killAgents(app, id);
    const since = Date.now();
    expect(await app.post(`/sessions/${id}/decide`, { phase: "F4", decision: "approve" })).toMatchObject({
      status: 200,
    });
    await atGate(app, id, "F5");
    await expectColdStart(since, id);
    expect(await decisions(id)).toEqual(["F1 approve", "F2 approve", "F3 approve", "F4 approve"]);
  },
  LONG,
);

test(
  "after a rollback to F2 with a note a fresh process does F2 again, and the later phases follow",
  async () => {
    const app = await serve();
    const id = await newSession(app);
    await approve(app, id, "F1", "F2", "F3");
    await atGate(app, id, "F4");
    const note = "per fatturato intendo il fatturato netto";
    const back = { phase: "F4", decision: "rollback", to: "F2", note };
    expect(await app.post(`/sessions/${id}/decide`, back)).toMatchObject({
      status: 200,
      body: { phase: { code: "F2" } },
    });
    await atGate(app, id, "F2");
    const before = await workspace.ledger(id);
    for (const pid of agentsOf(id)) process.kill(pid, "SIGKILL");
    await atGate(app, id, "F2", ["paused"]);
    const since = Date.now();
    expect((await app.post(`/sessions/${id}/resume`)).status).toBe(202);
    await atGate(app, id, "F2");
    await expectColdStart(since, id);
    expect(await workspace.ledger(id)).toBe(before);
    await approve(app, id, "F2", "F3", "F4");
    await atGate(app, id, "F5");
  },
  LONG,
);

test(
  "after the server itself was killed, another server resumes the session at the gate of F4",
  async () => {
    const first = await serverProcess();
    const id = await newSession(first);
    await approve(first, id, "F1", "F2", "F3");
    await atGate(first, id, "F4");
    const before = { ledger: await workspace.ledger(id), ids: await sessionIds() };
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    await first.until(() => expect(agentsOf(id)).toEqual([]));

    const second = await serverProcess();
    const since = Date.now();
    expect((await second.post(`/sessions/${id}/resume`)).status).toBe(202);
    await atGate(second, id, "F4");
    await expectColdStart(since, id);
    expect({ ledger: await workspace.ledger(id), ids: await sessionIds() }).toEqual(before);
    await approve(second, id, "F4");
    await atGate(second, id, "F5");
    process.kill(second.pid, "SIGTERM");
    expect(await second.exited).toBe(0);
    expect(agentsOf(id)).toEqual([]);
  },
  LONG,
);

test(
  "when the offline model dies it comes back, and the agent at its gate goes on",
  async () => {
    const app = await serve();
    const id = await newSession(app);
    await atGate(app, id, "F1");
    const models = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandOf(pid).includes(thtWithModel) && commandOf(pid).includes("serve"));
    expect(models).not.toEqual([]);
    for (const pid of models) process.kill(Number(pid), "SIGKILL");
    await approve(app, id, "F1");
    await atGate(app, id, "F2");
  },
  LONG,
);

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** The server as people start it. */
async function serverProcess() {
  const server = await startServerProcess(workspace, env);
  cleanUp.push(() => server.kill());
  return server;
}
