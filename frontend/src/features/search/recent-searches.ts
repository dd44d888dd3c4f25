import { remember, remembered } from "../../lib/memory.ts";

const key = "searches";
const KEPT = 6;

/** What was searched for last, newest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(remembered(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string").slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Keeps a search that led somewhere. */
export function rememberSearch(typed: string): void {
  const text = typed.trim();
  if (text === "") return;
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  remember(key, JSON.stringify([text, ...others].slice(0, KEPT)));
}

export const forgetSearches = (): void => remember(key, null);
