import { eachEntry, findRollout, type Rollout } from "./codex-files.ts";
import { codexLines } from "./codex-lines.ts";
import { CodexRollout, type CodexTurn, type RolloutState } from "./codex-rollout.ts";

/** A fork of a fork of … is followed this far. */
const DEEPEST = 32;
const speech = codexLines(false);

/** What a fork shares with its source by reference; empty when the source is no longer there. */
export function inheritedTurns(home: string, { base }: RolloutState, trail: readonly string[]): CodexTurn[] {
  if (base === null) return [];
  return turnsOfThread(home, base.threadId, trail, base.until) ?? [];
}

/**
 * Gives copied turns the keys they have in the source: those at the beginning that are the source's, one after the other.
 * `copying`: there may be more in what is yet to be written.
 */
export function withSourceKeys(
  home: string,
  state: RolloutState,
  turns: CodexTurn[],
  trail: readonly string[],
  known = new Map<string, CodexTurn[] | null>(),
): { turns: CodexTurn[]; copying: boolean } {
  const sourceId = state.forkOf ?? state.subagentOf;
  if (state.base !== null || sourceId === null) return { turns, copying: false };
  if (!known.has(sourceId)) known.set(sourceId, turnsOfThread(home, sourceId, trail));
  const source = known.get(sourceId) ?? null;
  if (source === null) return { turns, copying: false };
  const own = turns.findIndex((turn, index) => !isCopy(turn, source[index]));
  const copied = own === -1 ? turns.length : own;
  return {
    turns: turns.map((turn, index) => ({ ...turn, key: (index < copied && source[index]?.key) || turn.key })),
    copying: own === -1 && copied < source.length,
  };
}

function isCopy(turn: CodexTurn, original: CodexTurn | undefined): boolean {
  if (original === undefined || turn.role !== original.role || turn.text.trim() !== original.text.trim()) return false;
  return turn.turnId === "" || original.turnId === "" || turn.turnId === original.turnId;
}

/** All that a thread says, from what it shares on; null when its file is not there. */
function turnsOfThread(home: string, id: string, trail: readonly string[], until?: number): CodexTurn[] | null {
  if (trail.includes(id) || trail.length >= DEEPEST) return null;
  const source = findRollout(home, id);
  return source && readSource(home, source, [...trail, id], until);
}

function readSource(home: string, source: Rollout, trail: readonly string[], until?: number): CodexTurn[] | null {
  const rollout = new CodexRollout(source.id);
  const options = { mayMatter: speech, ...(until === undefined ? {} : { until }) };
  try {
    eachEntry(source.path, options, (entry, offset) => rollout.take(entry, offset));
  } catch {
    // It vanished, or may not be read: the fork itself is still worth reading.
    return null;
  }
  const { turns } = withSourceKeys(home, rollout.state, rollout.turns, trail);
  return [...inheritedTurns(home, rollout.state, trail), ...turns];
}
