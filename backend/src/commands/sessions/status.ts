import { formatStatus } from "../../search/index.ts";
import { jsonText } from "../json-text.ts";
import { withSearch } from "./with-search.ts";

/** `thoth sessions status`: what is indexed. */
export async function status(flags: Partial<Record<"json" | "workspace", string>>): Promise<number> {
  return withSearch(flags, async ({ search }) => {
    const found = await search.status();
    return { text: flags.json === undefined ? formatStatus(found) : jsonText(found) };
  });
}
