import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Indexing, SearchAnswer, SearchedAgents } from "@thothii/backend/api/search";
import { useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { useTopic } from "../../lib/live-react.ts";
import { type Filters, filtersText, searchPath } from "./filters.ts";
import { useSettled } from "./use-settled.ts";

/** A question that is answered no sooner is given up for what was typed since, once that has stood for so long. */
const OVERTAKEN_MS = 150;
/** An answer that is there sooner is not worth saying that it is awaited. */
const SLOW_MS = 180;
const LIMIT = 60;
/** While the index grows what is shown is asked for anew, at most this often. */
const AGAIN_MS = 1_500;

const searchKey = ["search"] as const;

const searchQuery = (q: string, filters: Filters) =>
  queryOptions({
    queryKey: [...searchKey, q, filtersText(filters)] as const,
    queryFn: ({ signal }) => api.get<SearchAnswer>(searchPath(q, filters, { limit: LIMIT }), { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 20_000,
    gcTime: 120_000,
  });

/**
 * The passages for what is typed, asked for one question at a time: at once, or when the one before is answered, by then
 * for what stands there. The last answer stays until the next one is there.
 */
export function useSearch(typed: string, filters: Filters) {
  const asked = typed.trim();
  const settled = useSettled(asked, OVERTAKEN_MS);
  const [q, setQ] = useState(asked);
  const query = useQuery(searchQuery(q, filters));
  if (q !== asked && (asked === "" || settled === asked || !query.isFetching)) setQ(asked);
  const answer = asked === "" ? null : (query.data ?? null);
  const loading = asked !== "" && (q !== asked || query.isFetching);
  const [answered, setAnswered] = useState("");
  if (answered !== q && query.data && !query.isPlaceholderData) setAnswered(q);
  return {
    answer,
    /** What `answer` is to. */
    answered,
    /** What is shown is the answer to what is typed. */
    fresh: answer !== null && q === asked && !query.isPlaceholderData,
    loading,
    /** It has been for long enough to be said. */
    slow: useSettled(loading, SLOW_MS) && loading,
    error: asked !== "" && query.isError ? query.error : null,
    retry: () => void query.refetch(),
    q,
  };
}

/** The agents that something is indexed of, with their sessions; undefined while that is not known. */
export function useSearchedAgents({ allProjects }: Pick<Filters, "allProjects">): SearchedAgents["agents"] | undefined {
  return useQuery({
    queryKey: [...searchKey, "agents", allProjects],
    queryFn: ({ signal }) => api.get<SearchedAgents>(`/search/agents${allProjects ? "?scope=all" : ""}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 20_000,
  }).data?.agents;
}

/** How far the index has come; null when it is complete. What is shown is asked for anew as it grows. */
export function useIndexing(answered: Indexing | null | undefined): Indexing | null {
  const client = useQueryClient();
  const [told, setTold] = useState<Indexing | null>(null);
  const [complete, setComplete] = useState(false);
  const askedAt = useRef(0);
  const askAgain = () => {
    askedAt.current = Date.now();
    void client.invalidateQueries({ queryKey: searchKey });
  };
  useTopic("events", (event) => {
    if (event.event === "index") {
      const done = event.data.done >= event.data.total;
      setTold(done ? null : event.data);
      setComplete(done);
      if (done || Date.now() - askedAt.current > AGAIN_MS) askAgain();
    }
    if (event.event === "sessions") askAgain();
  });
  if (told) return told;
  return complete ? null : (answered ?? null);
}
