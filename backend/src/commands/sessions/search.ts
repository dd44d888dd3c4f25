import type { SearchAnswer } from "../../../api/search.ts";
import { formatAnswer } from "../../search/index.ts";
import type { Given } from "../command.ts";
import { jsonText } from "../json-text.ts";
import { type SearchFlags, searchOptions } from "./search-options.ts";
import { withSearch } from "./with-search.ts";

/** `thoth sessions WORD…`: what was found, or what could be done to find more. */
export async function search(flags: SearchFlags, { words }: Given): Promise<number> {
  if (flags.forget !== undefined) return (await import("./forget.ts")).forget(flags, words);
  const options = searchOptions(flags, words);
  return withSearch(flags, async ({ search, format }) => {
    const answer = await search.search(options);
    const text = flags.json === undefined ? formatAnswer(answer, format) : jsonText(answer);
    return { text, code: couldSearch(answer) ? 0 : 1 };
  });
}

/** Nothing found is an answer; that no store could be read is none. */
function couldSearch({ hits, notice, problems }: SearchAnswer): boolean {
  return hits.length > 0 || problems.length === 0 || notice?.code !== "nothing-indexed";
}
