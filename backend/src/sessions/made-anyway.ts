import { isProblem } from "../http/problem.ts";
import type { HarnessRow } from "./normalise.ts";

/**
 * What `make` answers with. A harness that dies after its work is done has made the session all the same, and asking it
 * again would make a second one: then the one that is new since and fits is the answer. Throws what `make` threw
 * when there is none, or more than one.
 */
export async function madeAnyway(
  make: () => Promise<HarnessRow>,
  list: () => Promise<HarnessRow[]>,
  fits: (row: HarnessRow) => Promise<boolean>,
): Promise<HarnessRow> {
  // What a session says of its beginning may be in whole seconds.
  const begun = Math.floor(Date.now() / 1000) * 1000;
  try {
    return await make();
  } catch (error) {
    if (!isProblem(error) || !["harness-failed", "harness-timeout"].includes(error.code)) throw error;
    try {
      const made: HarnessRow[] = [];
      for (const row of await list()) {
        if (Date.parse(row.created_at ?? "") >= begun && (await fits(row))) made.push(row);
      }
      if (made[0] !== undefined && made.length === 1) return made[0];
    } catch {
      // Asking again added nothing to what is known.
    }
    throw error;
  }
}
