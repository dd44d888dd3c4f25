import { clsx } from "clsx";
import { memo, type ReactNode, useDeferredValue, useMemo } from "react";
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
  /** What the passages are the answer to. */
  answered: string;
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

/** So many options fill the box: the rest is drawn once these are painted. */
const FIRST = 12;

/** What can be chosen, under its headings. */
export function ResultList({ id, sections, active, answered, onForget, ...rest }: ResultListProps) {
  const { t } = useTexts();
  const given = useMemo(() => ({ sections, answered }), [sections, answered]);
  const drawn = useDeferredValue(given);
  // Only another question's answer is drawn in two steps: one that grows must not move what is looked at.
  const shown = drawn === given || drawn.answered === answered ? sections : firstOf(sections);
  let place = 0;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("search.results")}
      className={clsx("min-h-0 overflow-y-auto overscroll-contain", sections.length > 0 && "px-2 py-1.5")}
    >
      {shown.map((section) => {
        const from = place;
        place += section.options.length;
        const here = active >= from && active < place ? active - from : -1;
        return (
          <SectionBlock
            key={section.key}
            listId={id}
            section={section}
            from={from}
            active={here}
            onForget={onForget}
            {...rest}
            words={section.kind === "sessions" ? rest.words : ""}
            outdated={rest.outdated && section.kind === "passages"}
          />
        );
      })}
    </div>
  );
}

function firstOf(sections: readonly Section[]): readonly Section[] {
  let options = 0;
  let end = 0;
  for (; end < sections.length && options < FIRST; end++) options += sections[end]?.options.length ?? 0;
  return sections.slice(0, end);
}

type SectionBlockProps = Omit<ResultListProps, "id" | "sections" | "answered"> & {
  listId: string;
  section: Section;
  /** The place of its first option. */
  from: number;
};

const SectionBlock = memo(function SectionBlock(props: SectionBlockProps) {
  const { listId, section, from, active, words, outdated, any, growing, now, onPoint, onChoose, onForget } = props;
  const { t } = useTexts();
  const headId = `${listId} ${section.key}`.replaceAll(/\s/g, "-");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div
      role="group"
      {...(section.kind === "passages"
        ? { "aria-label": sessionLabel(t, section.head) }
        : { "aria-labelledby": headId })}
      className={clsx(
        "not-first:mt-1.5 transition-opacity first:[&>*:first-child]:border-t-0",
        outdated && "opacity-60",
      )}
    >
      <SectionHead id={headId} section={section} any={any} growing={growing} now={now} onForget={onForget} />
      {section.options.map((option, index) => (
        <Option
          key={option.key}
          id={optionId(listId, from + index)}
          active={index === active}
          onPoint={() => onPoint(option)}
          onChoose={() => onChoose(option)}
        >
          <OptionBody option={option} words={words} now={now} />
        </Option>
      ))}
    </div>
  );
});

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
