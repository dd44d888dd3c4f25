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
  const selected = [capitalised(measures) + (split ? ` ${it ? "per" : "by"} ${split}` : ""), ...conditions].join(", ");
  const ranking = rankingText(selection, language);
  return `${selected}${ranking ? `; ${ranking}` : ""}.`;
}

function rankingText({ order, limit }: Selection, language: Language): string {
  if (!order) return "";
  const measure = MEASURES[order.by].label[language];
  const down = order.direction === "desc";
  if (language === "it") {
    const only = limit === null ? "" : limit === 1 ? ", solo la prima riga" : `, solo le prime ${limit} righe`;
    return `in ordine ${down ? "decrescente" : "crescente"} di ${measure}${only}`;
  }
  const only = limit === null ? "" : limit === 1 ? ", first row only" : `, first ${limit} rows only`;
  return `in ${down ? "descending" : "ascending"} order of ${measure}${only}`;
}

const BY_COLUMN = new Map(
  (Object.keys(DIMENSIONS) as DimensionId[])
    .filter((id) => id !== "area")
    .map((id) => [DIMENSIONS[id].column, DIMENSIONS[id].label]),
);

/** A condition in the reader's words: `città Milano o Roma`, `nel 2024`, `dal 2024-03-01 al 2024-06-30`. */
function conditionText(filter: Filter, language: Language): string {
  const label = BY_COLUMN.get(filter.column)?.[language] ?? filter.column;
  if (filter.op === "in") return `${label} ${filter.value.join(language === "it" ? " o " : " or ")}`;
  const year = filter.op === "between" ? wholeYear(filter.value) : null;
  return year ? `${language === "it" ? "nel" : "in"} ${year}` : filterText(filter, language);
}

function wholeYear([first, last]: [string, string]): string | null {
  const year = first.slice(0, 4);
  return first === `${year}-01-01` && last === `${year}-12-31` ? year : null;
}
