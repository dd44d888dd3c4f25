import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import {
  SearchAnswer,
  SearchedAgents,
  SearchedScope,
  SearchParams,
  Transcript,
  TranscriptParams,
  TranscriptRange,
} from "../../api/search.ts";
import { typedQuery } from "../http/typed-query.ts";
import type { Search } from "./types.ts";

export interface SearchRoutesOptions {
  search: Search;
  /** After an answer is out: what was too slow to be asked before it. */
  settle(): Promise<unknown>;
}

const tags = ["search"];

export const searchRoutes: FastifyPluginAsyncTypebox<SearchRoutesOptions> = async (app, { search, settle }) => {
  app.get(
    "/search",
    {
      preValidation: typedQuery(SearchParams),
      schema: {
        tags,
        summary: "Everything said and decided, best first",
        querystring: SearchParams,
        response: { 200: SearchAnswer },
      },
    },
    async (request, reply) => {
      reply.raw.once("finish", () => {
        settle().catch((error) => request.log.warn({ err: error }, "the sessions could not be listed anew"));
      });
      return search.search(request.query);
    },
  );

  app.get(
    "/search/agents",
    {
      preValidation: typedQuery(SearchedScope),
      schema: {
        tags,
        summary: "The agents that something is indexed of, and of how many sessions",
        querystring: SearchedScope,
        response: { 200: SearchedAgents },
      },
    },
    (request) => search.agents(request.query),
  );

  app.get(
    "/transcripts/:agent/:id",
    {
      preValidation: typedQuery(TranscriptRange),
      schema: {
        tags,
        summary: "What was said in a session, around one turn or from its beginning",
        params: TranscriptParams,
        querystring: TranscriptRange,
        response: { 200: Transcript },
      },
    },
    async (request) => {
      const { agent, id: sessionId } = request.params;
      return search.transcript({ agent, sessionId }, request.query);
    },
  );
};
