import { DIMENSIONS } from "../mapping/dimensions.ts";
import { filterText } from "../mapping/linking.ts";
import { MEASURES } from "../mapping/measures.ts";
import type { Selection } from "../mapping/query.ts";
import type { DimensionId, Filter, Language } from "../mapping/types.ts";

const conjunction: Record<Language, string> = { it: " e ", en: " and " };

/** "a, b e c" */
export function enumerate(parts: readonly string[], language: Language): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")}${conjunction[language]}${parts.at(-1)}`;
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const bullets = (lines: readonly string[], empty: string): string =>
  (lines.length > 0 ? lines : [empty]).map((line) => `- ${line}`).join("\n");

/** A selection in one sentence, which says measures, split, conditions, order and limit. */
export function describe(selection: Selection, language: Language): string {
  const it = language === "it";
  const measures = enumerate(
    selection.measures.map((id) => MEASURES[id].label[language]),
    language,
  );
  const split = enumerate(
    selection.dimensions.map((id) => DIMENSIONS[id].label[language]),
    language,
  );
  const conditions = selection.filters.map((filter) => conditionText(filter, language));
  const parts = [capitalised(measures) + (split ? ` ${it ? "per" : "by"} ${split}` : "")];
  if (conditions.length > 0) parts.push(enumerate(conditions, language));
  const ranking = rankingText(selection, language);
  if (ranking) parts.push(ranking);
  return `${parts.join(", ")}.`;
}

function rankingText({ order, limit }: Selection, language: Language): string {
  if (!order) return "";
  const measure = MEASURES[order.by].label[language];
  const it = language === "it";
  const direction =
    order.direction === "desc"
      ? it
        ? "dal più alto al più basso"
        : "from the highest to the lowest"
      : it
        ? "dal più basso al più alto"
        : "from the lowest to the highest";
  const only =
    limit === null ? "" : it ? ` (solo ${limit === 1 ? "il primo" : `i primi ${limit}`})` : ` (first ${limit} only)`;
  return it ? `in ordine di ${measure} ${direction}${only}` : `in order of ${measure} ${direction}${only}`;
}

const BY_COLUMN = new Map(
  (Object.keys(DIMENSIONS) as DimensionId[])
    .filter((id) => id !== "area")
    .map((id) => [DIMENSIONS[id].column, DIMENSIONS[id].label]),
);

/** A condition in the reader's words: `città = Milano`, `dal 2024-01-01 al 2024-12-31`. */
export function conditionText(filter: Filter, language: Language): string {
  const label = BY_COLUMN.get(filter.column)?.[language];
  const text = filterText(filter, language);
  return filter.op === "in" && label ? text.replace(filter.column, label) : text;
}
