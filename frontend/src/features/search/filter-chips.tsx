import type { SearchedAgents } from "@thothii/backend/api/search";
import { clsx } from "clsx";
import { Check, ChevronDown, X } from "lucide-react";
import type { ComponentProps } from "react";
import { agentTitles } from "../../lib/agent-titles.ts";
import { number } from "../../lib/format.ts";
import { type T, useTexts } from "../../lib/i18n.ts";
import { Menu, MenuRadioGroup, MenuRadioItem } from "../../ui/menu.tsx";
import { type Filters, isFiltered, noFilters, periods, roles } from "./filters.ts";

type FilterChipsProps = {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** Those that something is indexed of; undefined while that is not known. */
  searched: SearchedAgents["agents"] | undefined;
};

/** What the search is kept to: a chip each, filled where it says something. */
export function FilterChips({ filters, onFilters, searched }: FilterChipsProps) {
  const { t, language } = useTexts();
  const set = (change: Partial<Filters>) => onFilters({ ...filters, ...change });
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-1.5 px-3.5 pb-2.5">
      <legend className="sr-only">{t("search.filters")}</legend>
      <Choice
        label={t("search.role")}
        value={filters.role}
        any={t("search.anyRole")}
        options={roles.map((role) => ({ value: role, text: t(`search.roles.${role}`) }))}
        onChange={(role) => set({ role })}
      />
      <Choice
        label={t("search.agent")}
        value={filters.agent}
        any={t("search.anyAgent")}
        options={agentsWith(filters.agent, searched).map(({ agent, sessions }) => ({
          value: agent,
          text: agentTitles[agent],
          count:
            sessions === null
              ? null
              : { text: number(sessions, language), said: t("search.sessionCount", { count: sessions }) },
        }))}
        onChange={(agent) => set({ agent })}
      />
      <Choice
        label={t("search.since")}
        value={filters.sinceDays === null ? null : String(filters.sinceDays)}
        any={t("search.anyTime")}
        options={periodsWith(filters.sinceDays).map((days) => ({ value: String(days), text: periodText(t, days) }))}
        onChange={(days) => set({ sinceDays: days === null ? null : Number(days) })}
      />
      <Switch on={filters.allProjects} onChange={(allProjects) => set({ allProjects })}>
        {t("search.allProjects")}
      </Switch>
      <Switch on={filters.withoutArchived} onChange={(withoutArchived) => set({ withoutArchived })}>
        {t("search.withoutArchived")}
      </Switch>
      {filters.any ? (
        <Switch on onChange={(any) => set({ any })}>
          {t("search.any")}
        </Switch>
      ) : null}
      {isFiltered(filters) ? (
        <Pill className="border-transparent text-ink-2 hover:bg-sunk" onClick={() => onFilters(noFilters)}>
          <X aria-hidden="true" className="size-3.5" />
          {t("search.clearFilters")}
        </Pill>
      ) : null}
    </fieldset>
  );
}

const agents = Object.keys(agentTitles) as (keyof typeof agentTitles)[];

/** An address may ask for one that nothing is indexed of. */
function agentsWith(chosen: Filters["agent"], searched: FilterChipsProps["searched"]) {
  return agents
    .map((agent) => ({ agent, sessions: searched?.find((one) => one.agent === agent)?.sessions ?? null }))
    .filter(({ agent, sessions }) => !searched || sessions !== null || agent === chosen);
}

/** An address may ask for a period of its own. */
const periodsWith = (days: number | null) =>
  days === null || periods.includes(days) ? periods : [...periods, days].sort((a, b) => a - b);

function periodText(t: T, days: number): string {
  if (days === 1) return t("search.day");
  return days === 365 ? t("search.year") : t("search.days", { count: days });
}

const plain = "border-line-strong text-ink-2 hover:bg-sunk";
const filled = "forced-selected border-transparent bg-accent-soft text-accent";

function Pill({ className, ...rest }: ComponentProps<"button">) {
  return (
    <button
      {...rest}
      type="button"
      className={clsx(
        "inline-flex h-[26px] select-none items-center gap-1 whitespace-nowrap rounded-full border px-2.5 font-medium text-[12px] transition-colors touch:h-9",
        className,
      )}
    />
  );
}

type ChoiceProps<V extends string> = {
  label: string;
  value: V | null;
  any: string;
  /** `count`: what there is of it, as it is shown and as it is said. */
  options: { value: V; text: string; count?: { text: string; said: string } | null }[];
  onChange: (value: V | null) => void;
};

const ANY = "any";

function Choice<V extends string>({ label, value, any, options, onChange }: ChoiceProps<V>) {
  const chosen = options.find((option) => option.value === value)?.text;
  return (
    <Menu
      align="start"
      label={label}
      trigger={
        <Pill aria-label={chosen ? `${label}: ${chosen}` : label} className={chosen ? filled : plain}>
          {chosen ?? label}
          <ChevronDown aria-hidden="true" className="-mr-0.5 size-3.5" />
        </Pill>
      }
    >
      <MenuRadioGroup value={value ?? ANY} onChange={(next) => onChange(next === ANY ? null : (next as V))}>
        <MenuRadioItem value={ANY}>{any}</MenuRadioItem>
        {options.map((option) => (
          <MenuRadioItem key={option.value} value={option.value}>
            <span className="flex items-baseline gap-3">
              <span className="flex-1">{option.text}</span>
              {option.count ? (
                <>
                  <span className="sr-only">, {option.count.said}</span>
                  <span aria-hidden="true" className="text-ink-3 text-small tabular-nums">
                    {option.count.text}
                  </span>
                </>
              ) : null}
            </span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

function Switch({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: string }) {
  return (
    <Pill aria-pressed={on} className={on ? filled : plain} onClick={() => onChange(!on)}>
      {on ? <Check aria-hidden="true" className="size-3.5" /> : null}
      {children}
    </Pill>
  );
}
