import { randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";

const PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

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

/** `count` random base32 characters. */
export function randomBase32(count: number): string {
  return Array.from(randomBytes(count), (byte) => BASE32[byte % 32]).join("");
}

/** `YYYYMMDD-HHMMSS-xxxxxx`, in UTC. */
export function newSessionId(now: Date, suffix: string = randomBase32(6)): string {
  const [date = "", time = ""] = now.toISOString().split("T");
  return `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}-${suffix}`;
}
