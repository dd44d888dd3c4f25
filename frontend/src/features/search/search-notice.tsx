import type { Indexing, SearchAnswer } from "@thothii/backend/api/search";
import { FileSearch, FolderLock, Info, SearchX, ToggleLeft, Type } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Filters } from "./filters.ts";

type SearchNoticeProps = {
  typed: string;
  filters: Filters;
  answer: SearchAnswer | null;
  error: unknown;
  loading: boolean;
  indexing: Indexing | null;
  /** The list says itself that nothing was found, before what could widen the search. */
  offered: boolean;
  onRetry: () => void;
};

/** What there is to say where there is no passage to show: why, and what to do. */
export function SearchNotice({
  typed,
  filters,
  answer,
  error,
  loading,
  indexing,
  offered,
  onRetry,
}: SearchNoticeProps) {
  const { t } = useTexts();
  if (typed === "") {
    return (
      <p className="flex items-start gap-2.5 px-4.5 pt-1 pb-4 text-ink-3 text-small">
        <Info aria-hidden="true" className="mt-px" />
        {t("search.hint")}
      </p>
    );
  }
  if (error) return <ErrorState title={t("search.failed")} error={error} onRetry={onRetry} retrying={loading} />;
  if (!answer) return <Awaited />;
  if (answer.hits.length > 0 || offered) return null;
  switch (answer.notice?.code) {
    case "no-words":
      return (
        <EmptyState icon={<Type aria-hidden="true" />} title={t("search.noWords")}>
          {t("search.noWordsBody")}
        </EmptyState>
      );
    case "nothing-indexed":
      if (indexing) return <Awaited />;
      return (
        <EmptyState icon={<FileSearch aria-hidden="true" />} title={t("search.nothingIndexed")}>
          {t("search.nothingIndexedBody")}
        </EmptyState>
      );
    case "switched-off":
      return (
        <EmptyState icon={<ToggleLeft aria-hidden="true" />} title={t("search.switchedOff")}>
          {t("search.switchedOffBody")}
        </EmptyState>
      );
    case "not-writable":
      return (
        <EmptyState icon={<FolderLock aria-hidden="true" />} title={t("search.notWritable")}>
          {t("search.notWritableBody")}
        </EmptyState>
      );
    default:
      return (
        <EmptyState icon={<SearchX aria-hidden="true" />} title={t(filters.any ? "search.noHitsAny" : "search.noHits")}>
          {t(indexing ? "search.noHitsIndexing" : "search.noHitsBody")}
        </EmptyState>
      );
  }
}

const widths = ["w-4/5", "w-3/5", "w-2/3"];

/** The first passages are on their way; seen only where they take their time. */
function Awaited() {
  return (
    <div className="grid gap-4 px-4.5 py-4 transition-opacity delay-150 starting:opacity-0">
      {widths.map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className="h-3 w-40" />
          <Skeleton className={`h-2.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}
