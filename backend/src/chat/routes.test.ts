import { readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChatServer } from "../../test/chat-server.ts";
import { useChatServers } from "../../test/chat-servers.ts";
import { knownAsks, knownGate } from "../../test/told-state.ts";
import { processEntry } from "../lib/process-tree.ts";

const { workspace, serve } = useChatServers();

const starts = async (app: ChatServer) => (await app.log()).match(/^start/gm)?.length ?? 0;

test("a new question makes a session and starts an agent that is sent /nuova-domanda with its id", async () => {
  const app = await serve("slow");
  const { status, body } = await app.post("/sessions", { question: "Quante vendite a Torino?", group: "Vendite" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ question: "Quante vendite a Torino?", group: "Vendite", phase: { code: "F1" } });
  await app.reaches(String(body.id), "running");
  expect((await app.prompts()).at(-1)).toBe(`/nuova-domanda ${body.id}`);
});

test("resuming sends /riprendi-sessione with the id, and nothing of a new question", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({
    status: 202,
    body: { runtime: { kind: "pi", state: "starting" } },
  });
  await app.reaches(id, "running");
  expect((await app.prompts()).at(-1)).toBe(`/riprendi-sessione ${id}`);
});

test("the agent runs in its session's folder, on that session, and the name a person gave stays", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/rename`, { name: "Di una persona" });
  const forked = await app.post(`/sessions/${id}/fork`, { name: "La copia" });
  for (const [session, name] of [
    [id, "Di una persona"],
    [String(forked.body.id), "La copia"],
  ] as const) {
    expect((await app.post(`/sessions/${session}/resume`)).status).toBe(202);
    await app.reaches(session, "running");
    const pid = [...(await app.log()).matchAll(/^start (\d+)$/gm)].at(-1)?.[1];
    expect(await readlink(`/proc/${pid}/cwd`)).toBe(join(workspace().dir, "sessions", session));
    expect((await app.prompts()).at(-1)).toBe(`/riprendi-sessione ${session}`);
    expect((await app.get(`/sessions/${session}`)).body.name).toBe(name);
  }
});

test("a session with an agent is not resumed a second time, however much later", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "running");
  const before = await starts(app);
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({ status: 409, body: { code: "already_running" } });
  await app.post(`/sessions/${id}/abort`);
  await app.reaches(id, "waiting");
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({ status: 409, body: { code: "already_running" } });
  expect(await starts(app)).toBe(before);
});

test("an empty question is refused before anything is made", async () => {
  const app = await serve("echo");
  const before = await workspace().tht<unknown[]>("session", "list");
  expect(await app.post("/sessions", { question: " \n" })).toMatchObject({
    status: 400,
    body: { code: "invalid-question" },
  });
  expect(await workspace().tht<unknown[]>("session", "list")).toHaveLength(before.length);
});

test("two resumes at once start one process", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  const before = await starts(app);
  const answers = await Promise.all([app.post(`/sessions/${id}/resume`), app.post(`/sessions/${id}/resume`)]);
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([202, "already_running"]);
  await app.reaches(id, "running");
  expect(await starts(app)).toBe(before + 1);
});

test("an archived session is not resumed", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await workspace().tht("session", "archive", id);
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({ status: 409, body: { code: "archived" } });
  expect(app.state(id)).toBeNull();
});

test("a completed session is not resumed", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  const file = join(workspace().dir, "sessions", id, "session_manifest.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace('"open"', '"finalized"'));
  const before = await starts(app);
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({ status: 409, body: { code: "finalized" } });
  expect([app.state(id), await starts(app)]).toEqual([null, before]);
});

test("a session whose manifest can't be read is not resumed", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await writeFile(join(workspace().dir, "sessions", id, "session_manifest.yaml"), "name: [");
  const before = await starts(app);
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({ status: 422, body: { code: "unreadable" } });
  expect([app.state(id), await starts(app)]).toEqual([null, before]);
});

test("a resume right behind a stop waits for the end and starts another process", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "running");
  const before = await starts(app);
  expect((await app.post(`/sessions/${id}/stop`)).status).toBe(202);
  expect((await app.post(`/sessions/${id}/resume`)).status).toBe(202);
  await app.reaches(id, "running");
  expect(await starts(app)).toBe(before + 1);
});

test("a closed session is reopened, then resumed", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await workspace().tht("session", "close", id);
  expect(await app.post(`/sessions/${id}/resume`)).toMatchObject({ status: 202 });
  expect(await workspace().tht("session", "show", id)).toMatchObject({ status: "open" });
});

test("a session that is not there is told so by every route", async () => {
  const app = await serve("slow");
  const paths = ["resume", "abort", "stop"].map((verb) => [`/sessions/nowhere/${verb}`, undefined] as const);
  const bodies = [
    ["/sessions/nowhere/prompt", { text: "ciao" }],
    ["/sessions/nowhere/decide", { phase: "F1", decision: "approve" }],
    ["/sessions/nowhere/answer", { requestId: "x", cancelled: true }],
  ] as const;
  for (const [path, body] of [...paths, ...bodies]) {
    expect([path, (await app.post(path, body)).body.code]).toEqual([path, "session-not-found"]);
  }
});

test("without an agent there is nobody to speak to or to break off", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  expect((await app.post(`/sessions/${id}/prompt`, { text: "ciao" })).body.code).toBe("not_running");
  expect((await app.post(`/sessions/${id}/abort`)).body.code).toBe("not_running");
  expect((await app.post(`/sessions/${id}/stop`)).status).toBe(202);
});

test("a message while the agent works steers it; one at rest begins a run", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "running");
  expect((await app.post(`/sessions/${id}/prompt`, { text: "guarda anche i resi" })).status).toBe(202);
  expect((await app.post(`/sessions/${id}/abort`)).status).toBe(202);
  expect((await app.prompts()).slice(-2)).toEqual([`/riprendi-sessione ${id}`, "guarda anche i resi"]);
});

test("a message that the agent does not take is told with its reason, and marked in the chat", async () => {
  const app = await serve("echo");
  const id = await workspace().newSession();
  const watch = await app.watch(id);
  await app.post(`/sessions/${id}/resume`);
  await app.until(() => expect(knownGate(watch.events)).toMatchObject({ paused: false }));
  await app.post(`/sessions/${id}/decide`, { phase: "F1", decision: "revise", note: "più breve" });
  await app.reaches(id, "idle");
  expect(await app.post(`/sessions/${id}/prompt`, { text: "refuse" })).toMatchObject({
    status: 502,
    body: { code: "agent-failed", detail: expect.stringContaining("no model is chosen") },
  });
  expect(app.state(id)).toBe("idle");
  const said = watch.events.flatMap((frame) => (frame.event === "message" ? [frame.data] : []));
  expect(said.findLast(({ role }) => role === "user")).toMatchObject({ text: "refuse", error: true });
  const rests = () => watch.events.flatMap((frame) => (frame.event === "rest" ? [frame.data] : []));
  await app.until(() => expect(rests().at(-1)).toEqual({ reason: "settled" }));
});

test("unknown commands are refused, known prompts pass, and a leading blank makes it text", async () => {
  const app = await serve("ask");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "waiting");
  const prompt = (text: string) => app.post(`/sessions/${id}/prompt`, { text });
  for (const text of ["/esporta", `/nuova-domanda ${id}`, `/riprendi-sessione ${id}`, "/"]) {
    expect([text, (await prompt(text)).body.code]).toEqual([text, "unknown_command"]);
  }
  expect((await prompt("/riassumi tutto")).status).toBe(202);
  expect((await prompt(" /esporta")).status).toBe(202);
  expect((await app.prompts()).slice(-2)).toEqual(["/riassumi tutto", " /esporta"]);
});

test("a plain question of an extension is answered as it asks, once", async () => {
  const app = await serve("ask");
  const id = await workspace().newSession();
  const watch = await app.watch(id);
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "waiting");
  await app.until(() => expect(knownAsks(watch.events)).toMatchObject([{ requestId: "ask-1" }]));
  const answer = (body: object) => app.post(`/sessions/${id}/answer`, { requestId: "ask-1", ...body });
  expect(await answer({ value: "sì" })).toMatchObject({ status: 400, body: { code: "invalid-request" } });
  expect(await answer({ confirmed: true })).toMatchObject({ status: 202 });
  expect(await answer({ confirmed: true })).toMatchObject({ status: 409, body: { code: "gate_closed" } });
  await app.until(() => expect(knownAsks(watch.events)).toEqual([]));
  await app.until(async () => expect(await app.log()).toContain('"confirmed":true'));
});

test("an agent that can't start leaves the session failed, with the reason", async () => {
  const app = await serve("broken");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.until(async () => {
    const { runtime } = (await app.get(`/sessions/${id}`)).body as { runtime: { error?: string } | null };
    expect(runtime?.error).toContain("extension gate.ts failed to load");
  });
});

test("the cap refuses a further agent by name and makes nothing; one at rest makes room", async () => {
  const app = await serve("slow", { maxAgents: 1 });
  const [first, second] = [await workspace().newSession(), await workspace().newSession()];
  await app.post(`/sessions/${first}/resume`);
  await app.reaches(first, "running");
  expect(await app.post(`/sessions/${second}/resume`)).toMatchObject({
    status: 429,
    body: { code: "too_many_agents", agents: [{ id: first, state: "running" }] },
  });
  const before = await workspace().tht<unknown[]>("session", "list");
  expect((await app.post("/sessions", { question: "Una in più?" })).body.code).toBe("too_many_agents");
  expect(await workspace().tht<unknown[]>("session", "list")).toHaveLength(before.length);

  await app.post(`/sessions/${first}/abort`);
  await app.reaches(first, "waiting");
  expect((await app.post(`/sessions/${second}/resume`)).status).toBe(202);
  await app.reaches(second, "running");
  expect(app.state(first)).toBe("paused");
});

test("deleting a session ends its agent and all it started, and removes Pi's files", async () => {
  const app = await serve("family");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.until(async () => expect(await app.log()).toMatch(/child \d+/));
  const pids = [...(await app.log()).matchAll(/^(?:start|child) (\d+)$/gm)].slice(-2).map((match) => Number(match[1]));
  expect((await app.delete(`/sessions/${id}`)).status).toBe(204);
  expect(pids.map(processEntry)).toEqual([null, null]);
  expect((await app.get(`/sessions/${id}`)).status).toBe(404);
});

test("a deletion waits for the decision that is being made: no agent is left on what is gone", async () => {
  const app = await serve("gate");
  const id = await workspace().newSession();
  const decided = app.post(`/sessions/${id}/decide`, { phase: "F1", decision: "approve" });
  await app.until(async () => expect(await workspace().ledger(id)).not.toBe(""));
  expect((await app.delete(`/sessions/${id}`)).status).toBe(204);
  expect((await decided).status).toBe(200);
  expect((await app.get(`/sessions/${id}`)).status).toBe(404);
  expect(app.state(id)).toBe(null);
  for (const [, pid] of (await app.log()).matchAll(/^start (\d+)$/gm)) expect(processEntry(Number(pid))).toBe(null);
});

test("a crash is shown with its reason, and resuming starts another process", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "running");
  const pid = Number([...(await app.log()).matchAll(/^start (\d+)$/gm)].at(-1)?.[1]);
  process.kill(pid, "SIGKILL");
  await app.reaches(id, "paused");
  expect(app.services.chat.port.runtime(id)?.error).toBe("The agent ended by itself (killed by SIGKILL).");
  expect((await app.post(`/sessions/${id}/resume`)).status).toBe(202);
  await app.reaches(id, "running");
});

test("a name in X-Thoth-By that is no name is refused", async () => {
  const app = await serve("slow");
  const id = await workspace().newSession();
  const by = (name: string) =>
    app.post(`/sessions/${id}/decide`, { phase: "F1", decision: "approve" }, { "x-thoth-by": name });
  expect((await by("%00")).body.code).toBe("invalid-request");
  expect((await by("%zz")).body.code).toBe("invalid-request");
});
