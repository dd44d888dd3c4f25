import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { AskAnswer, Decide, Prompt, ResumeAnswer } from "../../api/chat.ts";
import { NewSession, NoBody, SessionParams, SessionSummary } from "../../api/sessions.ts";
import { personOf } from "../http/person.ts";
import type { Actions } from "./actions.ts";
import type { Decisions } from "./decide.ts";

export type ChatRoutesOptions = { actions: Actions; decisions: Decisions };

const tags = ["chat"];
const params = SessionParams;

export const chatRoutes: FastifyPluginAsyncTypebox<ChatRoutesOptions> = async (app, { actions, decisions }) => {
  app.post(
    "/sessions",
    {
      schema: {
        tags,
        summary: "A new question, and an agent on it",
        body: NewSession,
        response: { 201: SessionSummary },
      },
    },
    async (request, reply) => reply.code(201).send(await actions.create(request.body, personOf(request))),
  );

  app.post(
    "/sessions/:id/resume",
    {
      schema: { tags, summary: "Take it up in a fresh process", params, body: NoBody, response: { 202: ResumeAnswer } },
    },
    async (request, reply) => {
      const runtime = await actions.resume(request.params.id, personOf(request));
      return reply.code(202).send({ runtime });
    },
  );

  app.post(
    "/sessions/:id/decide",
    {
      schema: {
        tags,
        summary: "Decide on the current phase: recorded first, then told to the agent",
        params,
        body: Decide,
        response: { 200: SessionSummary },
      },
    },
    async (request) => decisions.decide(request.params.id, request.body, personOf(request)),
  );

  app.post(
    "/sessions/:id/prompt",
    { schema: { tags, summary: "Say something to the agent; steers it while it works", params, body: Prompt } },
    async (request, reply) => {
      await actions.prompt(request.params.id, request.body.text, personOf(request));
      return reply.code(202).send();
    },
  );

  app.post(
    "/sessions/:id/answer",
    { schema: { tags, summary: "Answer a plain question of the agent", params, body: AskAnswer } },
    async (request, reply) => {
      await actions.answer(request.params.id, request.body);
      return reply.code(202).send();
    },
  );

  app.post(
    "/sessions/:id/abort",
    { schema: { tags, summary: "End the agent's turn", params, body: NoBody } },
    async (request, reply) => {
      await actions.abort(request.params.id);
      return reply.code(202).send();
    },
  );

  app.post(
    "/sessions/:id/stop",
    { schema: { tags, summary: "End the agent and all it started", params, body: NoBody } },
    async (request, reply) => {
      await actions.stop(request.params.id);
      return reply.code(202).send();
    },
  );
};
