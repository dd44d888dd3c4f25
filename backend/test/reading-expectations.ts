import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Reading, Turn } from "../src/transcripts/types.ts";

const ROLES = ["user", "assistant", "summary"];
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Every file and folder, with its size and when it was written. */
export function treeOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.map((name) => {
    const { size, mtimeMs, mode } = lstatSync(join(folder, name));
    return `${name} ${size} ${mtimeMs} ${mode}`;
  });
}

/** The turns an index holds after both: those of the second replace, from the first mark on. */
export function joined(before: Reading, after: Reading): Turn[] {
  if (!after.appended) return after.turns;
  const from = before.mark?.seq ?? 0;
  return [...before.turns.filter((turn) => turn.seq < from), ...after.turns];
}

/** Where lines are added the offsets move, and with them the keys of turns that have no id. */
export const unkeyed = (turns: Turn[]) => turns.map(({ key: _, ...rest }) => rest);

export function expectSound({ turns, head, appended }: Reading): void {
  expect(appended).toBe(false);
  expect(turns.map(({ seq }) => seq)).toEqual(turns.map((_, index) => index));
  expect(new Set(turns.map(({ key }) => key)).size).toBe(turns.length);
  for (const turn of turns) {
    expect(ROLES).toContain(turn.role);
    expect(turn.text.trim()).not.toBe("");
    expect(typeof turn.key === "string" && turn.key !== "").toBe(true);
    if (turn.ts !== null) expect(turn.ts).toMatch(ISO);
  }
  expect(typeof head.sessionId === "string" && head.sessionId !== "").toBe(true);
  for (const text of [head.cwd, head.title, head.forkOf, head.subagentOf])
    expect(text === null || (typeof text === "string" && text !== "")).toBe(true);
  if (head.startedAt !== null) expect(head.startedAt).toMatch(ISO);
}

export function outcome(act: () => unknown): string {
  try {
    return act() === null ? "null" : "something";
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
