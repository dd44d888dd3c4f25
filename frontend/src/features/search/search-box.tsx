import { useQuery } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { sessionsQuery } from "../../lib/queries.ts";
import { textOf } from "../../lib/type-ahead.ts";
import { useNow } from "../../lib/use-now.ts";
import { FilterChips } from "./filter-chips.tsx";
import { type Filters, filtersText, noFilters, parseFilters } from "./filters.ts";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";
import { optionId, ResultList } from "./result-list.tsx";
import { passageSections, type SearchOption, sectionsOf } from "./results.ts";
import { SearchField } from "./search-field.tsx";
import { SearchFooter } from "./search-footer.tsx";
import { SearchNotice } from "./search-notice.tsx";
import type { SearchTarget, SearchText } from "./search-target.ts";
import { isReadIn, panelDocument } from "./session-hits.ts";
import { searchTypeAhead } from "./type-ahead.ts";
import { useActiveOption } from "./use-active-option.ts";
import { useIndexing, useSearch, useSearchedAgents } from "./use-search.ts";
import { useSettled } from "./use-settled.ts";

/** What is typed is kept in the address once it has stood for so long. */
const KEPT_MS = 300;
const none: ReadonlySet<string> = new Set();
const noRows: readonly SessionSummary[] = [];

type SearchBoxProps = {
  field: RefObject<HTMLInputElement | null>;
  begin: SearchText;
  onText: (text: SearchText) => void;
  onGo: (target: SearchTarget, text: SearchText) => void;
  onClose: () => void;
};

/** The field, what it is kept to, and what was found. The focus stays in the field; the keys go along the list. */
export function SearchBox({ field, begin, onText, onGo, onClose }: SearchBoxProps) {
  const listId = useId();
  const now = useNow();
  const [typed, setTyped] = useState(begin.q ?? "");
  const [filters, setFilters] = useState(() => parseFilters(begin.in));
  const [recent, setRecent] = useState(recentSearches);
  const [expanded, setExpanded] = useState(none);
  const rows = useQuery(sessionsQuery).data ?? noRows;
  const search = useSearch(typed, filters);
  const { answer, fresh } = search;
  const indexing = useIndexing(answer?.indexing);
  const searchedAgents = useSearchedAgents(filters);
  const asked = typed.trim();

  const passages = useMemo(() => passageSections({ answer, rows, expanded }), [answer, rows, expanded]);
  const sections = useMemo(
    () => sectionsOf({ typed, filters, rows, answer, recent, expanded, now }, passages),
    [typed, filters, rows, answer, recent, expanded, now, passages],
  );
  const options = useMemo(() => sections.flatMap((section) => section.options), [sections]);
  const list = useActiveOption(options, { first: asked !== "" });

  useEffect(() => field.current?.select(), [field]);

  const text = { q: asked === "" ? null : asked, in: filtersText(filters) };
  // The whole page goes by its address, so it is told of words, not of keys.
  const kept = useSettled(asked, KEPT_MS);
  const keep = useRef(onText);
  useEffect(() => {
    keep.current = onText;
  });
  useEffect(() => {
    keep.current({ q: kept || null, in: filtersText(filters) });
  }, [kept, filters]);

  function type(next: string) {
    setTyped(next);
    setExpanded(none);
    list.reset();
    waiting.current = false;
  }

  /** The keys that were faster than the field, an Enter too. */
  function takeTypedAhead() {
    const keys = searchTypeAhead.take();
    if (keys === "") return;
    type(textOf(keys));
    waiting.current = keys.endsWith("\r");
  }

  function filter(next: Filters) {
    setFilters(next);
    list.reset();
    field.current?.focus();
  }

  function choose(option: SearchOption) {
    switch (option.kind) {
      case "recent":
        return type(option.text);
      case "session":
        if (asked) rememberSearch(typed);
        return onGo({ kind: "session", sessionId: option.row.id }, text);
      case "hit":
      case "titled":
        rememberSearch(typed);
        return onGo(targetOf(option.hit), text);
      case "more":
        list.point(nextAfter(options, option));
        return setExpanded((now) => new Set(now).add(option.section));
      case "offer":
        if (option.offer === "any") return filter({ ...filters, any: true });
        if (option.offer === "all-projects") return filter({ ...filters, allProjects: true });
        return filter({ ...noFilters, allProjects: filters.allProjects, any: filters.any });
    }
  }

  // Enter may be faster than the answer: what it asked for is then the best of what comes.
  const waiting = useRef(false);
  const best = options[0];
  useEffect(() => {
    if (!fresh || !waiting.current) return;
    waiting.current = false;
    if (best && isFound(best)) chooseLatest.current(best);
  }, [fresh, best]);
  const chooseLatest = useRef(choose);
  useEffect(() => {
    chooseLatest.current = choose;
  });

  const chosen = useCallback((option: SearchOption) => chooseLatest.current(option), []);
  const { point } = list;
  const pointed = useCallback((option: SearchOption) => point(option.key), [point]);
  const forget = useCallback(() => {
    forgetSearches();
    setRecent([]);
    field.current?.focus();
  }, [field]);

  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter") {
      event.preventDefault();
      const { active } = list;
      const outdated = !fresh && search.loading && !list.moved && active?.kind !== "session";
      if (asked !== "" && outdated) waiting.current = true;
      else if (active) choose(active);
      return;
    }
    const moved = list.moveBy(event);
    if (moved === undefined) return;
    event.preventDefault();
    const id = optionId(
      listId,
      options.findIndex(({ key }) => key === moved),
    );
    document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }

  return (
    <>
      <SearchField
        ref={field}
        typed={typed}
        onType={type}
        onFocus={takeTypedAhead}
        onKeyDown={keyDown}
        onClose={onClose}
        loading={search.slow}
        listId={listId}
        activeId={list.index >= 0 ? optionId(listId, list.index) : undefined}
        expanded={options.length > 0}
      />
      <FilterChips filters={filters} onFilters={filter} searched={searchedAgents} />
      <div className="flex min-h-0 flex-1 flex-col border-line border-t">
        <ResultList
          id={listId}
          sections={sections}
          active={list.index}
          words={typed}
          answered={search.answered}
          outdated={search.slow && !fresh}
          any={filters.any}
          growing={indexing !== null}
          now={now}
          onPoint={pointed}
          onChoose={chosen}
          onForget={forget}
        />
        <div className={options.length > 0 ? "shrink-0" : "min-h-0 overflow-y-auto"}>
          <SearchNotice
            typed={asked}
            filters={filters}
            answer={answer}
            error={search.error}
            loading={search.loading}
            indexing={indexing}
            offered={sections.some(({ kind }) => kind === "offers")}
            onRetry={search.retry}
          />
        </div>
      </div>
      <SearchFooter
        sections={sections}
        answer={answer}
        settled={asked !== "" && fresh}
        indexing={indexing}
        failed={search.error !== null}
      />
    </>
  );
}

const isFound = ({ kind }: SearchOption) => kind === "hit" || kind === "session" || kind === "titled";

function targetOf(hit: Extract<SearchOption, { kind: "hit" }>["hit"]): SearchTarget {
  const place = { agent: hit.agent, sessionId: hit.sessionId, seq: hit.seq };
  return isReadIn("panel", hit)
    ? { kind: "document", place, document: panelDocument(hit) }
    : { kind: "transcript", place };
}

/** What stands where the way to more stood: the last one shown before it. */
function nextAfter(options: readonly SearchOption[], option: SearchOption): string {
  return options[options.indexOf(option) - 1]?.key ?? option.key;
}
