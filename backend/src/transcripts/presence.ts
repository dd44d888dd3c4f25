import { isFolder } from "./folders.ts";
import type { Presence, StoreFailure, Unit } from "./types.ts";

/**
 * Looks for a session among all that a store lists, where its id alone doesn't say where it would lie. Gone only where
 * one of `folders` is there and all of the store could be asked.
 */
export function presenceAmong(
  { units, failures }: { units: readonly Unit[]; failures: readonly StoreFailure[] },
  sessionId: string,
  folders: readonly string[],
): Presence {
  if (units.some((unit) => unit.sessionId === sessionId)) return "present";
  return failures.length === 0 && folders.some(isFolder) ? "gone" : "unknown";
}
