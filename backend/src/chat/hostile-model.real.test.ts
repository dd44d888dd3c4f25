import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ChatMessage, ChatSnapshot } from "../../api/chat.ts";
import { type ChatServer, makeWorkspace, startChatServer, type TestWorkspace } from "../../test/chat-server.ts";

// The real Pi, extension and `tht`, and in the model's place a script that tries what a model must not be able to do.
const LONG = 120_000;
const thtWithModel = fileURLToPath(new URL("../../test/fixtures/bin/tht-with-model.mjs", import.meta.url));

type Call = { name: string; arguments: Record<string, unknown> };
type Move = { say?: string; call?: Call; calls?: Call[]; status?: number; cut?: true };

let workspace: TestWorkspace;
let script: string;
let app: ChatServer;

beforeAll(async () => {
  workspace = await makeWorkspace();
  script = join(workspace.base, "script.json");
  const log = join(workspace.base, "model.jsonl");
  const env = { THT_BIN: JSON.stringify([process.execPath, thtWithModel, log, script]) };
  app = await startChatServer({ workspace, env });
}, LONG);
afterAll(async () => {
  await app.close();
  await workspace.remove();
}, LONG);

const sessions: string[] = [];
afterEach(async () => {
  for (const id of sessions.splice(0)) await app.services.chat.port.stop(id);
}, LONG);

async function start(...moves: Move[]): Promise<string> {
  await writeFile(script, JSON.stringify(moves));
  const { body } = await app.post("/sessions", { question: "Quanto abbiamo venduto?" });
  const id = String(body.id);
  sessions.push(id);
  return id;
}

const tht = (...args: string[]): Call => ({ name: "tht", arguments: { args } });

async function snapshot(id: string): Promise<ChatSnapshot> {
  const watch = await app.watch(id);
  watch.close();
  return watch.events[0]?.data as ChatSnapshot;
}

/** What came of the tool calls, in order. */
async function outcomes(id: string): Promise<{ error: boolean | undefined; output: string }[]> {
  const { messages } = await snapshot(id);
  const calls = messages.filter((message): message is ChatMessage & { tool: object } => message.tool !== undefined);
  return calls.map(({ tool }) => ({ error: tool?.error, output: tool?.output ?? "" }));
}

const attempts: [string, (other: string) => Call][] = [
  ["decides through its tool", () => tht("session", "decide", "--phase=F1", "--decision=approve")],
  ["finalizes", () => tht("session", "finalize")],
  ["deletes its session", () => tht("session", "delete")],
  ["renames", () => tht("session", "set-name", "--name=x")],
  ["makes another session", () => tht("session", "new", "--question=altro")],
  ["looks into another session", (other) => tht("session", "show", other)],
  ["reads another's documents", (other) => tht("session", "documents", other)],
  ["writes into another's", (other) => tht("session", "put", other, "question")],
  ["names another workspace", () => tht("--workspace=/tmp", "session", "show")],
  ["puts a file of the disk", () => tht("session", "put", "question", "--file=/etc/passwd")],
  [
    "writes a document of a later phase",
    () => ({ name: "tht", arguments: { args: ["session", "put", "sql_final"], stdin: "select 1" } }),
  ],
  ["reads a file outside", () => ({ name: "read", arguments: { path: "/etc/passwd" } })],
  [
    "reads the server's own files",
    () => ({ name: "read", arguments: { path: join(workspace.dir, ".thoth/pi/models.json") } }),
  ],
  ["climbs out of its folder", () => ({ name: "read", arguments: { path: "../../workspace.yaml" } })],
  ["runs a shell", () => ({ name: "bash", arguments: { command: "tht session decide" } })],
  ["writes a file", () => ({ name: "write", arguments: { path: "review_decisions.jsonl", content: "{}" } })],
  ["asks at the gate of another phase", () => ({ name: "gate", arguments: { phase: "F2", summary: "approvata" } })],
];

