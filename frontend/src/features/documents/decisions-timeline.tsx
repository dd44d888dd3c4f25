import { clsx } from "clsx";
import { useMemo, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { decisionText } from "./decision-text.ts";
import { readDecisions, type TimelineEntry } from "./decisions.ts";
import { ViewerNote } from "./viewer-note.tsx";
import { moment } from "./when.ts";

/** Decisions shown first, and added by each press of the button. */
const STEP = 20;

/** Who decided what, newest first. */
export function DecisionsTimeline({ content }: { content: string }) {
  const { t } = useTexts();
  const entries = useMemo(() => readDecisions(content), [content]);
  const [shown, setShown] = useState(STEP);
  if (entries.length === 0) return <ViewerNote>{t("documents.decisions.empty")}</ViewerNote>;
  const hidden = entries.length - shown;
  return (
    <div className="px-3.5 pb-2.5">
      <ol>
        {entries.slice(0, shown).map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      {hidden > 0 && (
        <Button size="sm" variant="ghost" className="mt-1" onClick={() => setShown(shown + STEP)}>
          {t("documents.decisions.more", { count: Math.min(STEP, hidden) })}
        </Button>
      )}
    </div>
  );
}

const DOTS = {
  approve: "bg-ok",
  revise: "bg-wait",
  rollback: "bg-accent",
  other: "bg-line-strong",
};

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t, language } = useTexts();
  const now = useNow();
  const at = entry.at && moment(entry.at, now, language);
  return (
    <li className="grid grid-cols-[16px_1fr_auto] items-start gap-2 py-[5px]">
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
      <p className="whitespace-pre-wrap">{long && !all ? `${text.slice(0, SHOWN_NOTE)}…` : text}</p>
      {long && !all && (
        <Button size="sm" variant="ghost" className="-ml-2" onClick={() => setAll(true)}>
          {t("documents.decisions.showNote")}
        </Button>
      )}
    </div>
  );
}
