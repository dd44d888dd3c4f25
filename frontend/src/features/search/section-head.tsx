import type { Hit } from "@thothii/backend/api/search";
import { Archive, Clock, MessagesSquare, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { agentTitles } from "../../lib/agent-titles.ts";
import { folderName } from "../../lib/folder-name.ts";
import { longWhen, shortWhen } from "../../lib/format.ts";
import { type T, useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import type { Section } from "./results.ts";

type SectionHeadProps = {
  /** Of the element that names the section. */
  id: string;
  section: Section;
  /** One of the words was enough. */
  any: boolean;
  /** The index is not complete yet. */
  growing: boolean;
  now: number;
  onForget: () => void;
};

/** What stands over a section's options: its name, or why there is nothing but ways to widen the search. */
export function SectionHead({ id, section, any, growing, now, onForget }: SectionHeadProps) {
  const { t } = useTexts();
  switch (section.kind) {
    case "recent":
      return (
        <PlainHead id={id} icon={<Clock aria-hidden="true" className="size-3.5" />} text={t("search.recent")}>
          <Button size="sm" variant="ghost" tabIndex={-1} className="-my-1" onClick={onForget}>
            {t("search.forget")}
          </Button>
        </PlainHead>
      );
    case "latest":
    case "sessions":
      return (
        <PlainHead
          id={id}
          icon={<MessagesSquare aria-hidden="true" className="size-3.5" />}
          text={t(section.kind === "latest" ? "search.latest" : "search.sessions")}
        />
      );
    case "offers":
      return (
        <div role="presentation" className="grid justify-items-center px-4 pt-6 pb-4 text-center">
          <SearchX aria-hidden="true" className="mb-3 size-6 text-ink-3" />
          <span id={id} className="font-strong">
            {t(any ? "search.noHitsAny" : "search.noHits")}
          </span>
          <span className="text-balance text-ink-3 text-small">
            {t(growing ? "search.noHitsIndexing" : "search.noHitsBody")}
          </span>
        </div>
      );
    case "passages":
      return <SessionHead head={section.head} now={now} />;
  }
}

function PlainHead({ id, icon, text, children }: { id: string; icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div role="presentation" className="flex items-center gap-2 px-2.5 pt-2 pb-1 text-ink-3 text-small">
      {icon}
      <span id={id} className="flex-1 font-strong">
        {text}
      </span>
      {children}
    </div>
  );
}

/** What a screen reader says of the session, where the eye has chips. */
export function sessionLabel(t: T, { title, agent, archived, gone }: Hit): string {
  const parts = [title ?? t("search.untitled"), agent === "thoth" ? null : agentTitles[agent]];
  return [...parts, archived && t("search.archived"), gone && t("search.gone")].filter(Boolean).join(", ");
}

/** The session that the passages below are from. */
function SessionHead({ head, now }: { head: Hit; now: number }) {
  const { t, language } = useTexts();
  const { agent, title, project, archived, gone, ts } = head;
  const folder = project && folderName(project);
  return (
    <div
      role="presentation"
      className="flex items-center gap-2 border-line border-t px-2.5 pt-2.5 pb-1 max-[640px]:items-start"
    >
      <span className="flex min-w-0 flex-1 items-center gap-x-2 gap-y-1 max-[640px]:flex-wrap">
        <span dir="auto" className="min-w-0 max-w-full truncate font-strong">
          {title ?? t("search.untitled")}
        </span>
        {agent === "thoth" ? null : <Chip className="h-[19px] shrink-0 px-2">{agentTitles[agent]}</Chip>}
        {folder && agent !== "thoth" ? (
          <span
            title={project ?? undefined}
            className="min-w-0 shrink-[4] truncate text-ink-3 text-small max-[640px]:hidden"
          >
            {folder}
          </span>
        ) : null}
        {archived ? (
          <Chip className="h-[19px] shrink-0 px-2" icon={<Archive aria-hidden="true" className="size-3" />}>
            {t("search.archived")}
          </Chip>
        ) : null}
        {gone ? (
          <Chip className="h-[19px] shrink-0 px-2" title={t("search.goneWhy")}>
            {t("search.gone")}
          </Chip>
        ) : null}
      </span>
      {ts ? (
        <time dateTime={ts} title={longWhen(ts, language)} className="shrink-0 text-ink-3 text-small">
          {shortWhen(ts, now, language)}
        </time>
      ) : null}
    </div>
  );
}
