import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useEffect, useMemo, useRef, useState } from "react";
import { cutText } from "../../lib/cut-text.ts";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { decisionText } from "./decision-text.ts";
import { newestFirst, readLedger, type Timeline, type TimelineEntry } from "./decisions.ts";
import { instant, usePassage } from "./passage.ts";
import { ViewerNote } from "./viewer-note.tsx";
import { moment } from "./when.ts";

/** Decisions shown first, and added by each press of the button. */
const STEP = 20;
/** More than these scroll in a box of their own, which draws only those in sight. */
const MANY = 200;

/** Who decided what, newest first. */
export function DecisionsTimeline({ content }: { content: string }) {
  const timeline = useMemo(() => newestFirst(readLedger(content)), [content]);
  return <TimelineView timeline={timeline} />;
}

export function TimelineView({ timeline }: { timeline: Timeline }) {
  const { t, language } = useTexts();
  const [shown, setShown] = useState(STEP);
  const { count } = timeline;
  const sought = usePlaceOf(usePassage()?.at ?? null, timeline);
  useEffect(() => {
    if (sought >= 0) setShown((now) => Math.max(now, sought + 1));
  }, [sought]);
  if (count === 0) return <ViewerNote>{t("documents.decisions.empty")}</ViewerNote>;
  if (shown >= MANY && count > MANY) return <ManyDecisions timeline={timeline} sought={sought} />;
  const hidden = count - shown;
  return (
    <div className="px-3.5 pb-2.5">
      <ol>
        {Array.from({ length: Math.min(shown, count) }, (_, index) => timeline.at(index)).map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      {hidden > 0 && (
        <div className="mt-1 flex flex-wrap gap-1">
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + STEP)}>
            {t("documents.decisions.more", { count: Math.min(STEP, hidden) })}
          </Button>
          {hidden > STEP && (
            <Button size="sm" variant="ghost" onClick={() => setShown(count)}>
              {t("documents.decisions.all", { total: number(count, language) })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Which entry was recorded at that instant; -1 for none. */
function usePlaceOf(at: string | null, { count, at: entryAt }: Timeline): number {
  return useMemo(() => {
    const wanted = instant(at);
    if (wanted === undefined) return -1;
    for (let index = 0; index < count; index++) if (instant(entryAt(index).at) === wanted) return index;
    return -1;
  }, [at, count, entryAt]);
}

const ENTRY_HEIGHT = 48;
/** Entries drawn and measured together: one by one, each measure would go through all of a long ledger. */
const PIECE = 20;

/** A ledger of any length: only the entries near those in sight are there, each says which of how many it is. */
function ManyDecisions({ timeline: { count, at }, sought }: { timeline: Timeline; sought: number }) {
  const { t, language } = useTexts();
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / PIECE),
    getScrollElement: () => box.current,
    estimateSize: () => PIECE * ENTRY_HEIGHT,
    overscan: 1,
  });
  useEffect(() => {
    if (sought >= 0) virtualizer.scrollToIndex(Math.floor(sought / PIECE), { align: "start" });
  }, [virtualizer, sought]);
  return (
    <section
      ref={box}
      aria-label={t("documents.decisions.all", { total: number(count, language) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-[60vh] overflow-y-auto border-line border-t px-3.5"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: piece, start }) => (
          <ol
            key={piece}
            ref={virtualizer.measureElement}
            data-index={piece}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            {indices(piece * PIECE, count).map((index) => {
              const entry = at(index);
              return <Entry key={entry.key} entry={entry} index={index} of={count} />;
            })}
          </ol>
        ))}
      </div>
    </section>
  );
}

const indices = (from: number, count: number) =>
  Array.from({ length: Math.min(PIECE, count - from) }, (_, offset) => from + offset);

const DOTS = {
  approve: "bg-ok",
  revise: "bg-wait",
  rollback: "bg-accent",
  other: "bg-line-strong",
};

type EntryProps = {
  entry: TimelineEntry;
  /** Its place among `of`, where not all are there. */
  index?: number;
  of?: number;
};

function Entry({ entry, index, of }: EntryProps) {
  const { t, language } = useTexts();
  const now = useNow();
  const at = entry.at && moment(entry.at, now, language);
  return (
    <li
      data-at={instant(entry.at)}
      aria-setsize={of}
      aria-posinset={index === undefined ? undefined : index + 1}
      className="grid grid-cols-[16px_1fr_auto] items-start gap-2 py-[5px]"
    >
      <span aria-hidden="true" className={clsx("forced-outline mt-1.5 size-2 rounded-full", DOTS[entry.kind])} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-strong">{decisionText(t, entry)}</span>
        {entry.by && <span> · {entry.by}</span>}
        {entry.note && <Note text={entry.note} />}
      </div>
      {at ? (
        <time dateTime={entry.at ?? undefined} title={at.long} className="whitespace-nowrap text-ink-3 text-small">
          {at.short}
        </time>
      ) : (
        <span className="text-ink-3 text-small">{t("documents.decisions.unknownTime")}</span>
      )}
    </li>
  );
}

/** A note may be 20,000 characters long, and the next decision should stay in sight. */
const SHOWN_NOTE = 400;

function Note({ text }: { text: string }) {
  const { t } = useTexts();
  const [all, setAll] = useState(false);
  const long = text.length > SHOWN_NOTE * 1.5;
  return (
    <div dir="auto" className="text-ink-3 text-small">
      <p className="whitespace-pre-wrap">{long && !all ? cutText(text, SHOWN_NOTE) : text}</p>
      {long && !all && (
        <Button size="sm" variant="ghost" className="-ml-2" onClick={() => setAll(true)}>
          {t("documents.decisions.showNote")}
        </Button>
      )}
    </div>
  );
}
