import type { Turn } from "@thothii/backend/api/search";
import { clsx } from "clsx";
import { FileText, ListChecks, SquareStack } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { cutText } from "../../../lib/cut-text.ts";
import { longWhen, shortWhen } from "../../../lib/format.ts";
import { documentTitle, useTexts } from "../../../lib/i18n.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Button } from "../../../ui/button.tsx";
import { MarkdownView } from "../../../ui/markdown-view.tsx";
import { visibleText } from "../visible-text.ts";

type TurnViewProps = {
  turn: Turn;
  index: number;
  total: number;
  /** The one that the reader was led to: shown whole. */
  sought: boolean;
  onOpenDocument?: (() => void) | undefined;
};

/** Beyond this a turn is cut until its reader asks for all of it, and laying it out as markdown would take seconds. */
const BRIEF = 20_000;
const BRIEF_DOCUMENT = 700;
const MAX_LAID_OUT = 200_000;

/** One turn: a question at the right, an answer at the left, what the session wrote or decided in a card. */
export const TurnView = memo(function TurnView({ turn, index, total, sought, onOpenDocument }: TurnViewProps) {
  const { t, language } = useTexts();
  const now = useNow();
  const [all, setAll] = useState(false);
  const { role, ts } = turn;
  const most = role === "document" ? BRIEF_DOCUMENT : BRIEF;
  const whole = useMemo(() => visibleText(turn.text), [turn.text]);
  const text = all || sought || whole.length <= most * 1.5 ? whole : cutText(whole, most);
  const name = role === "document" && turn.document ? documentTitle(t, { key: turn.document }) : null;
  const kind = t(`search.roles.${role}`);
  const more =
    text === whole ? null : (
      <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setAll(true)}>
        {t("search.showAll")}
      </Button>
    );
  const time = ts ? (
    <time dateTime={ts} title={longWhen(ts, language)} className="text-ink-3 text-tiny">
      {shortWhen(ts, now, language)}
    </time>
  ) : null;
  return (
    <article
      data-turn={index}
      tabIndex={-1}
      aria-label={name ? `${kind} · ${name}` : kind}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={clsx(
        "relative outline-none focus-visible:outline-2 focus-visible:outline-offset-4",
        sought &&
          "before:absolute before:inset-y-0 before:-left-3 before:w-[3px] before:rounded-full before:bg-accent before:content-[''] forced-colors:before:bg-[Highlight]",
      )}
    >
      {body()}
    </article>
  );

  function body(): ReactNode {
    switch (role) {
      case "user":
        return (
          <div className="ml-auto grid w-fit max-w-[85%] justify-items-end gap-1">
            <p
              data-turn-text=""
              dir="auto"
              className="forced-outline whitespace-pre-wrap rounded-xl rounded-br-[3px] bg-accent-soft px-[13px] py-[9px] [overflow-wrap:anywhere]"
            >
              {text}
            </p>
            {more}
            {time}
          </div>
        );
      case "assistant":
        return (
          <>
            <Laid text={text} />
            {more}
          </>
        );
      case "summary":
        return (
          <Card icon={<SquareStack aria-hidden="true" />} title={kind} aside={time}>
            <Laid text={text} />
            {more}
          </Card>
        );
      case "decision":
        return (
          <Card icon={<ListChecks aria-hidden="true" />} title={kind} aside={time}>
            <Plain text={text} />
            {more}
          </Card>
        );
      case "document":
        return (
          <Card
            icon={<FileText aria-hidden="true" />}
            title={name ?? kind}
            aside={
              onOpenDocument ? (
                <Button size="sm" variant="ghost" className="-my-1 -mr-2" onClick={onOpenDocument}>
                  {t("search.openDocument")}
                </Button>
              ) : (
                time
              )
            }
          >
            <Plain text={text} />
            {more}
          </Card>
        );
    }
  }
});

function Laid({ text }: { text: string }) {
  if (text.length > MAX_LAID_OUT) return <Plain text={text} />;
  return (
    <div data-turn-text="">
      <MarkdownView text={text} headingLevel={3} />
    </div>
  );
}

function Plain({ text }: { text: string }) {
  return (
    <p data-turn-text="" dir="auto" className="whitespace-pre-wrap text-ink-2 text-small [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}

type CardProps = { icon: ReactNode; title: string; aside: ReactNode; children: ReactNode };

function Card({ icon, title, aside, children }: CardProps) {
  return (
    <div className="rounded-lg border border-line bg-panel px-3.5 py-2.5">
      <div className="flex items-center gap-2 pb-1 text-ink-3 text-small">
        {icon}
        <span className="min-w-0 flex-1 truncate font-strong text-ink-2">{title}</span>
        {aside}
      </div>
      {children}
    </div>
  );
}
