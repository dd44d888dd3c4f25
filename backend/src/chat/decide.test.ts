import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Gate } from "../../api/chat.ts";
import type { SessionEvent } from "../../api/live.ts";
import { type ChatServer, type ChatServerOptions, makeWorkspace } from "../../test/chat-server.ts";
import { useChatServers } from "../../test/chat-servers.ts";
import { knownGate } from "../../test/told-state.ts";

const { workspace, serve: serveFake } = useChatServers();
const serve = ({ scenario = "gate", ...more }: Partial<ChatServerOptions> = {}) => serveFake(scenario, more);

const lines = async (id: string) => (await workspace().ledger(id)).split("\n").filter((line) => line !== "");
const records = async (id: string) => (await lines(id)).map((line) => JSON.parse(line));

/** A session whose agent asks at the gate of F1. */
async function atGate(app: ChatServer) {
  const id = await workspace().newSession();
  const watch = await app.watch(id);
  await app.post(`/sessions/${id}/resume`);
  await app.reaches(id, "waiting");
  await app.until(() => expect(knownGate(watch.events)?.paused).toBe(false));
  const decide = (body: object, headers?: Record<string, string>) =>
    app.post(`/sessions/${id}/decide`, { phase: "F1", ...body }, headers);
  return { id, watch, decide, gate: () => knownGate(watch.events) };
}

/** A session at the gate of F1 on which no agent works. */
async function paused(app: ChatServer) {
  const id = await workspace().newSession();
  const watch = await app.watch(id);
  await app.until(() => expect(knownGate(watch.events)?.paused).toBe(true));
  const decide = (body: object) => app.post(`/sessions/${id}/decide`, { phase: "F1", ...body });
  return { id, watch, decide, gate: () => knownGate(watch.events) };
}

const closes = (events: readonly SessionEvent[]) =>
  events.flatMap((frame) => (frame.event === "gate-closed" ? [frame.data] : []));

test("an approval is recorded for the person who gave it, then told to the agent", async () => {
  const app = await serve();
  const { id, decide, watch, gate } = await atGate(app);
  const { requestId } = gate() as Gate;
  const answer = await decide({ decision: "approve", requestId }, { "x-thoth-by": "Chiara%20%C3%88" });
  expect(answer).toMatchObject({ status: 200, body: { id, phase: { code: "F2" } } });
  expect(await records(id)).toMatchObject([{ phase: "F1", decision: "approve", by: "Chiara È", key: requestId }]);
  await app.until(async () => expect(await app.log()).toContain("answer"));
  const sent = JSON.parse(/^answer (.*)$/m.exec(await app.log())?.[1] ?? "{}");
  expect(JSON.parse(sent.value)).toEqual({ decision: "approve", recorded: true });
  expect(closes(watch.events).at(-1)).toEqual({ requestId, outcome: "recorded", decision: "approve", by: "Chiara È" });
});

test("the same answer twice is one line of the ledger; another answer is refused", async () => {
  const app = await serve();
  const { id, decide, gate } = await atGate(app);
  const requestId = gate()?.requestId;
  const first = { decision: "revise", note: "Solo il 2025\r\n`$()` \u2028 «è» 🙂", requestId };
  expect((await decide(first)).status).toBe(200);
  expect((await decide(first)).status).toBe(200);
  expect((await decide({ ...first, note: "altro" })).body.code).toBe("gate_closed");
  expect((await decide({ decision: "approve", requestId })).body.code).toBe("gate_closed");
  expect(await records(id)).toMatchObject([{ decision: "revise", note: first.note }]);
});

