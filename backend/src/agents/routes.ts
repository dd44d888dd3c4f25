import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import {
  Agent,
  AgentConfig,
  AgentParams,
  Agents,
  Context,
  ContextRequest,
  RunAnswer,
  RunRequest,
} from "../../api/agents.ts";
import { NoBody } from "../../api/sessions.ts";
import { personOf } from "../http/person.ts";
import type { ConfiguredAgents } from "./configured-agents.ts";
import type { Handover } from "./handover.ts";
import type { RunAgent } from "./run-agent.ts";
import { onlyOneSource } from "./run-conflicts.ts";

export interface AgentRoutesOptions {
  configured: ConfiguredAgents;
  handover: Handover;
  runner: RunAgent;
}

const tags = ["agents"];

export const agentRoutes: FastifyPluginAsyncTypebox<AgentRoutesOptions> = async (app, options) => {
  const { configured, handover, runner } = options;

  app.get(
    "/agents",
    {
      schema: {
        tags,
        summary: "Every configured agent",
        description: "The header `x-thoth-notice` (percent-encoded) says what of the stored settings can't be read.",
        response: { 200: Agents },
      },
    },
    async (_request, reply) => {
      const { agents, trouble } = await configured.list();
      if (trouble !== null) reply.header("x-thoth-notice", encodeURIComponent(trouble));
      return agents;
    },
  );

  app.put(
    "/agents/:id",
    {
      schema: {
        tags,
        summary: "Set how an agent is started; a new id makes one of your own",
        params: AgentParams,
        body: AgentConfig,
        response: { 200: Agent },
      },
    },
    async (request) => configured.put(request.params.id, request.body),
  );

  app.delete(
    "/agents/:id",
    {
      schema: {
        tags,
        summary: "Take a preset back to its own, or remove one of your own",
        params: AgentParams,
        body: NoBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await configured.remove(request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/agents/context",
    {
      schema: {
        tags,
        summary: "What would be handed to the next agent",
        body: ContextRequest,
        response: { 200: Context },
      },
    },
    async (request) => {
      onlyOneSource(request.body);
      const { context, source, quality, chars, bytes, droppedRows, redactions } = await handover.gather(request.body);
      return { context, source, quality, chars, bytes, droppedRows, redactions };
    },
  );

  app.post(
    "/agents/run",
    {
      schema: {
        tags,
        summary: "Start an agent in a terminal",
        description: "Bare, with a prompt, on a session of its own (fork, resume), or to continue other work.",
        body: RunRequest,
        response: { 201: RunAnswer },
      },
    },
    async (request, reply) => reply.code(201).send(await runner.run(request.body, personOf(request))),
  );
};
