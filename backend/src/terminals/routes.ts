import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import {
  NewTerminal,
  Terminal,
  TerminalParams,
  TerminalScreen,
  Terminals,
  TerminalTranscript,
  TranscriptQuery,
} from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import { typedQuery } from "../http/typed-query.ts";
import { createHeartbeat } from "../live/index.ts";
import { attachPage } from "./attach.ts";
import { terminalFolder } from "./folder.ts";
import type { OwnTerminals } from "./service.ts";
import type { TerminalSpec } from "./types.ts";

/** What only those know who know the agents. */
export interface AgentKnowledge {
  /** What opening an agent bare takes: its command and its own variables. Unknown or not installed: a problem. */
  launch(agent: string): Promise<Pick<TerminalSpec, "argv" | "env" | "title" | "agentSessionId">>;
  /** The conversation as the agent's own store has it; null while that is not surely this terminal's. */
  storeTranscript(terminal: Terminal, options: { chars?: number }): Promise<TerminalTranscript | null>;
}

export interface TerminalRoutesOptions {
  terminals: OwnTerminals;
  workspace(): { path: string; projects: readonly string[] };
  agents: AgentKnowledge;
  onError(error: unknown): void;
  /** Time between pings; a page that missed one is sent away at the next. */
  heartbeatMs?: number;
}

const tags = ["terminals"];
const params = TerminalParams;
const attachSchema = { params, hide: true };

export const terminalRoutes: FastifyPluginAsyncTypebox<TerminalRoutesOptions> = async (app, options) => {
  const { terminals, agents, onError, heartbeatMs = 30_000 } = options;
  const heartbeat = createHeartbeat(heartbeatMs);
  app.addHook("onClose", async () => heartbeat.close());

  app.post(
    "/terminals",
    {
      schema: {
        tags,
        summary: "Open a terminal on a command or an agent",
        body: NewTerminal,
        response: { 201: Terminal },
      },
    },
    async (request, reply) => reply.code(201).send(await terminals.create(await specOf(request.body, options))),
  );

  app.get(
    "/terminals",
    { schema: { tags, summary: "Every terminal, also those whose program has ended", response: { 200: Terminals } } },
    () => terminals.list(),
  );

  app.delete(
    "/terminals/:id",
    { schema: { tags, summary: "End its program and all that started, and close it", params } },
    async (request, reply) => {
      await terminals.end(request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/terminals/:id/transcript",
    {
      preValidation: typedQuery(TranscriptQuery),
      schema: {
        tags,
        summary: "What was shown, as text, the newest `chars` of it",
        params,
        querystring: TranscriptQuery,
        response: { 200: TerminalTranscript },
      },
    },
    async (request) => {
      const { id } = request.params;
      const wanted = request.query;
      const terminal = await terminals.get(id);
      return (await agents.storeTranscript(terminal, wanted)) ?? terminals.transcript(id, wanted);
    },
  );

  app.get(
    "/terminals/:id/snapshot",
    { schema: { tags, summary: "The screen as it is now, as text", params, response: { 200: TerminalScreen } } },
    (request) => terminals.screen(request.params.id),
  );

  app.get(
    "/terminals/:id/attach",
    {
      websocket: true,
      config: { socket: true },
      schema: attachSchema,
      // Before the upgrade: an unknown terminal is answered as by every other route.
      preHandler: async (request) => void (await terminals.get(request.params.id)),
    },
    (socket, request) => {
      const { id } = request.params;
      // A page that is gone without a word must not go on deciding the size.
      heartbeat.watch(socket);
      void attachPage(socket, {
        open: (listener) => terminals.attach(id, listener),
        isLost: () => terminals.isLost(id),
        onError,
      });
    },
  );
};

async function specOf(body: NewTerminal, { workspace, agents }: TerminalRoutesOptions): Promise<TerminalSpec> {
  const { agent, command, session = null, title, env = {}, cols, rows } = body;
  if ((agent === undefined) === (command === undefined))
    throw problem(
      "conflict",
      "A terminal runs either an agent or a command.",
      "Give exactly one of `agent` and `command`.",
    );
  const { path, projects } = workspace();
  const cwd = await terminalFolder(body.cwd, path, projects);
  const size = { cwd, cols, rows, session };
  if (agent !== undefined) {
    const launched = await agents.launch(agent);
    return { ...size, ...launched, agent, env: { ...launched.env, ...env }, title: title || launched.title };
  }
  const argv = command as string[];
  return {
    ...size,
    argv,
    agent: null,
    agentSessionId: null,
    env,
    title: title || (argv.join(" ").slice(0, 200) as string),
  };
}
