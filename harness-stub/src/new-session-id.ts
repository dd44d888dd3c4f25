import { randomBytes } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** `count` random base32 characters. */
export function randomBase32(count: number): string {
  return Array.from(randomBytes(count), (byte) => BASE32[byte % 32]).join("");
}

/** `YYYYMMDD-HHMMSS-xxxxxx`, in UTC. */
export function newSessionId(now: Date, suffix: string = randomBase32(6)): string {
  const [date = "", time = ""] = now.toISOString().split("T");
  return `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}-${suffix}`;
}
