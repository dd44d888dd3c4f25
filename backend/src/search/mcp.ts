import { resolve } from "node:path";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { type Static, type TSchema, Type } from "typebox";
import { type AgentName, agentNames } from "../../api/agent-names.ts";
import { SearchParams } from "../../api/search.ts";
import { type TurnRole, turnRoles } from "../../api/search-terms.ts";
import { strict } from "../../api/shapes.ts";
import { isProblem } from "../http/problem.ts";
import { answerInRoom, inRoom, type ReadOn, transcriptInRoom } from "./answer-room.ts";
import type { FormatOptions } from "./format.ts";
import type { Search } from "./types.ts";

export interface McpOptions {
  search: Search;
  version: string;
  /** After an answer is out: what was too slow to be asked before it. */
  settle(): Promise<unknown>;
}

const INSTRUCTIONS =
  "What was said and decided in this project before: earlier sessions of coding agents, and the workspace's own " +
  "sessions with their documents and review decisions. Ask thoth_sessions when code and documents show what is but " +
  "not why: why is this like this, what did we decide, was this tried before, what did the reviewer ask for, which " +
  "session worked on it. Then read around a hit with thoth_session_read before relying on it. Code itself is not here.";

const TURNS = { default: 21, max: 200 } as const;

const { q, sinceDays, session } = SearchParams.properties;
const described = <T extends TSchema>(schema: T, description: string) => Type.Optional({ ...schema, description });
/** A closed list as agents' models understand it best. */
const oneOf = <T extends string>(list: readonly T[]) => Type.Unsafe<T>({ type: "string", enum: list });

const SearchInput = Type.Object(
  {
    query: {
      ...q,
      description: 'Words that must all be there. "two words" in quotes is a phrase, a trailing * a beginning.',
    },
    role: described(
      oneOf<TurnRole>(turnRoles),
      "Whose words: a person's, an agent's, a summary; a document or a decision.",
    ),
    sinceDays: described(sinceDays, "Only what was said in the last so many days."),
    session: described(session, "Only sessions whose id begins so."),
    agent: described(oneOf<AgentName>(agentNames), "Only this agent's sessions; thoth is the workspace's own."),
    any: described(Type.Boolean(), "One of the words is enough. Widens a search that found nothing."),
    project: described(
      Type.String({ minLength: 1, maxLength: 4096 }),
      "Absolute path of a folder: what was said there, instead of in this project.",
    ),
    allProjects: described(Type.Boolean(), "Every project on this machine, not this one alone."),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: "At most so many hits; 10 if not given." }),
    ),
  },
  strict,
);

const ReadInput = Type.Object(
  {
    session: Type.String({
      minLength: 1,
      maxLength: 512,
      description: "AGENT:ID as a hit names it, a workspace session's id, or a beginning that only one has.",
    }),
    around: Type.Optional(
      Type.Integer({ minimum: 0, description: "Turns on either side of this one; else from the beginning." }),
    ),
    document: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "Of a workspace session: this document alone, such as strategy or sql_final.",
      }),
    ),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          "Of that turn or document alone, what comes after so many characters; an answer that was cut says it.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: TURNS.max, description: "At most so many turns." })),
  },
  strict,
);

/** Only reads, answers the same for the same, and knows nothing beyond this machine. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const format: FormatOptions & ReadOn = {
  from: (place) => `thoth_session_read ${JSON.stringify(place)}`,
  show: (session, around) => `thoth_session_read ${JSON.stringify({ session, around })}`,
  wider: "Parameters that widen: any, allProjects; a * after a word; fewer words.",
};

/** The two tools, over an index that is open. */
export function createMcpServer({ search, version, settle }: McpOptions): McpServer {
  const server = new McpServer({ name: "thoth", version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });

  server.registerTool(
    "thoth_sessions",
    {
      title: "Search earlier sessions",
      description:
        "Full-text search over everything said and decided in this project's earlier sessions. Answers why something " +
        "is as it is and what was decided. Each hit names its session, who said it and when, with the words «marked».",
      inputSchema: fromJsonSchema<Static<typeof SearchInput>>(plain(SearchInput)),
      annotations,
    },
    ({ query, project, allProjects, limit = 10, ...rest }) =>
      answering(async () => {
        const scope = allProjects ? ("all" as const) : ("project" as const);
        const projects = project === undefined ? {} : { projects: [resolve(project)] };
        return answerInRoom(await search.search({ q: query, ...rest, ...projects, scope, limit }), format);
      }, settle),
  );

  server.registerTool(
    "thoth_session_read",
    {
      title: "Read an earlier session",
      description:
        "What was said in one session, around a hit's turn or from its beginning; or one document of a workspace session.",
      inputSchema: fromJsonSchema<Static<typeof ReadInput>>(plain(ReadInput)),
      annotations,
    },
    ({ session, around, document, from, limit = TURNS.default }) =>
      answering(async () => {
        const ref = await search.resolve(session);
        if (document === undefined)
          return transcriptInRoom(
            await search.transcript(ref, { ...(around === undefined ? {} : { around }), limit }),
            { around, from },
            format,
          );
        const { head, turns } = await search.conversation(ref);
        const wanted = turns.filter((turn) => turn.document === document);
        if (wanted.length > 0) {
          const readOn = (place: { from: number }) =>
            `thoth_session_read ${JSON.stringify({ session, document, from: place.from })}`;
          return transcriptInRoom(
            { ...head, turns: wanted, before: 0, after: 0 },
            { from },
            { ...format, from: readOn },
          );
        }
        const keys = turns.flatMap((turn) => turn.document ?? []);
        return `There is no document ${JSON.stringify(document)} in that session. It has: ${keys.join(", ") || "none"}.`;
      }, settle),
  );

  return server;
}

/** TypeBox marks its schemas in ways that JSON does not know. */
function plain(schema: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}

/** An expected failure is an answer that the agent can act on. */
async function answering(answer: () => Promise<string>, settle: () => Promise<unknown>) {
  try {
    const text = await answer();
    // Nobody waits for it: what keeps it from being done is told by the next answer that needs it.
    setImmediate(() => void settle().catch(() => {}));
    return { content: [{ type: "text" as const, text: inRoom(text, "") }] };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const text = error.hint === undefined ? error.message : `${error.message}\n${error.hint}`;
    return { content: [{ type: "text" as const, text }], isError: true };
  }
}
