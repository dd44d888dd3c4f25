import type { Hit } from "@thothii/backend/api/search";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { SessionHits } from "./session-hits.ts";

export type HitBarProps = {
  q: string;
  /** The place of the passage being read. */
  seq: number;
  found: SessionHits;
  onGo: (hit: Hit) => void;
  onResults: () => void;
  /** Ends the reading of passages; where closing what is read does that, absent. */
  onEnd?: () => void;
};

/** Which of the passages of this session is being read, and the ways to the others and back to the search. */
export function HitBar({ q, seq, found: { hits, current }, onGo, onResults, onEnd }: HitBarProps) {
  const { t } = useTexts();
  const index = current ? hits.indexOf(current) : -1;
  const previous = hits.findLast((hit) => hit.seq < seq);
  const next = hits.find((hit) => hit.seq > seq);
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-1 border-line border-b bg-panel px-3 text-small">
      <button
        type="button"
        onClick={onResults}
        title={t("search.toResults")}
        className="-ml-1 flex min-w-0 items-center gap-2 rounded-sm px-1.5 py-1 text-ink-2 transition-colors hover:bg-sunk hover:text-ink touch:h-10"
      >
        <Search aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{t("search.toResults")}: </span>
        <span dir="auto" className="truncate">
          {q}
        </span>
      </button>
      <span className="flex-1" />
      <span role="status" className="whitespace-nowrap text-ink-3">
        {hits.length === 0 ? null : index >= 0 ? (
          <>
            <span aria-hidden="true">{t("search.position", { index: index + 1, count: hits.length })}</span>
            <span className="sr-only">
              {t("search.positionLong", { index: index + 1, count: hits.length, words: q })}
            </span>
          </>
        ) : (
          t("search.unplaced", { count: hits.length })
        )}
      </span>
      <IconButton
        label={t("search.previous")}
        icon={<ChevronUp aria-hidden="true" />}
        className="ml-1 touch:size-10"
        aria-disabled={!previous}
        onClick={() => previous && onGo(previous)}
      />
      <IconButton
        label={t("search.next")}
        icon={<ChevronDown aria-hidden="true" />}
        className="touch:size-10"
        aria-disabled={!next}
        onClick={() => next && onGo(next)}
      />
      {onEnd ? (
        <IconButton
          label={t("search.closeHits")}
          icon={<X aria-hidden="true" />}
          className="-mr-1 touch:size-10"
          onClick={onEnd}
        />
      ) : null}
    </div>
  );
}
