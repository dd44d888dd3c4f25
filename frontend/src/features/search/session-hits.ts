import { useQuery } from "@tanstack/react-query";
import type { Hit, SearchAnswer } from "@thothii/backend/api/search";
import { useMemo } from "react";
import { api } from "../../lib/api.ts";
import type { HitPlace } from "../../lib/hit-place.ts";
import { titleWords } from "../../lib/session-filter.ts";
import { noFilters, parseFilters, searchPath } from "./filters.ts";

const MOST = 200;

export type SessionHits = {
  /** The passages that are read in the same place, in reading order. */
  hits: readonly Hit[];
  /** The one being read; undefined while the hits are on their way, and where it is none of them. */
  current: Hit | undefined;
  /** What to mark: the words as they were found in the text, and as they were typed. */
  marks: readonly string[];
};

const none: readonly Hit[] = [];

/** Where else in the session of `place` the words are, among what is read in the panel or in the transcript. */
export function useSessionHits(
  place: HitPlace | null,
  q: string | null,
  filters: string | null,
  where: "panel" | "transcript",
): SessionHits {
  const { any } = parseFilters(filters);
  const { agent, sessionId } = place ?? {};
  const { data } = useQuery({
    queryKey: ["search", "session", agent, sessionId, q, any],
    queryFn: ({ signal }) => {
      const own = { ...noFilters, agent: agent ?? null, allProjects: true, any };
      return api.get<SearchAnswer>(searchPath(q ?? "", own, { session: sessionId ?? "", limit: MOST }), { signal });
    },
    enabled: agent !== undefined && q !== null,
    staleTime: 60_000,
  });
  const hits = useMemo(
    () =>
      (data?.hits ?? none)
        .filter((hit) => hit.sessionId === sessionId && hit.agent === agent && hit.role !== "title")
        .filter((hit) => isReadIn(where, hit))
        .toSorted((a, b) => a.seq - b.seq),
    [data, sessionId, agent, where],
  );
  const marks = useMemo(() => marksOf(hits, q), [hits, q]);
  return { hits, current: hits.find(({ seq }) => seq === place?.seq), marks };
}

/** Documents and decisions are read in the panel, what was said in the transcript. */
export const isReadIn = (where: "panel" | "transcript", { agent, role }: Pick<Hit, "agent" | "role">): boolean =>
  (where === "panel") === (agent === "thoth" && (role === "document" || role === "decision"));

/** The document of the panel that a hit is in. */
export const panelDocument = ({ role, document }: Pick<Hit, "role" | "document">): string =>
  document ?? (role === "decision" ? "decisions" : "question");

function marksOf(hits: readonly Hit[], q: string | null): string[] {
  const found = hits.flatMap(({ snippet }) => snippet.filter(({ hit }) => hit).map(({ text }) => text.trim()));
  return [...new Set([...found, ...titleWords(q ?? "")])].filter((text) => text !== "");
}
