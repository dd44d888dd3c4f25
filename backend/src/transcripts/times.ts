/** Nothing that an agent wrote is older, or from so far ahead. */
const EARLIEST = Date.UTC(2015, 0);
const LATEST = Date.UTC(2100, 0);
/** A number below is in seconds, not in ms. */
const SECONDS_BELOW = 1e11;

/** Already as it is wanted, as most are; days that not every month has are looked at closer. */
const PLAIN =
  /^20(?:1[5-9]|[2-9]\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO 8601 UTC of what a store calls a time: an ISO string, or seconds or ms since 1970, also as text; null for anything else. */
export function isoTime(value: unknown): string | null {
  if (typeof value === "string" && PLAIN.test(value)) return value;
  const ms = milliseconds(value);
  return ms >= EARLIEST && ms < LATEST ? new Date(ms).toISOString() : null;
}

/** The same in ms; NaN for what is no time. */
export function milliseconds(value: unknown): number {
  if (typeof value === "bigint") return milliseconds(Number(value));
  if (typeof value === "number") return Math.floor(value < SECONDS_BELOW ? value * 1000 : value);
  if (typeof value !== "string" || value === "") return Number.NaN;
  return /^\d+(\.\d+)?$/.test(value) ? milliseconds(Number(value)) : Date.parse(value);
}
