import { queryOptions, useQueries } from "@tanstack/react-query";
import type { AgentName } from "@thothii/backend/api/agents";
import type { Transcript, TranscriptHead, Turn } from "@thothii/backend/api/search";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import type { HitPlace } from "../../../lib/hit-place.ts";

/** Turns fetched together. */
const PAGE = 40;

const pageQuery = (agent: AgentName, sessionId: string, page: number) =>
  queryOptions({
    queryKey: ["transcript", agent, sessionId, page] as const,
    queryFn: ({ signal }) => {
      const around = page * PAGE + PAGE / 2;
      const path = ["transcripts", agent, sessionId].map(encodeURIComponent).join("/");
      // Two more than a page, so that pages meet wherever the server puts the middle.
      return api.get<Transcript>(`/${path}?around=${around}&limit=${PAGE + 2}`, { signal });
    },
    staleTime: 60_000,
  });

/** A conversation as far as it was read. Turns are by their place among all of it, which is their `seq`. */
export type Reading = {
  head: TranscriptHead | null;
  /** How many turns it has in all. */
  total: number;
  turns: ReadonlyMap<number, Turn>;
  error: unknown;
  retrying: boolean;
  retry: () => void;
  /** Tells which turns are looked at, both ends included: what of them is missing is fetched. */
  show: (from: number, to: number) => void;
};

/** Reads a conversation from the turn of `place` on, outwards as it is looked at. */
export function useTranscript({ agent, sessionId, seq }: HitPlace): Reading {
  const [pages, setPages] = useState<readonly number[]>([]);
  const first = pageOf(seq);
  const wanted = pages.includes(first) ? pages : [...pages, first];
  return useQueries({
    queries: wanted.map((page) => pageQuery(agent, sessionId, page)),
    combine: (results) => {
      const read = results.flatMap(({ data }) => data ?? []);
      const turns = new Map<number, Turn>();
      for (const { before, turns: some } of read) some.forEach((turn, index) => void turns.set(before + index, turn));
      const failed = results.filter(({ isError }) => isError);
      return {
        head: read[0] ?? null,
        total: Math.max(0, ...read.map(({ before, turns: some, after }) => before + some.length + after)),
        turns,
        error: failed[0]?.error ?? null,
        retrying: failed.some(({ isFetching }) => isFetching),
        retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
        show: (from: number, to: number) => {
          const missing: number[] = [];
          for (let page = pageOf(from); page <= pageOf(to); page++) if (!wanted.includes(page)) missing.push(page);
          if (missing.length > 0) setPages([...wanted, ...missing]);
        },
      };
    },
  });
}

const pageOf = (index: number) => Math.floor(index / PAGE);
