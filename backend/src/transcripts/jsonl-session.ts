import { type JsonEntry, type LineFilter, peekJsonl, scanJsonl } from "./jsonl-scan.ts";
import { TurnList } from "./turn-list.ts";
import type { Reading, ReadMark, SessionHead, Unit } from "./types.ts";
import { newestLast } from "./whole-reading.ts";

/** What the lines of a session's file mean. */
export interface JsonlFormat<State> {
  /** What is known before the first line. Plain JSON and small: it is kept with the mark. */
  start(unit: Unit): State;
  /** Takes what a line says about the session into the state, and what was said in it into the turns. */
  entry(state: State, entry: JsonEntry, turns: TurnList): void;
  /** Null while nothing shows that the file is a session. */
  head(state: State, unit: Unit): SessionHead | null;
  /** The state has all that a head needs. */
  settled(state: State): boolean;
  /** The folder stands in the lines themselves: it is looked for as far as it takes. */
  namesFolder?: true;
  /** Lines that say nothing, told without parsing them. */
  mayMatter?: LineFilter;
  /** What a line that is no JSON object holds, where the store is known to write such lines. */
  mend?(line: string): JsonEntry[];
  /** The paths in a line's tool calls that write files. */
  touched?(entry: JsonEntry): string[];
}

interface Kept<State> {
  own: State;
  ts: string | null;
}

const HEAD_LIMIT = 256 << 10;

/** The head by the beginning of the file, as far as it takes to know whose the session is. Throws what the file system throws. */
export function headOfJsonl<State>(unit: Unit, format: JsonlFormat<State>): SessionHead | null {
  const state = format.start(unit);
  const turns = new TurnList({ sessionId: unit.sessionId });
  peekJsonl(
    unit.path,
    (entry) => {
      format.entry(state, entry, turns);
      return format.settled(state);
    },
    HEAD_LIMIT,
    () => {
      const head = format.head(state, unit);
      return head === null || (format.namesFolder === true && head.cwd === null);
    },
  );
  return format.head(state, unit);
}

/** The session in an append-only file, from the mark on where it holds. Throws what the file system throws. */
export function readJsonl<State>(
  unit: Unit,
  format: JsonlFormat<State>,
  { from, touchedFiles }: { from?: ReadMark; touchedFiles?: boolean },
): Reading | null {
  let state = format.start(unit);
  let turns = new TurnList({ sessionId: unit.sessionId });
  const touched: string[] = [];
  const { resumed, mark, bytesRead } = scanJsonl(unit.path, {
    from,
    mayMatter: format.mayMatter,
    mend: format.mend,
    begin(goesOn) {
      if (!goesOn || !from) return;
      const kept = structuredClone(from.state) as Kept<State>;
      state = kept.own;
      turns = new TurnList({ sessionId: unit.sessionId, seq: from.seq, ts: kept.ts });
    },
    entry(entry) {
      format.entry(state, entry, turns);
      if (touchedFiles) touched.push(...(format.touched?.(entry) ?? []));
    },
    keep: () => ({ seq: turns.seq, state: { own: state, ts: turns.ts } satisfies Kept<State> }),
  });
  const head = format.head(state, unit);
  if (!head) return null;
  const reading: Reading = { head, turns: turns.turns, appended: resumed, mark, bytesRead };
  return touchedFiles ? { ...reading, touchedFiles: newestLast(touched) } : reading;
}
