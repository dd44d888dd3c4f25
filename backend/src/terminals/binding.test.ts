import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Gate } from "../../api/chat.ts";
import type { Runtime } from "../../api/sessions.ts";
import type { Terminal } from "../../api/terminals.ts";
import { makeWorkspace, startChatServer } from "../../test/chat-server.ts";
import { runtimeFolder } from "../../test/terminal-server.ts";
import { processEntry } from "../lib/process-tree.ts";

const SLEEP = { command: ["sleep", "1000"], cols: 80, rows: 24 };

async function openServer(scenario = "gate") {
  const workspace = await makeWorkspace();
  const env = { XDG_RUNTIME_DIR: await runtimeFolder() };
  const server = await startChatServer({ workspace, scenario, env });
  onTestFinished(async () => {
    await server.services.terminals.endAll();
    await server.close();
    await workspace.remove();
  });
  const runtime = async (id: string) => (await server.get(`/sessions/${id}`)).body.runtime as Runtime | null;
  async function bind(session: string): Promise<Terminal> {
    const { status, body } = await server.post("/terminals", { ...SLEEP, session });
    expect([status, body.code]).toEqual([201, undefined]);
    return body as unknown as Terminal;
  }
  return { ...server, workspace, runtime, bind };
}

test("a terminal gives its session a runtime, in the session, the list and the live events, until it ends", async () => {
  const server = await openServer();
  const id = await server.workspace.newSession();
  const watched = await server.watch(id);
  const { id: terminal, startedAt } = await server.bind(id);
  const runtime = { kind: "terminal", state: "running", since: startedAt, terminal };
  expect(await server.runtime(id)).toEqual(runtime);
  expect((await server.get(`/sessions?ids=${id}`)).body).toMatchObject([{ id, runtime }]);
  await server.until(() =>
    expect(watched.events).toContainEqual(expect.objectContaining({ event: "runtime", data: runtime })),
  );

  await server.delete(`/terminals/${terminal}`);
  expect(await server.runtime(id)).toBeNull();
  const told = () =>
    watched.events.filter(({ event }) => event === "runtime").map(({ data }) => (data as Runtime | null)?.state);
  await server.until(() => expect(told()).toEqual(["running", "stopping", undefined]));
  watched.close();
});

test("one whose program ends by itself is no runtime any more", async () => {
  const server = await openServer();
  const id = await server.workspace.newSession();
  await server.post("/terminals", { ...SLEEP, command: ["true"], session: id });
  await server.until(async () => expect(await server.runtime(id)).toBeNull());
  await server.bind(id);
});

test("nobody else works on its session meanwhile: no agent of the chat, no second terminal", async () => {
  const server = await openServer();
  const id = await server.workspace.newSession();
  const tries = await Promise.all([1, 2].map(() => server.post("/terminals", { ...SLEEP, session: id })));
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 409]);
  const terminal = tries.find(({ status }) => status === 201)?.body.id as string;

  const refused = { code: "already_running", terminal, address: `/?term=${terminal}` };
  expect((await server.post(`/sessions/${id}/resume`)).body).toMatchObject(refused);
  expect((await server.post("/terminals", { ...SLEEP, session: id })).body).toMatchObject(refused);
  expect((await server.post(`/sessions/${id}/prompt`, { text: "ciao" })).body).toMatchObject({ code: "not_running" });
  await server.delete(`/terminals/${terminal}`);
  expect((await server.post(`/sessions/${id}/resume`)).status).toBe(202);

  await server.reaches(id, "waiting");
  expect((await server.post("/terminals", { ...SLEEP, session: id })).body).toMatchObject({ code: "already_running" });
});

test("decisions stay on the page, are recorded, and start no agent beside the terminal", async () => {
  const server = await openServer();
  const id = await server.workspace.newSession();
  await server.bind(id);
  const watched = await server.watch(id);
  // As an agent in the terminal does it.
  const question = join(server.workspace.base, "question.md");
  await writeFile(question, "# Domanda\n\nQuanto abbiamo venduto nel 2025?\n");
  await server.workspace.tht("session", "put", id, "question", `--file=${question}`);
  const gates = () => watched.events.filter(({ event }) => event === "gate").map(({ data }) => data as Gate);
  await server.until(() => expect(gates().at(-1)).toMatchObject({ phase: "F1", paused: false }));
  expect(await server.runtime(id)).toMatchObject({ kind: "terminal", state: "running" });

  const { requestId } = gates().at(-1) as Gate;
  const body = { phase: "F1", decision: "revise", note: "solo il 2025", requestId };
  expect(await server.post(`/sessions/${id}/decide`, body)).toMatchObject({ status: 200 });
  expect(await server.workspace.ledger(id)).toContain("solo il 2025");
  await server.until(() => expect(watched.events.map(({ event }) => event)).toContain("gate-closed"));
  expect(await server.runtime(id)).toMatchObject({ kind: "terminal", state: "running" });
  expect(await server.log()).toBe("");
  watched.close();
});

test.each(["archive", "stop", "delete"] as const)("%s ends it first", async (verb) => {
  const server = await openServer();
  const id = await server.workspace.newSession();
  const { pid } = await server.bind(id);
  const { status } =
    verb === "delete" ? await server.delete(`/sessions/${id}`) : await server.post(`/sessions/${id}/${verb}`);
  expect(status).toBeLessThan(300);
  await server.until(() => expect(processEntry(pid)).toBeNull());
  await server.until(async () => expect((await server.get("/terminals")).body).toEqual([]));
  if (verb === "archive")
    expect((await server.post("/terminals", { ...SLEEP, session: id })).body).toMatchObject({ code: "archived" });
  if (verb === "delete")
    expect((await server.post("/terminals", { ...SLEEP, session: id })).body).toMatchObject({
      code: "session-not-found",
    });
});

test("a server that starts anew finds whose terminal it is", async () => {
  const workspace = await makeWorkspace();
  const env = { XDG_RUNTIME_DIR: await runtimeFolder() };
  const first = await startChatServer({ workspace, env });
  const id = await workspace.newSession();
  const { body } = await first.post("/terminals", { ...SLEEP, session: id });
  await first.close();
  const second = await startChatServer({ workspace, env });
  onTestFinished(async () => {
    await second.services.terminals.endAll();
    await second.close();
    await workspace.remove();
  });
  expect((await second.get(`/sessions/${id}`)).body.runtime).toMatchObject({ kind: "terminal", terminal: body.id });
  expect((await second.post(`/sessions/${id}/resume`)).body).toMatchObject({ code: "already_running" });
});
