import type { Hit } from "@thothii/backend/api/search";
import { clsx } from "clsx";
import { Archive, Clock, MessagesSquare, SearchX } from "lucide-react";
import { memo, type ReactNode } from "react";
import { agentTitles } from "../../lib/agent-titles.ts";
import { folderName } from "../../lib/folder-name.ts";
import { longWhen, shortWhen } from "../../lib/format.ts";
import { type T, useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { HitOption, OfferOption, RecentOption, SessionOption } from "./options.tsx";
import type { SearchOption, Section } from "./results.ts";

type ResultListProps = {
  id: string;
  sections: readonly Section[];
  /** The place of the option that the keyboard is on; -1 for none. */
  active: number;
  words: string;
  /** It answers what was typed before. */
  outdated: boolean;
  /** One of the words was enough. */
  any: boolean;
  /** The index is not complete yet. */
  growing: boolean;
  now: number;
  onPoint: (option: SearchOption) => void;
  onChoose: (option: SearchOption) => void;
  onForget: () => void;
};

/** The element of an option, for the field to point to. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What can be chosen, under its headings. */
export function ResultList({
  id,
  sections,
  active,
  words,
  outdated,
  any,
  growing,
  now,
  onPoint,
  onChoose,
  onForget,
}: ResultListProps) {
  const { t } = useTexts();
  let place = 0;
  return (
    <div id={id} role="listbox" aria-label={t("search.results")} className={clsx(sections.length > 0 && "px-2 py-1.5")}>
      {sections.map((section) => {
        const headId = `${id} ${section.key}`.replaceAll(/\s/g, "-");
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div
            key={section.key}
            role="group"
            {...(section.kind === "passages"
              ? { "aria-label": nameOf(t, section.head) }
              : { "aria-labelledby": headId })}
            className={clsx(
              "not-first:mt-1.5 transition-opacity first:[&>*:first-child]:border-t-0",
              outdated && section.kind === "passages" && "opacity-60",
            )}
          >
            <SectionHead id={headId} section={section} any={any} growing={growing} now={now} onForget={onForget} />
            {section.options.map((option) => {
              const index = place++;
              return (
                <Option
                  key={option.key}
                  id={optionId(id, index)}
                  active={index === active}
                  onPoint={() => onPoint(option)}
                  onChoose={() => onChoose(option)}
                >
                  <OptionBody option={option} words={words} now={now} />
                </Option>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

type OptionProps = { id: string; active: boolean; onPoint: () => void; onChoose: () => void; children: ReactNode };

/** The field keeps the focus and hears the keys, so a pointer is all an option listens to. */
function Option({ id, active, onPoint, onChoose, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which points here
    <div
      id={id}
      role="option"
      aria-selected={active}
      data-highlighted={active ? "" : undefined}
      onPointerMove={active ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="scroll-my-9 cursor-pointer select-none rounded-md px-2.5 py-1.5 data-[highlighted]:bg-sunk touch:py-2.5"
    >
      {children}
    </div>
  );
}

const OptionBody = memo(function OptionBody({
  option,
  words,
  now,
}: {
  option: SearchOption;
  words: string;
  now: number;
}) {
  const { t } = useTexts();
  switch (option.kind) {
    case "recent":
      return <RecentOption text={option.text} />;
    case "session":
      return <SessionOption row={option.row} typed={words} now={now} />;
    case "hit":
      return <HitOption hit={option.hit} />;
    case "more":
      return (
        <span className="pl-[26px] text-accent text-small">
          {t(option.section === "sessions" ? "search.moreSessions" : "search.more", { count: option.count })}
        </span>
      );
    case "offer":
      return <OfferOption offer={option.offer} />;
  }
});

type SectionHeadProps = Pick<ResultListProps, "any" | "growing" | "now" | "onForget"> & {
  id: string;
  section: Section;
};

function SectionHead({ id, section, any, growing, now, onForget }: SectionHeadProps) {
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
function nameOf(t: T, { title, agent, archived, gone }: Hit): string {
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
