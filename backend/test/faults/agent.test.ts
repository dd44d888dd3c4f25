import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChatSnapshot } from "../../api/chat.ts";
import { type ChatServer, makeWorkspace, startChatServer, type TestWorkspace } from "../chat-server.ts";
import { knownAsks } from "../told-state.ts";

let workspace: TestWorkspace;
let server: ChatServer | undefined;

beforeAll(async () => {
  workspace = await makeWorkspace();
});

afterAll(() => workspace.remove());

beforeEach(() => async () => {
  await server?.close();
  server = undefined;
});

async function withAgent(scenario: string) {
  server = await startChatServer({ workspace, scenario });
  const id = await workspace.newSession();
  const watched = await server.watch(id);
  expect((await server.post(`/sessions/${id}/resume`)).status).toBe(202);
  return { server, id, watched };
}

/** What was said, once it is as expected. */
const says = ({ server, id }: Awaited<ReturnType<typeof withAgent>>, expected: unknown) =>
  server.until(async () => {
    const { events, close } = await server.watch(id);
    close();
    const [{ data } = expect.fail()] = events;
    const { messages } = data as ChatSnapshot;
    expect(messages.map(({ code, text }) => code ?? text.length)).toEqual(expected);
  }, 60_000);

test("an agent whose every record is of the wrong shape harms nobody", async () => {
  const agent = await withAgent("twisted");
  await says(agent, expect.arrayContaining(["resumed", "retrying"]));
  await agent.server.reaches(agent.id, "waiting");
  expect(agent.server.failures).toEqual([]);
  expect((await agent.server.post(`/sessions/${agent.id}/stop`)).status).toBe(202);
  await agent.server.reaches(agent.id, "paused");
});

test("an agent that floods its output with 100 MB costs a bounded amount", async () => {
  const before = process.memoryUsage().rss;
  await says(await withAgent("flood"), ["resumed", 500_000]);
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
});

test("an agent that asks without end is asked back no more than a few things", async () => {
  const { server, watched } = await withAgent("questions");
  await server.until(async () => expect((await server.log()).match(/"cancelled":true/g)?.length).toBe(2_000 - 32));
  await server.until(() => expect(knownAsks(watched.events)).toHaveLength(32));
});
