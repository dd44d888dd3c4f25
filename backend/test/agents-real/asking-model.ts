import { serveModel } from "./model-server.ts";
import { apiAt, type OfferedTool, type ToolCall } from "./tool-apis.ts";

export const DONE = "That is what was decided.";

const SEARCH = "thoth_sessions";
const READ = "thoth_session_read";
/** Before their names, in agents that keep tools back until their model looks for them. */
const KEPT_BACK = "mcp__thoth__";

interface Reach {
  call(name: string, input: Record<string, unknown>): Pick<ToolCall, "tool" | "input">;
  /** Has to be called before. */
  lookUp: OfferedTool | null;
  names: string[];
}

/** How the two tools are called: as they are offered, or found and then called, directly or over a bridge. */
function reachOf(offered: readonly OfferedTool[], keptBack: string): Reach | null {
  const named = (name: string) => offered.find((tool) => tool.name.endsWith(name));
  const [search, read] = [named(SEARCH), named(READ)];
  if (search && read) {
    const names = [search, read].map(({ namespace, name }) => (namespace ? `${namespace}.${name}` : name));
    return { call: (name, input) => ({ tool: name === SEARCH ? search : read, input }), lookUp: null, names };
  }
  const lookUp = named("ToolSearch") ?? named("tool_search");
  const bridge = named("tool_call");
  if (!lookUp) return null;
  const full = (name: string) => `${keptBack}${name}`;
  return {
    call: (name, input) =>
      bridge ? { tool: bridge, input: { name: full(name), arguments: input } } : { tool: { name: full(name) }, input },
    lookUp,
    names: [SEARCH, READ].map(full),
  };
}

/**
 * A model that asks for every one of `searches` in a single response, reads around the first hit that the answers name,
 * and then says `DONE`. Listens on 127.0.0.1 and speaks what `apiAt` knows.
 */
export async function startAskingModel(searches: readonly Record<string, unknown>[], keptBack = KEPT_BACK) {
  const seen = { tools: [] as string[], answers: [] as string[], read: "" };

  function next(offered: readonly OfferedTool[], results: ReadonlyMap<string, string>): ToolCall[] {
    const reach = reachOf(offered, keptBack);
    if (!reach) return [];
    const { call, lookUp, names } = reach;
    if (lookUp && !results.has("call_l"))
      return [{ id: "call_l", tool: lookUp, input: { query: `select:${names.join(",")}` } }];
    const ids = searches.map((_, n) => `call_s${n}`);
    if (!results.has("call_s0")) return searches.map((input, n) => ({ id: `call_s${n}`, ...call(SEARCH, input) }));
    seen.tools = names;
    seen.answers = ids.map((id) => results.get(id) ?? "no answer");
    seen.read = results.get("call_r") ?? "";
    const hit = /thoth_session_read (\{.*\})/.exec(seen.answers.join("\n"))?.[1];
    return results.has("call_r") || !hit ? [] : [{ id: "call_r", ...call(READ, JSON.parse(hit)) }];
  }

  const server = await serveModel((path, body, response) => {
    const api = apiAt(path);
    if (!api) return null;
    const calls = next(api.offered(body as never), api.results(body as never));
    return calls.length > 0 ? api.call(response, calls, body) : api.answer(response, DONE, body);
  });
  /** `seen`: the two tools' names, and what came of the calls in the agent's next request. */
  return { ...server, seen };
}
