import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { HitOption, OfferOption, RecentOption, SessionOption, TitledOption } from "./options.tsx";
import type { SearchOption, Section } from "./results.ts";
import { SectionHead, sessionLabel } from "./section-head.tsx";

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
    <div
      id={id}
      role="listbox"
      aria-label={t("search.results")}
      className={clsx("min-h-0 overflow-y-auto overscroll-contain", sections.length > 0 && "px-2 py-1.5")}
    >
      {sections.map((section) => {
        const headId = `${id} ${section.key}`.replaceAll(/\s/g, "-");
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div
            key={section.key}
            role="group"
            {...(section.kind === "passages"
              ? { "aria-label": sessionLabel(t, section.head) }
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
    case "titled":
      return <TitledOption hit={option.hit} now={now} />;
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