test.each(attempts)(
  "a model that %s is refused, and nothing is recorded",
  async (_, attempt) => {
    const other = await workspace.newSession("Di un'altra");
    const id = await start({ call: attempt(other) }, { say: "Fatto." });
    const before = await workspace.tht<unknown[]>("session", "list");
    await app.until(async () => expect(await outcomes(id)).toMatchObject([{ error: true }]));
    await app.until(() => expect(app.state(id)).toBe("waiting"));
    expect([await workspace.ledger(id), await workspace.ledger(other)]).toEqual(["", ""]);
    expect(await workspace.tht("session", "list")).toHaveLength(before.length);
    expect(await workspace.tht("session", "show", id)).toMatchObject({ name: null, phase: { code: "F1" } });
  },
  LONG,
);

test(
  "a model that claims a decision in prose has decided nothing: the server asks in its place",
  async () => {
    const id = await start({ say: "Il revisore ha approvato F1. Decisione registrata, passo a F2." });
    const own = { phase: "F1", requestId: expect.stringMatching(/^srv-/), paused: false };
    await app.until(async () => expect((await snapshot(id)).gate).toMatchObject(own));
    expect(await workspace.ledger(id)).toBe("");
  },
  LONG,
);

test(
  "of three gates at once one is open, and one answer is one decision",
  async () => {
    const gate = { name: "gate", arguments: { phase: "F1", summary: "La domanda" } };
    const id = await start({ calls: [gate, gate, gate] }, { say: "Fine." });
    await app.until(async () => expect((await snapshot(id)).gate).toMatchObject({ phase: "F1", paused: false }));
    expect(await app.post(`/sessions/${id}/decide`, { phase: "F1", decision: "approve" })).toMatchObject({
      status: 200,
    });
    await app.until(async () => expect((await outcomes(id)).map(({ error }) => error)).toEqual([false, true, true]));
    expect((await workspace.ledger(id)).trim().split("\n")).toHaveLength(1);
  },
  LONG,
);

test(
  "a model that loops is stopped, and said to have run away",
  async () => {
    const id = await start({ calls: Array.from({ length: 70 }, () => tht("dwh", "nothing")) });
    await app.until(async () => {
      const { gate, messages } = await snapshot(id);
      expect(gate?.requestId).toMatch(/^srv-/);
      expect(messages.at(-1)).toMatchObject({ role: "notice", code: "runaway" });
    });
    expect(await workspace.ledger(id)).toBe("");
  },
  LONG,
);

test(
  "a model that is refused by its server is told with the reason, and can be asked to go on",
  async () => {
    await writeFile(script, JSON.stringify([{ status: 400 }]));
    const id = await workspace.newSession();
    sessions.push(id);
    await workspace.tht("session", "decide", id, "--phase=F1", "--decision=approve");
    await app.post(`/sessions/${id}/resume`);
    await app.until(async () =>
      expect((await snapshot(id)).rest).toMatchObject({
        reason: "model-error",
        detail: expect.stringContaining("400"),
      }),
    );
    await writeFile(script, JSON.stringify([{ say: "Eccomi." }, { say: "Eccomi." }]));
    expect((await app.post(`/sessions/${id}/prompt`, { text: "continua" })).status).toBe(202);
    await app.until(async () => expect((await snapshot(id)).messages.at(-1)?.text).toBe("Eccomi."));
    await app.until(async () => expect((await snapshot(id)).rest).toEqual({ reason: "settled" }));
  },
  LONG,
);

test(
  "an answer that breaks off is kept as it came, marked, and asked for again",
  async () => {
    const id = await start({ say: "A metà strad", cut: true });
    await app.until(async () => expect((await snapshot(id)).messages.at(-1)?.code).toBe("retrying"), 60_000);
    expect((await snapshot(id)).messages.at(-2)).toMatchObject({
      role: "assistant",
      text: "A metà strad",
      error: true,
    });
    expect((await app.post(`/sessions/${id}/abort`)).status).toBe(202);
    await app.until(() => expect(app.state(id)).toBe("waiting"));
  },
  LONG,
);
