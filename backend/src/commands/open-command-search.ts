import { ensureHome } from "../home-folder.ts";
import { type OpenSearch, openSearch, stateFolder } from "../search/index.ts";
import { choosePlaces } from "./places.ts";

/** The index of the workspace a command is about, or of the project that its folder is in. */
export async function openCommandSearch(
  flags: { workspace?: string | undefined },
  patienceMs?: number,
): Promise<OpenSearch> {
  const { env } = process;
  const places = choosePlaces(flags);
  try {
    await ensureHome(places?.home ?? stateFolder(env));
  } catch (error) {
    // In a folder that can't be written there may still be an index to read: the search says what there is.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  return openSearch({ places, env, cwd: process.cwd(), patienceMs });
}
