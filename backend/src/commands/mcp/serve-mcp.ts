import { Console } from "node:console";
import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../../search/index.ts";
import { version } from "../../version.ts";
import { openCommandSearch } from "../open-command-search.ts";

/** Agents give a tool a minute or less; what is there by then is an answer, and says that there will be more. */
const PATIENCE_MS = 25_000;

/** `thoth mcp`: answers an agent until it closes its end. */
export async function serveMcp(flags: { workspace?: string | undefined }): Promise<number> {
  // Whatever else would be printed must not get among the protocol's messages.
  globalThis.console = new Console(process.stderr, process.stderr);
  const { search, settle, close } = await openCommandSearch(flags, PATIENCE_MS);
  const server = serveStdio(() => createMcpServer({ search, version, settle }), {
    onerror: (error) => console.error(`thoth mcp: ${error.message}`),
  });
  // A client that is killed while it is answered is noticed by the answer: after that its end is not read any more.
  const broken = once(process.stdout, "error");
  // A file or /dev/null only ends.
  const left = ["end", "close"].map((event) => once(process.stdin, event));
  await Promise.race([...left, broken, once(process, "SIGTERM"), once(process, "SIGINT")]);
  await server.close();
  await close();
  return 0;
}
