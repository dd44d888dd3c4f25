import type { Hit, SearchAnswer } from "@thothii/backend/api/search";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { matchesWords, titleWords } from "../../lib/session-filter.ts";
import { sessionName } from "../../lib/session-name.ts";
import { type Filters, narrows } from "./filters.ts";

/** A way on where nothing was found. */
export type Offer = "any" | "all-projects" | "clear";

export type SearchOption = { key: string } & (
  | { kind: "recent"; text: string }
  | { kind: "session"; row: SessionSummary }
  | { kind: "hit"; hit: Hit }
  /** A session of an agent, by its title. */
  | { kind: "titled"; hit: Hit }
  | { kind: "more"; section: string; count: number }
  | { kind: "offer"; offer: Offer }
);

/** Options that belong together; `head` is the hit that speaks for its session. */
export type Section = { key: string; options: SearchOption[] } & (
  | { kind: "recent" | "latest" | "sessions" | "offers" }
  | { kind: "passages"; head: Hit }
);

export type ResultsInput = {
  typed: string;
  filters: Filters;
  rows: readonly SessionSummary[];
  /** What was answered last; null before the first answer and where nothing is asked. */
  answer: SearchAnswer | null;
  recent: readonly string[];
  /** Sections that the reader wants to see whole. */
  expanded: ReadonlySet<string>;
  now: number;
};

const SHOWN_SESSIONS = 4;
const SHOWN_PASSAGES = 3;
const DAY = 86_400_000;

/** Everything that can be chosen, in the order of the list. */
export function sectionsOf(input: ResultsInput, passages: readonly Section[] = passageSections(input)): Section[] {
  const { typed, answer, expanded } = input;
  if (typed.trim() === "") return atRest(input);
  const sections: Section[] = [];
  const titled = (answer?.hits ?? []).filter(({ role }) => role === "title");
  const options: SearchOption[] = [
    ...foundSessions(input).map((row) => ({ key: `session ${row.id}`, kind: "session" as const, row })),
    ...titled.map((hit) => ({ key: `session ${hit.agent}:${hit.sessionId}`, kind: "titled" as const, hit })),
  ];
  if (options.length > 0)
    sections.push({ key: "sessions", kind: "sessions", options: brief("sessions", options, SHOWN_SESSIONS, expanded) });
  sections.push(...passages);
  const offers = offersFor(input);
  if (offers.length > 0) {
    const options = offers.map((offer): SearchOption => ({ key: `offer ${offer}`, kind: "offer", offer }));
    sections.push({ key: "offers", kind: "offers", options });
  }
  return sections;
}

/** The passages under their sessions; no key that is typed changes them, but the answer. */
export function passageSections({
  answer,
  rows,
  expanded,
}: Pick<ResultsInput, "answer" | "rows" | "expanded">): Section[] {
  const hits = (answer?.hits ?? []).filter(({ role }) => role !== "title");
  return Array.from(bySession(hits), ([key, hits]): Section => {
    const best = hits[0] as Hit;
    const row = best.agent === "thoth" ? rows.find(({ id }) => id === best.sessionId) : undefined;
    const head = row ? { ...best, title: sessionName(row), archived: row.archived } : best;
    const options = hits.map((hit): SearchOption => ({ key: `hit ${key}:${hit.seq}`, kind: "hit", hit }));
    return { key, kind: "passages", head, options: brief(key, options, SHOWN_PASSAGES, expanded) };
  });
}

export const countOf = (sections: readonly Section[], kind: "session" | "hit"): number =>
  sections.reduce((sum, { options }) => {
    const hidden = options.reduce((more, option) => {
      const counts = option.kind === "more" && (kind === "session") === (option.section === "sessions");
      return more + (counts ? option.count : 0);
    }, 0);
    const isOne = (option: SearchOption) => option.kind === kind || (kind === "session" && option.kind === "titled");
    return sum + hidden + options.filter(isOne).length;
  }, 0);

function atRest({ recent, rows }: ResultsInput): Section[] {
  const latest = rows.filter((row) => !row.archived && !row.problem).slice(0, SHOWN_SESSIONS);
  const sections: Section[] = [
    {
      key: "recent",
      kind: "recent",
      options: recent.map((text) => ({ key: `recent ${text}`, kind: "recent", text })),
    },
    {
      key: "latest",
      kind: "latest",
      options: latest.map((row) => ({ key: `session ${row.id}`, kind: "session", row })),
    },
  ];
  return sections.filter(({ options }) => options.length > 0);
}

/** Sessions by what they are called and asked, archived ones last; none where the filters ask for something else. */
function foundSessions({ typed, filters, rows, now }: ResultsInput): SessionSummary[] {
  const words = titleWords(typed);
  if (words.length === 0 || filters.role || (filters.agent ?? "thoth") !== "thoth") return [];
  const since = filters.sinceDays === null ? 0 : now - filters.sinceDays * DAY;
  const found = rows.filter(
    (row) =>
      !(filters.withoutArchived && row.archived) &&
      (since === 0 || Date.parse(row.activity_at ?? "") >= since) &&
      matchesWords(row, words),
  );
  return [...found.filter((row) => !row.archived), ...found.filter((row) => row.archived)];
}

/** The hits under their sessions, each session where its best hit stands. */
function bySession(hits: readonly Hit[]): Map<string, Hit[]> {
  const sessions = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = `${hit.agent}:${hit.sessionId}`;
    const own = sessions.get(key);
    if (own) own.push(hit);
    else sessions.set(key, [hit]);
  }
  return sessions;
}

/** The first few, and a way to the rest; a rest of one is shown at once. */
function brief(section: string, options: SearchOption[], shown: number, expanded: ReadonlySet<string>): SearchOption[] {
  if (expanded.has(section) || options.length <= shown + 1) return options;
  const count = options.length - shown;
  return [...options.slice(0, shown), { key: `more ${section}`, kind: "more", section, count }];
}

function offersFor({ typed, filters, answer }: ResultsInput): Offer[] {
  if (!answer || answer.hits.length > 0 || (answer.notice && answer.notice.code !== "no-hits")) return [];
  const offers: Offer[] = [];
  if (!filters.any && typed.trim().split(/\s+/).length > 1) offers.push("any");
  if (!filters.allProjects) offers.push("all-projects");
  if (narrows(filters)) offers.push("clear");
  return offers;
}
