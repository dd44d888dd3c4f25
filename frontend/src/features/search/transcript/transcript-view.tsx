import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Hit } from "@thothii/backend/api/search";
import { MessageSquareDashed, SearchX } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { ApiProblem } from "../../../lib/api.ts";
import { type HitPlace, hitText } from "../../../lib/hit-place.ts";
import { useTexts } from "../../../lib/i18n.ts";
import { sessionsQuery } from "../../../lib/queries.ts";
import { sessionName } from "../../../lib/session-name.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { preloadMarkdown } from "../../../ui/markdown-view.tsx";
import { densestMark, findMarks, usePassageMarks } from "../../../ui/passage-marks.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useLanding } from "../../../ui/use-landing.ts";
import { HitBar } from "../hit-bar.tsx";
import { useSessionHits } from "../session-hits.ts";
import { type TranscriptActions, TranscriptHeader } from "./transcript-header.tsx";
import { TurnView } from "./turn-view.tsx";
import { useTranscript } from "./use-transcript.ts";

export type TranscriptViewProps = TranscriptActions & {
  /** The turn to land on. */
  place: HitPlace;
  /** The words that led there, and what they were kept to. */
  q: string | null;
  filters: string | null;
  onGo: (hit: Hit) => void;
  onResults: () => void;
  onClose: () => void;
};

/** A conversation to read, whatever agent it was with: opened at one turn, the words that led there marked. */
export function TranscriptView(props: TranscriptViewProps) {
  const { agent, sessionId } = props.place;
  // Another conversation is another view: nothing of the one before stays.
  return <View key={`${agent}:${sessionId}`} {...props} />;
}

/** The part of a turn that is its own words. */
const TEXT = "[data-turn-text]";
const ESTIMATE = 104;
/** Of the view's height, left below the end, so that the last turns can be read a third from the top too. */
const BEYOND = 0.6;
/** No more turns than these are all in sight anyway. */
const FEW = 6;

function View({ place, q, filters, onGo, onResults, onClose, ...actions }: TranscriptViewProps) {
  const { t } = useTexts();
  const titleId = useId();
  useEffect(preloadMarkdown, []);
  const reading = useTranscript(place);
  const { head, total, turns } = reading;
  const found = useSessionHits(place, q, filters, "transcript");
  const name = useSessionName(place);
  const scroller = useRef<HTMLDivElement>(null);

  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE,
    overscan: 6,
    paddingStart: 16,
    paddingEnd: total > FEW ? Math.round((scroller.current?.clientHeight ?? 0) * BEYOND) : 24,
  });
  const rows = virtualizer.getVirtualItems();
  const from = rows[0]?.index;
  const to = rows.at(-1)?.index;
  const { show } = reading;
  useEffect(() => {
    if (from !== undefined && to !== undefined) show(from, to);
  }, [from, to, show]);

  const at = Math.min(place.seq, total - 1);
  const turnHere = () => scroller.current?.querySelector<HTMLElement>(`[data-turn="${at}"]`) ?? null;
  useLanding(scroller, total > 0 ? hitText(place) : null, () => {
    const turn = turnHere();
    if (turn) return densestMark(findMarks(turn.querySelectorAll(TEXT), found.marks))?.range ?? turn;
    virtualizer.scrollToIndex(at, { align: "start" });
    return null;
  });
  useFocusOnArrival(turnHere, turns.has(at));
  usePassageMarks(scroller, TEXT, found.marks, total > 0);

  if (!head) {
    if (!reading.error) return <Awaited />;
    return isUnknown(reading.error) ? (
      <EmptyState icon={<SearchX aria-hidden="true" />} title={t("search.transcriptGone")}>
        {t("search.transcriptGoneBody")}
      </EmptyState>
    ) : (
      <ErrorState
        title={t("search.transcriptFailed")}
        error={reading.error}
        onRetry={reading.retry}
        retrying={reading.retrying}
      />
    );
  }
  return (
    <section aria-labelledby={titleId} className="@container flex h-full min-h-0 flex-col bg-ground">
      <TranscriptHeader
        titleId={titleId}
        head={{ ...head, title: name ?? head.title }}
        onClose={onClose}
        {...actions}
      />
      {q ? <HitBar q={q} seq={place.seq} found={found} onGo={onGo} onResults={onResults} /> : null}
      {reading.error ? (
        <ErrorState
          title={t("search.pageFailed")}
          error={reading.error}
          onRetry={reading.retry}
          retrying={reading.retrying}
        />
      ) : null}
      {total === 0 ? (
        <EmptyState icon={<MessageSquareDashed aria-hidden="true" />} title={t("search.transcriptEmpty")} />
      ) : null}
      <div
        ref={scroller}
        role="feed"
        aria-label={t("search.turns")}
        aria-busy={!turns.has(at)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="relative mx-auto max-w-[760px]" style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const turn = turns.get(index);
            return (
              <div
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 px-6 pb-4 @max-[600px]:px-3.5"
                style={{ transform: `translateY(${start}px)` }}
              >
                {turn ? (
                  <TurnView
                    turn={turn}
                    index={index}
                    total={total}
                    sought={index === at}
                    onOpenDocument={actions.onOpenDocument && (() => actions.onOpenDocument?.(head.sessionId, turn))}
                  />
                ) : (
                  <Skeleton className="h-16 w-3/4" />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** What a session of this workspace is called now; undefined for all other conversations. */
function useSessionName({ agent, sessionId }: HitPlace): string | undefined {
  const own = agent === "thoth";
  return useQuery({
    ...sessionsQuery,
    enabled: own,
    select: (rows) => {
      const row = own ? rows.find(({ id }) => id === sessionId) : undefined;
      return row && sessionName(row);
    },
  }).data;
}

const isUnknown = (error: unknown) => error instanceof ApiProblem && (error.status === 404 || error.status === 400);

/** The turn takes the focus where nothing else has it: who steps along the hits keeps theirs on the button. */
function useFocusOnArrival(find: () => HTMLElement | null, there: boolean): void {
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(() => {
    if (!there) return;
    let frames = 60;
    let frame = requestAnimationFrame(function step() {
      const element = latest.current();
      if (element && document.activeElement?.contains(element)) element.focus({ preventScroll: true });
      else if (frames-- > 0) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [there]);
}

const widths = ["w-1/2", "w-full", "w-5/6", "w-2/3"];

function Awaited() {
  const { t } = useTexts();
  return (
    <div role="status" className="mx-auto grid max-w-[760px] gap-4 px-6 py-6">
      <span className="sr-only">{t("app.loading")}</span>
      {widths.map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
