import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { DocumentParams, type SessionDocument } from "../../api/documents.ts";
import { SessionId } from "../../api/sessions.ts";
import { problem } from "../http/problem.ts";
import type { Sessions } from "./sessions.ts";

const types: Record<SessionDocument["format"], [extension: string, mediaType: string]> = {
  markdown: ["md", "text/markdown; charset=utf-8"],
  sql: ["sql", "application/sql; charset=utf-8"],
  "schema-linking": ["json", "application/json; charset=utf-8"],
  decisions: ["json", "application/json; charset=utf-8"],
  text: ["txt", "text/plain; charset=utf-8"],
};

export const documentRoute: FastifyPluginAsyncTypebox<{ sessions: Sessions }> = async (app, { sessions }) => {
  app.get(
    "/sessions/:id/documents/:key",
    {
      schema: {
        tags: ["sessions"],
        summary: "One document, whole, as a download",
        params: { ...DocumentParams, properties: { ...DocumentParams.properties, id: SessionId } },
      },
    },
    async (request, reply) => {
      const { id, key } = request.params as { id: string; key: string };
      const download = await sessions.tht.download(id, key);
      if (!download)
        throw problem("document-not-found", `The session has no document ${key}.`, "Its phase may not be reached yet.");
      const [extension, mediaType] = types[download.document.format];
      return reply
        .type(mediaType)
        .header("content-disposition", `attachment; filename="${id}-${key}.${extension}"`)
        .header("cache-control", "private, no-cache")
        .send(download.content);
    },
  );
};