test("the same answer twice at once is one line as well", async () => {
  const app = await serve();
  const { id, decide, gate } = await atGate(app);
  const answer = { decision: "approve", requestId: gate()?.requestId };
  const both = await Promise.all([decide(answer), decide(answer)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await lines(id)).toHaveLength(1);
});

test("an answer to a question that never was is refused", async () => {
  const app = await serve();
  const { id, decide } = await atGate(app);
  expect((await decide({ decision: "approve", requestId: "made-up" })).body.code).toBe("gate_closed");
  expect(await lines(id)).toEqual([]);
});

test("changes need a note, a way back needs a phase, and nothing else may name one", async () => {
  const app = await serve();
  const { id, decide } = await atGate(app);
  expect((await decide({ decision: "revise" })).body.code).toBe("invalid-note");
  expect((await decide({ decision: "revise", note: " \n" })).body.code).toBe("invalid-note");
  expect((await decide({ decision: "revise", note: "x".repeat(20_001) })).body.code).toBe("invalid-note");
  expect((await decide({ decision: "rollback" })).body.code).toBe("invalid-request");
  expect((await decide({ decision: "approve", to: "F1" })).body.code).toBe("invalid-request");
  expect((await decide({ decision: "rollback", to: "F5" })).body.code).toBe("wrong-phase");
  expect((await decide({ decision: "perhaps" })).body.code).toBe("invalid-request");
  expect(await lines(id)).toEqual([]);
});

test("a document that changed under review: nothing is recorded, and the agent asks again", async () => {
  const app = await serve({ scenario: "outdated" });
  const { id, decide, gate } = await atGate(app);
  const asked = gate()?.requestId;
  expect((await decide({ decision: "approve", requestId: asked })).body.code).toBe("document-changed");
  expect(await lines(id)).toEqual([]);
  await app.until(() => expect(gate()).toMatchObject({ phase: "F1", problem: "not an answer" }));
  expect(gate()?.requestId).not.toBe(asked);
});

test("while a gate is open messages wait: the text is the note of a change", async () => {
  const app = await serve();
  const { id } = await atGate(app);
  expect((await app.post(`/sessions/${id}/prompt`, { text: "più in breve" })).body.code).toBe("gate_open");
});

test("an abort closes the gate without a decision, and the server keeps it open in its place", async () => {
  const app = await serve();
  const { id, watch, gate } = await atGate(app);
  const asked = gate()?.requestId;
  expect((await app.post(`/sessions/${id}/abort`)).status).toBe(202);
  await app.until(() =>
    expect(gate()).toMatchObject({ requestId: expect.stringMatching(/^srv-F1-0-/), paused: false }),
  );
  expect(closes(watch.events).find(({ requestId }) => requestId === asked)).toMatchObject({ outcome: "aborted" });
  expect(app.state(id)).toBe("waiting");
  expect(await lines(id)).toEqual([]);
});

test("a gate answered while its agent is at rest lets that agent go on", async () => {
  const app = await serve();
  const { id, decide, gate } = await atGate(app);
  await app.post(`/sessions/${id}/abort`);
  await app.until(() => expect(gate()?.requestId).toMatch(/^srv-/));
  expect((await decide({ decision: "approve" })).status).toBe(200);
  expect((await app.prompts()).at(-1)).toBe("continua");
  expect(await lines(id)).toHaveLength(1);
});

test("kill -9 at the gate: it waits, is answered without a process, recorded, and the session resumed", async () => {
  const app = await serve();
  const { id, decide, watch, gate } = await atGate(app);
  const asked = gate()?.requestId;
  process.kill(Number([...(await app.log()).matchAll(/^start (\d+)$/gm)].at(-1)?.[1]), "SIGKILL");
  await app.reaches(id, "paused");
  expect(closes(watch.events).find(({ requestId }) => requestId === asked)).toMatchObject({ outcome: "lost" });
  const requestId = gate()?.requestId as string;
  expect(gate()).toMatchObject({ phase: "F1", paused: true, options: ["approve", "revise"] });
  expect((await decide({ decision: "approve", requestId })).status).toBe(200);
  await app.reaches(id, "waiting");
  expect((await app.prompts()).at(-1)).toBe(`/riprendi-sessione ${id}`);
  expect(await records(id)).toMatchObject([{ phase: "F1", decision: "approve", key: requestId }]);
});

test("an answer to the gate of an agent that has just died is recorded under the name it was given to", async () => {
  const app = await serve({ scenario: "shown" });
  const { id, decide, gate } = await atGate(app);
  const answer = { decision: "approve", requestId: gate()?.requestId };
  process.kill(Number([...(await app.log()).matchAll(/^start (\d+)$/gm)].at(-1)?.[1]), "SIGKILL");
  await app.until(() => expect(gate()?.requestId).toMatch(/^srv-/));
  expect((await decide(answer)).status).toBe(200);
  expect((await decide(answer)).status).toBe(200);
  expect((await decide({ ...answer, decision: "revise", note: "no" })).body.code).toBe("gate_closed");
  expect(await records(id)).toMatchObject([{ phase: "F1", decision: "approve", key: answer.requestId }]);
  await app.reaches(id, "waiting");
});

test("a harness that died after it had recorded: another answer is refused, and the recorded one reaches the agent", async () => {
  const app = await serve();
  const { id, decide, watch, gate } = await atGate(app);
  const requestId = gate()?.requestId as string;
  await workspace().tht(
    "session",
    "decide",
    id,
    "--phase=F1",
    "--decision=revise",
    "--note=più in breve",
    `--key=${requestId}`,
  );
  expect((await decide({ decision: "approve", requestId })).body.code).toBe("gate_closed");
  await app.until(async () => expect(await app.log()).toContain('recorded\\":true'));
  expect(await app.log()).toContain("più in breve");
  expect(closes(watch.events).at(-1)).toMatchObject({ requestId, outcome: "recorded", decision: "revise" });
  expect(await lines(id)).toHaveLength(1);
});

test("a session that this server never saw run has its gate, and answering it starts the agent", async () => {
  const app = await serve();
  const { id, decide } = await paused(app);
  expect((await decide({ decision: "revise", note: "Anche il 2024" })).status).toBe(200);
  await app.reaches(id, "waiting");
  expect(await records(id)).toMatchObject([{ decision: "revise", note: "Anche il 2024" }]);
});

test("deciding on a session that was laid aside opens it again, for an agent goes on with it", async () => {
  const app = await serve();
  const id = await workspace().newSession();
  await workspace().tht("session", "close", id);
  const answer = await app.post(`/sessions/${id}/decide`, { phase: "F1", decision: "revise", note: "Anche il 2024" });
  expect(answer).toMatchObject({ status: 200, body: { status: "open", phase: { next: "work" } } });
  await app.reaches(id, "waiting");
  expect(await workspace().tht("session", "show", id)).toMatchObject({ status: "open" });
});

test("the last approval completes a session, one that was laid aside too, and starts nothing", async () => {
  const own = await makeWorkspace("--demo");
  const app = await serve({ workspace: own });
  const rows = await own.tht<{ id: string; phase: { code: string } }[]>("session", "list");
  const id = rows.find(({ id }) => id.endsWith("-demoai"))?.id as string;
  await own.tht("session", "close", id);
  const answer = await app.post(`/sessions/${id}/decide`, { phase: "F8", decision: "approve" });
  expect(answer).toMatchObject({ status: 200, body: { status: "finalized", phase: { complete: true } } });
  expect(app.state(id)).toBe(null);
  await app.close();
  await own.remove();
});

test("an answer sent again after the server was restarted is the same answer, and goes on", async () => {
  const first = await serve();
  const { id, gate } = await paused(first);
  const answer = { phase: "F1", decision: "approve", requestId: gate()?.requestId };
  await workspace().tht("session", "decide", id, "--phase=F1", "--decision=approve", `--key=${answer.requestId}`);
  await first.close();
  const second = await serve();
  expect((await second.post(`/sessions/${id}/decide`, answer)).status).toBe(200);
  expect(await lines(id)).toHaveLength(1);
  await second.reaches(id, "waiting");
});

test("an answer to documents as they no longer are is refused, and the gate shown again with the reason", async () => {
  const app = await serve();
  const { decide, gate } = await paused(app);
  const requestId = gate()?.requestId.replace(/[^-]+$/, "000000000000");
  expect((await decide({ decision: "approve", requestId })).body.code).toBe("document-changed");
  await app.until(() => expect(gate()?.problem).toContain("changed since you looked at it"));
});

test("without room for an agent the decision stays recorded, and the page is told", async () => {
  const app = await serve({ scenario: "slow", maxAgents: 1 });
  const busy = await workspace().newSession();
  await app.post(`/sessions/${busy}/resume`);
  await app.reaches(busy, "running");
  const { id, decide, watch } = await paused(app);
  expect((await decide({ decision: "approve" })).status).toBe(200);
  expect(await lines(id)).toHaveLength(1);
  expect(app.state(id)).toBe("paused");
  const told = watch.events.flatMap((frame) => (frame.event === "problem" ? [frame.data.code] : []));
  expect(told).toEqual(["too_many_agents"]);
});

test("/torna goes back: breaks off, closes the gate, records, and lets the agent go on", async () => {
  const app = await serve();
  const { id, decide, watch } = await atGate(app);
  await decide({ decision: "approve" });
  await app.until(() => expect(app.state(id)).toBe("idle"));
  const back = (text: string) => app.post(`/sessions/${id}/prompt`, { text });
  expect((await back("/torna 2")).body.code).toBe("wrong-phase");
  expect((await back("/torna")).body.code).toBe("invalid-request");
  expect((await back("/torna F1 guarda\nle date")).status).toBe(202);
  expect((await records(id)).at(-1)).toMatchObject({
    phase: "F2",
    decision: "rollback",
    to: "F1",
    note: "guarda\nle date",
  });
  expect((await app.prompts()).at(-1)).toBe("continua");
  expect(watch.events.some((frame) => frame.event === "message" && frame.data.text.startsWith("/torna"))).toBe(true);
});

test("/torna without an agent records the way back and starts one", async () => {
  const app = await serve();
  const { id } = await paused(app);
  await workspace().tht("session", "decide", id, "--phase=F1", "--decision=approve");
  expect((await app.post(`/sessions/${id}/prompt`, { text: "/torna 1" })).status).toBe(202);
  expect((await records(id)).at(-1)).toMatchObject({ phase: "F2", decision: "rollback", to: "F1" });
  await app.reaches(id, "waiting");
  expect((await app.prompts()).at(-1)).toBe(`/riprendi-sessione ${id}`);
});

test("an agent that ends as its gate is answered: the decision stands, and another goes on", async () => {
  const killer = fileURLToPath(new URL("../../test/fixtures/bin/tht-kills-agent.mjs", import.meta.url));
  const env = { THT_BIN: JSON.stringify([process.execPath, killer, join(workspace().base, "pi.log")]) };
  const app = await serve({ env });
  const { id, decide, gate } = await atGate(app);
  expect((await decide({ decision: "approve", requestId: gate()?.requestId })).status).toBe(200);
  expect(await records(id)).toMatchObject([{ phase: "F1", decision: "approve" }]);
  await app.reaches(id, "waiting");
  expect((await app.prompts()).slice(-2)).toEqual([`/riprendi-sessione ${id}`, `/riprendi-sessione ${id}`]);
});

test("stopping an agent at its gate ends it, and the gate waits on", async () => {
  const app = await serve();
  const { id, gate } = await atGate(app);
  expect((await app.post(`/sessions/${id}/stop`)).status).toBe(202);
  await app.reaches(id, "paused");
  expect(gate()).toMatchObject({ phase: "F1", paused: true });
});

test("when the ledger moved elsewhere an answer is refused and the agent's question taken back", async () => {
  const app = await serve();
  const { id, decide, gate } = await atGate(app);
  const requestId = gate()?.requestId;
  await workspace().tht("session", "decide", id, "--phase=F1", "--decision=approve");
  expect((await decide({ decision: "approve", requestId })).body.code).toBe("wrong-phase");
  await app.until(async () => expect(await app.log()).toContain(`"id":"${requestId}","cancelled":true`));
  expect(await lines(id)).toHaveLength(1);
});

test("a phase that the workflow leaves to itself is approved at once, in the name of auto", async () => {
  const own = await makeWorkspace();
  const workflow = await readFile(new URL("../../../harness-stub/workflow.yaml", import.meta.url), "utf8");
  await writeFile(join(own.dir, "workflow.yaml"), workflow.replace("code: F1\n", "code: F1\n    gate: auto\n"));
  await appendFile(join(own.dir, "workspace.yaml"), "workflow: workflow.yaml\n");
  const app = await serve({ workspace: own });
  const id = await own.newSession();
  await app.post(`/sessions/${id}/resume`);
  await app.until(async () => expect(await own.ledger(id)).not.toBe(""));
  expect(JSON.parse(await own.ledger(id))).toMatchObject({ phase: "F1", decision: "approve", by: "auto" });
  await app.until(async () => expect(await app.log()).toContain("recorded"));
  await app.close();
  await own.remove();
});
