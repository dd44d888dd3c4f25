import { UsageError } from "./command.ts";

/** One of a closed list; throws {@link UsageError} naming them all. */
export function oneOf<T extends string>(flag: string, text: string, list: readonly T[]): T {
  const found = list.find((item) => item === text);
  if (found === undefined) throw new UsageError(`${flag} is ${JSON.stringify(text)}. Give one of: ${list.join(", ")}.`);
  return found;
}

/** A number within bounds; throws {@link UsageError}. */
export function number(flag: string, text: string, least: number, most: number, kind: "any" | "whole" = "any"): number {
  const value = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (kind === "any" || Number.isInteger(value))) return value;
  const what = kind === "whole" ? "a whole number" : "a number";
  throw new UsageError(`${flag} is ${JSON.stringify(text)}. Give ${what} from ${least} to ${most}.`);
}
