import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { type AgentsServer, startAgents } from "../../test/agents-server.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
const launched = (server: AgentsServer, seconds: number, terminal: Partial<Terminal> = {}) =>
  server.terminals.show(
    { agent: "claude", cwd: server.workspace.dir, startedAt: at(seconds).toISOString(), ...terminal },
    "shown",
  ).id;
/** What is known of a terminal's conversation, after looking. */
async function known(server: AgentsServer, id: string) {
  await server.agents.look();
  const { agentSessionId, agentSessionKnown } = await server.terminals.get(id);
  return agentSessionKnown ? agentSessionId : agentSessionId && `${agentSessionId}?`;
}

test("a pinned id is provisional until the store has it", async () => {
  const server = await startAgents();
  const id = launched(server, 10, { agentSessionId: "c-1" });
  expect(await known(server, id)).toBe("c-1?");
  await server.claudeSession("c-2", "Another.", { at: at(20) });
  expect(await known(server, id)).toBe("c-1?");
  await server.claudeSession("c-1", "Mine.", { at: at(30) });
  expect(await known(server, id)).toBe("c-1");
});

test("else it is the newest in that folder begun since the launch", async () => {
  const server = await startAgents();
  await mkdir(join(server.workspace.dir, "below"));
  await server.claudeSession("before", "x", { at: at(1) });
  await server.claudeSession("elsewhere", "x", { at: at(20), cwd: join(server.workspace.dir, "below") });
  const id = launched(server, 10);
  expect(await known(server, id)).toBeNull();
  await server.claudeSession("c-1", "x", { at: at(20) });
  await server.claudeSession("c-2", "x", { at: at(30) });
  expect(await known(server, id)).toBe("c-2");
});

test("a fork is as old as its file, whatever its copied turns say; its source is never taken for it", async () => {
  const server = await startAgents();
  const started = new Date(Date.now() - 1000).toISOString();
  const id = launched(server, 0, { agent: "qwen", startedAt: started });
  const folder = join(server.home, ".qwen/projects", server.workspace.dir.replaceAll(/[^a-zA-Z0-9]/g, "-"), "chats");
  await mkdir(folder, { recursive: true });
  const line = (sessionId: string, more = {}) =>
    `${JSON.stringify({
      uuid: "u-1",
      sessionId,
      timestamp: at(1).toISOString(),
      type: "user",
      cwd: server.workspace.dir,
      message: { role: "user", parts: [{ text: "Mend it." }] },
      ...more,
    })}\n`;
  const [source, fork] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  await writeFile(join(folder, `${source}.jsonl`), line(source));
  expect(await known(server, id)).toBeNull();
  await writeFile(join(folder, `${fork}.jsonl`), line(fork, { forkedFrom: { sessionId: source, messageUuid: "u-1" } }));
  expect(await known(server, id)).toBe(fork);
  expect((await server.context({ fromTerminal: id })).body).toMatchObject({ source: "store" });
});

test("never one that another terminal holds", async () => {
  const server = await startAgents();
  launched(server, 5, { agentSessionId: "c-2", agentSessionKnown: true });
  const id = launched(server, 10);
  await server.claudeSession("c-2", "x", { at: at(20) });
  expect(await known(server, id)).toBeNull();
  await server.claudeSession("c-1", "x", { at: at(15) });
  expect(await known(server, id)).toBe("c-1");
});

test("nobody's where two could hold it, until only one can", async () => {
  const server = await startAgents();
  const [first, second] = [launched(server, 10), launched(server, 30)];
  await server.claudeSession("late", "x", { at: at(40) });
  expect([await known(server, first), await known(server, second)]).toEqual([null, null]);
  await server.claudeSession("early", "x", { at: at(20) });
  expect([await known(server, first), await known(server, second)]).toEqual(["early", "late"]);
});

test("of an agent whose store nobody knows nothing is learned, and nothing fails", async () => {
  const server = await startAgents();
  await server.configure("mine", {});
  const ids = [launched(server, 10, { agent: "mine" }), launched(server, 10, { agent: "removed-since" })];
  expect([await known(server, ids[0] ?? ""), await known(server, ids[1] ?? "")]).toEqual([null, null]);
});

test("a terminal's own account is where its agent's variables say", async () => {
  const server = await startAgents();
  const config = join(server.home, "second");
  await writeFile(join(server.home, "claude"), "", { mode: 0o755 });
  await server.configure("second", { command: join(server.home, "claude"), env: { CLAUDE_CONFIG_DIR: config } });
  await server.claudeSession("first-account", "x", { at: at(20) });
  const id = launched(server, 10, { agent: "second" });
  expect(await known(server, id)).toBeNull();
  await server.claudeSession("second-account", "x", { at: at(20), config });
  expect(await known(server, id)).toBe("second-account");
});

test("looked for by itself while a terminal runs", async () => {
  const server = await startAgents();
  server.agents.start();
  const id = launched(server, 10, { agentSessionId: "c-1" });
  await server.claudeSession("c-1", "x", { at: at(20) });
  server.terminals.change(id, { title: "renamed" });
  await expect.poll(async () => (await server.terminals.get(id)).agentSessionKnown).toBe(true);
});
