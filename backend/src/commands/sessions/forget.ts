import { UsageError } from "../command.ts";
import type { SearchFlags } from "./search-options.ts";
import { withSearch } from "./with-search.ts";

/** `thoth sessions --forget [ID]`: takes what is gone, or that session, out of the index. */
export async function forget(flags: SearchFlags, ids: readonly string[]): Promise<number> {
  if (ids.length > 1) throw new UsageError("--forget takes one ID, or none for all sessions whose files are gone.");
  const [id] = ids;
  return withSearch(flags, async ({ search }) => {
    const forgotten = await search.forget(id === undefined ? undefined : await search.resolve(id));
    if (flags.json !== undefined) return { text: JSON.stringify({ forgotten }) };
    return { text: forgotten === 0 ? "There was nothing to forget." : `Forgot ${forgotten}.` };
  });
}
