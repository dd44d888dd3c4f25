import { afterAll, afterEach, beforeAll } from "vitest";
import {
  type ChatServer,
  type ChatServerOptions,
  makeWorkspace,
  startChatServer,
  type TestWorkspace,
} from "./chat-server.ts";

// Real programs are started and ended there, which a busy machine makes slow.
const HOOK_MS = 60_000;

/** One workspace for all tests of the file that calls this, and servers on it, each of which ends with its test. */
export function useChatServers() {
  let workspace: TestWorkspace;
  const servers: ChatServer[] = [];

  beforeAll(async () => {
    workspace = await makeWorkspace();
  }, HOOK_MS);
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  }, HOOK_MS);
  afterAll(() => workspace.remove());

  return {
    /** There from the first test on. */
    workspace: () => workspace,
    async serve(scenario: string, more: Partial<ChatServerOptions> = {}): Promise<ChatServer> {
      const started = await startChatServer({ workspace, scenario, ...more });
      servers.push(started);
      return started;
    },
  };
}
