import { readdirSync, readFileSync } from "node:fs";

/** The processes that carry the session's name in their environment: its agent, and all that it started. */
export function agentsOf(id: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`THOTH_SESSION=${id}`);
      } catch {
        return false;
      }
    });
}
