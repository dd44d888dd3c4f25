import type { Language } from "./i18n.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const words = {
  it: { now: "adesso", minute: "min", hour: "h", yesterday: "ieri" },
  en: { now: "now", minute: "min", hour: "h", yesterday: "yesterday" },
} as const;

const formatters = new Map<string, Intl.DateTimeFormat>();

// Making a formatter is a hundred times dearer than using one, and a rail uses one a row.
function format(date: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = language + JSON.stringify(options);
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language === "en" ? "en-GB" : "it-IT", options);
    formatters.set(key, formatter);
  }
  return formatter.format(date);
}

/**
 * How long ago, as short as a rail needs it: `adesso`, `12 min`, `3 h`, `ieri`, `lun`, `18 nov`, `18 nov 2025`.
 * Days are the reader's calendar days. A time to come, by a clock that is off, is `adesso`.
 */
export function shortWhen(iso: string, now: number, language: Language): string {
  const date = new Date(iso);
  const past = now - date.getTime();
  if (Number.isNaN(past)) return "";
  if (past < minute) return words[language].now;
  if (past < hour) return `${Math.floor(past / minute)} ${words[language].minute}`;
  const days = calendarDays(date, new Date(now));
  if (days === 0) return `${Math.floor(past / hour)} ${words[language].hour}`;
  if (days === 1) return words[language].yesterday;
  if (days < 7) return format(date, language, { weekday: "short" });
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return format(date, language, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** The whole date and time: `lunedì 30 novembre 2026 alle ore 10:42`. */
export function longWhen(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return format(date, language, { dateStyle: "full", timeStyle: "short" });
}

/** The time of day: `10:42`. */
export function timeOfDay(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return format(date, language, { hour: "2-digit", minute: "2-digit" });
}

/** A duration in seconds with one decimal, or minutes from one on: `0,1 s`, `2 min`. */
export function duration(ms: number, language: Language): string {
  // What would round up to 60,0 s is a minute.
  if (ms >= minute - 50) return `${Math.max(1, Math.floor(ms / minute))} min`;
  return `${number(ms / 1000, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** A number with the language's separators. */
export function number(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language === "en" ? "en-GB" : "it-IT", { useGrouping: "always", ...options }).format(
    value,
  );
}

/** A size in bytes: `512 byte` (in English `512 bytes`), `12,4 kB`, `3 MB`. */
export function size(bytes: number, language: Language): string {
  if (bytes < 1000) return `${number(bytes, language)} ${language === "en" && bytes !== 1 ? "bytes" : "byte"}`;
  if (bytes < 999_950) return `${number(bytes / 1000, language, { maximumFractionDigits: 1 })} kB`;
  return `${number(bytes / 1_000_000, language, { maximumFractionDigits: 1 })} MB`;
}

// Rounded, because a day of the change of clocks has 23 or 25 hours.
function calendarDays(from: Date, to: Date): number {
  const start = new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime();
  const end = new Date(to.getFullYear(), to.getMonth(), to.getDate()).getTime();
  return Math.round((end - start) / day);
}
