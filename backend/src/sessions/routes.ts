import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { DocumentsQuery, SessionDocuments } from "../../api/documents.ts";
import {
  Fork,
  ListQuery,
  NoBody,
  Rename,
  Seen,
  SessionDetail,
  SessionList,
  SessionParams,
  SessionSummary,
  SetGroup,
} from "../../api/sessions.ts";
import { sendTagged } from "../http/etag.ts";
import { createKeptAnswer } from "../http/kept-answer.ts";
import { personOf } from "../http/person.ts";
import { problem } from "../http/problem.ts";
import { documentRoute } from "./document-route.ts";
import type { HarnessRow } from "./normalise.ts";
import type { Sessions } from "./sessions.ts";

export interface SessionRoutesOptions {
  sessions: Sessions;
}

const tags = ["sessions"];
const params = SessionParams;
const row = { 200: SessionSummary };
const nothing = { 204: Type.Null() };

export const sessionRoutes: FastifyPluginAsyncTypebox<SessionRoutesOptions> = async (app, { sessions }) => {
  const { tht } = sessions;
  const sendList = createKeptAnswer();

  /** One change of one session: in its order, told to every page, answered with the row. */
  async function change(id: string, op: () => Promise<HarnessRow>): Promise<SessionSummary> {
    const changed = await sessions.inOrder(id, op);
    // Its rows tell no activity from a change like this one, which is no news to whoever made it.
    if (sessions.harness().foreign && changed.activity_at) await sessions.seen.mark(id, changed.activity_at);
    sessions.touched(id);
    return sessions.summary(changed);
  }

  app.get(
    "/sessions",
    {
      schema: {
        tags,
        summary: "All sessions, newest activity first",
        querystring: ListQuery,
        response: { 200: SessionList },
      },
    },
    async (request, reply) => {
      const { ids } = request.query;
      if (ids === undefined) return sendList(request, reply, await sessions.listText());
      return sendTagged(request, reply, await sessions.listText(new Set(ids.split(","))));
    },
  );

  app.get(
    "/sessions/:id",
    { schema: { tags, summary: "One session", params, response: { 200: SessionDetail } } },
    async (request) => sessions.show(request.params.id),
  );

  app.post(
    "/sessions/:id/rename",
    {
      schema: {
        tags,
        summary: "Name it; an empty name goes back to the question",
        params,
        body: Rename,
        response: row,
      },
    },
    async (request) => {
      const { id } = request.params;
      return change(id, () => tht.setName(id, request.body.name, personOf(request)));
    },
  );

  app.post(
    "/sessions/:id/group",
    { schema: { tags, summary: "Move it to a group; an empty one clears it", params, body: SetGroup, response: row } },
    async (request) => {
      const { id } = request.params;
      return change(id, () => tht.setGroup(id, request.body.group, personOf(request)));
    },
  );

  app.post(
    "/sessions/:id/archive",
    { schema: { tags, summary: "Archive it; a live agent is stopped first", params, body: NoBody, response: row } },
    async (request) => {
      const { id } = request.params;
      return change(id, async () => {
        await sessions.agents().stop(id);
        return tht.archive(id, personOf(request));
      });
    },
  );

  for (const [verb, summary] of [
    ["unarchive", "Restore it from the archive"],
    ["finalize", "Complete it for good"],
    ["close", "Lay it aside"],
    ["reopen", "Take it up again"],
  ] as const)
    app.post(
      `/sessions/:id/${verb}`,
      { schema: { tags, summary, params, body: NoBody, response: row } },
      async (request) => {
        const { id } = request.params;
        return change(id, () => tht[verb](id, personOf(request)));
      },
    );

  app.post(
    "/sessions/:id/fork",
    {
      schema: {
        tags,
        summary: "A new session from its documents",
        params,
        body: Fork,
        response: { 201: SessionSummary },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const forked = await sessions.inOrder(id, () => tht.fork(id, request.body, personOf(request)));
      sessions.touched(forked.id);
      return reply.code(201).send(sessions.summary(forked));
    },
  );

  app.delete(
    "/sessions/:id",
    {
      schema: {
        tags,
        summary: "Delete it for good; a live agent is stopped first",
        params,
        body: NoBody,
        response: nothing,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await sessions.inOrder(id, async () => {
        await sessions.agents().stop(id);
        await tht.delete(id, personOf(request));
        // Gone, whatever becomes of what the server kept of it.
        sessions.touched(id);
        await sessions.forget(id);
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/sessions/:id/seen",
    {
      schema: {
        tags,
        summary: "It was looked at; with `unread`, what came after is to be read again",
        params,
        body: Seen,
        response: nothing,
      },
    },
    async (request, reply) => {
      const at = new Date(request.body.at);
      if (Number.isNaN(at.getTime())) throw problem("invalid-request", "`at` is no ISO 8601 time.");
      await sessions.markSeen(request.params.id, at, { unread: request.body.unread === true });
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/sessions/:id/documents",
    {
      schema: {
        tags,
        summary: "Its documents in phase order, long ones cut",
        params,
        querystring: DocumentsQuery,
        response: { 200: SessionDocuments },
      },
    },
    async (request, reply) => {
      const documents = await tht.documents(request.params.id, { all: request.query.all === "1" });
      return sendTagged(request, reply, JSON.stringify(documents));
    },
  );

  await app.register(documentRoute, { sessions });
};
