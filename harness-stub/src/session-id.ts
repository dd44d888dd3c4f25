import { Problem } from "./problem.ts";

const PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export const isSessionId = (id: string) => PATTERN.test(id) && !id.includes("..");

/** Throws `invalid-id` before anything of the disk is touched. */
export function checkSessionId(id: string): void {
  if (isSessionId(id)) return;
  throw new Problem(
    "invalid-id",
    `${JSON.stringify(id.slice(0, 200))} is not a session id.`,
    "An id has letters, digits, dots, dashes and underscores only, at most 128. `tht session list` prints them.",
  );
}
