import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Indexing, SearchAnswer } from "@thothii/backend/api/search";
import { useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { useTopic } from "../../lib/live-react.ts";
import { type Filters, filtersText, searchPath } from "./filters.ts";
import { useSettled } from "./use-settled.ts";

/** Short enough not to be felt, long enough that a word typed at speed is one question. */
const SETTLED_MS = 45;
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

/** The passages for what is typed. The last answer stays until the next one is there. */
export function useSearch(typed: string, filters: Filters) {
  const asked = typed.trim();
  const settled = useSettled(asked, SETTLED_MS);
  const q = asked === "" ? "" : settled;
  const query = useQuery(searchQuery(q, filters));
  const answer = asked === "" ? null : (query.data ?? null);
  return {
    answer,
    /** What is shown is the answer to what is typed. */
    fresh: answer !== null && q === asked && !query.isPlaceholderData,
    loading: asked !== "" && (q !== asked || query.isFetching),
    error: asked !== "" && query.isError ? query.error : null,
    retry: () => void query.refetch(),
    q,
  };
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
