// Owns the search over everything said and decided: the index, its queries, its routes, its tools for agents. Stores of
// agents are read by `transcripts`, the workspace's sessions by the harness; nothing here changes either.
import type { FastifyInstance } from "fastify";
import type { McpOptions } from "./mcp.ts";
import type { SearchRoutesOptions } from "./routes.ts";

export { type FormatOptions, formatAnswer, formatStatus, formatTranscript } from "./format.ts";
export { createIndexNews } from "./index-news.ts";
export { keepCurrent } from "./keep-current.ts";
export { type OpenSearch, openSearch, stateFolder } from "./open-search.ts";
export type { Search, SearchOptions } from "./types.ts";

// What builds schemas is loaded only where it is used: a question on the command line waits for none of it.

export async function searchRoutes(app: FastifyInstance, options: SearchRoutesOptions): Promise<void> {
  const { searchRoutes } = await import("./routes.ts");
  await app.register(searchRoutes, options);
}

export async function createMcpServer(options: McpOptions) {
  const { createMcpServer } = await import("./mcp.ts");
  return createMcpServer(options);
}
