// A door of its own for whoever needs every reader: a question on the command line waits for none it doesn't need.
import { loadEveryReader } from "./present-readers.ts";
import type { Reader } from "./types.ts";

/** Every store that can be read, in the order of the agents. */
export const readers: readonly Reader[] = await loadEveryReader();
