import { formatStatus } from "../../search/index.ts";
import { jsonText } from "../json-text.ts";
import { type SearchFlags, scope } from "./search-options.ts";
import { withSearch } from "./with-search.ts";

/** `thoth sessions reindex`: everything is read anew; what is indexed then. */
export async function reindex(
  flags: Pick<SearchFlags, "project" | "all-projects" | "json" | "workspace">,
): Promise<number> {
  const wanted = scope(flags);
  return withSearch(flags, async ({ search }) => {
    await search.reindex(wanted);
    const found = await search.status();
    return { text: flags.json === undefined ? formatStatus(found) : jsonText(found) };
  });
}
