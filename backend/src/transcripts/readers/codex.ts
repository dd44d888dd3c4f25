import { crc32 } from "node:zlib";
import { isFolder, textFile } from "../folders.ts";
import { peekJsonl, scanJsonl } from "../jsonl-scan.ts";
import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { Reader, ReaderContext, Reading, ReadMark, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, parseJson } from "../values.ts";
import { newestLast, wholeReading } from "../whole-reading.ts";
import {
  codexHome,
  eachEntry,
  findRollout,
  isCompressed,
  listRollouts,
  type Rollout,
  sessionFolders,
} from "./codex-files.ts";
import { inheritedTurns, withSourceKeys } from "./codex-forks.ts";
import { codexLines } from "./codex-lines.ts";
import { nameFiles, threadNames } from "./codex-names.ts";
import { item, patchedFiles } from "./codex-prose.ts";
import { CodexRollout, type CodexTurn, type RolloutState } from "./codex-rollout.ts";

/** The first line holds all of the program's instructions. */
const HEAD_BYTES = 1 << 20;

const speech = codexLines(false);
const speechAndCalls = codexLines(true);

/**
 * Codex: a rollout a thread, in folders by day, archived ones elsewhere. A fork either begins with a copy of its source
 * or says up to which byte of the source's file it shares it; both ways its first turns are the source's own.
 */
export const codex: Reader = {
  agent: "codex",
  version: 1,
  appendOnly: true,

  roots: ({ env }) => codexHome(env).flatMap((home) => [...sessionFolders(home), ...nameFiles(home)]),

  list({ env }) {
    const failures: StoreFailure[] = [];
    const units = codexHome(env).flatMap((home) => {
      const names = threadNames(home);
      return listRollouts(home, failures).map(({ id, path, size, mtime }) => ({
        path,
        sessionId: id,
        size: size + nameMark(names.get(id)?.name),
        mtime: Math.max(mtime, names.get(id)?.at ?? 0),
      }));
    });
    return { units, failures };
  },

  head(unit, context) {
    if (unit.path.endsWith(".json")) return readObject(unit)?.head ?? null;
    const rollout = beginningOf({ path: unit.path, id: unit.sessionId });
    return headOf(unit, context, rollout.state, promptOf(context, rollout));
  },

  read(unit, context, { from, touchedFiles = false } = {}) {
    if (unit.path.endsWith(".json")) return readObject(unit);
    if (isCompressed(unit.path)) return readCompressed(unit, context, touchedFiles);
    const reading = readPlain(unit, context, touchedFiles, from);
    return reading === "whole" ? (readPlain(unit, context, touchedFiles, undefined) as Reading | null) : reading;
  },

  presence(sessionId, _cwd, { env }) {
    const [home] = codexHome(env);
    if (home === undefined || !sessionFolders(home).slice(0, 1).some(isFolder)) return "unknown";
    const failures: StoreFailure[] = [];
    const rollout = listRollouts(home, failures).find(({ id }) => id === sessionId);
    // An archived thread is there, but Codex may ask for it to be brought back first.
    if (rollout?.archived) return "unknown";
    // A fork can't go on without what it shares.
    if (rollout && hasItsSources(home, rollout, [])) return "present";
    return failures.length === 0 ? "gone" : "unknown";
  },

  resumeCommand: (sessionId) => ["codex", "resume", sessionId],
};

/** A fraction that changes with a thread's name, which stands in another file than its rollout. */
function nameMark(name: string | undefined): number {
  return name === undefined ? 0 : crc32(name) / 2 ** 33;
}

/** What is kept with a mark. */
interface Kept {
  rollout: RolloutState;
  ts: string | null;
  asked: string | null;
  /** All that was said so far was a copy of the source's: what comes next may be one too. */
  copying: boolean;
}

function readPlain(
  unit: Unit,
  context: ReaderContext,
  touchedFiles: boolean,
  from: ReadMark | undefined,
): Reading | null | "whole" {
  let before: Kept | null = null;
  let rollout = new CodexRollout(unit.sessionId);
  const touched: string[] = [];
  const sources = createSources(context);
  const put = () => putTogether(unit, rollout, before, from?.seq ?? 0, sources);
  const scan = scanJsonl(unit.path, {
    from,
    mayMatter: touchedFiles ? speechAndCalls : speech,
    begin(resumed) {
      before = resumed ? (from?.state as Kept) : null;
      rollout = new CodexRollout(unit.sessionId, before?.rollout);
    },
    entry(entry, offset) {
      rollout.take(entry, offset);
      if (touchedFiles) touched.push(...patchedFiles(entry));
    },
    keep() {
      const { list, asked, copying } = put();
      return { seq: list.seq, state: { rollout: rollout.state, ts: list.ts, asked, copying } satisfies Kept };
    },
  });
  if (scan.resumed && (rollout.needsWhole || (before as Kept | null)?.copying)) return "whole";
  const { list, asked } = put();
  const head = headOf(unit, context, rollout.state, asked);
  if (head === null) return null;
  return {
    head,
    turns: list.turns,
    appended: scan.resumed,
    mark: scan.mark,
    bytesRead: scan.bytesRead,
    ...(touchedFiles ? { touchedFiles: newestLast(touched) } : {}),
  };
}

function readCompressed(unit: Unit, context: ReaderContext, touchedFiles: boolean): Reading | null {
  const rollout = new CodexRollout(unit.sessionId);
  const touched: string[] = [];
  const bytesRead = eachEntry(unit.path, { mayMatter: touchedFiles ? speechAndCalls : speech }, (entry, offset) => {
    rollout.take(entry, offset);
    if (touchedFiles) touched.push(...patchedFiles(entry));
  });
  const { list, asked } = putTogether(unit, rollout, null, 0, createSources(context));
  const head = headOf(unit, context, rollout.state, asked);
  if (head === null) return null;
  return wholeReading(head, list.turns, bytesRead, touchedFiles ? touched : undefined);
}

/** The oldest form: one object. */
function readObject(unit: Unit): Reading | null {
  const text = textFile(unit.path);
  const whole = asDictionary(parseJson(text));
  const session = asDictionary(whole?.session);
  if (session === null) return null;
  const startedAt = isoTime(session.timestamp);
  const list = new TurnList({ sessionId: unit.sessionId, ts: startedAt });
  for (const entry of asList(whole?.items)) {
    const line = item(asDictionary(entry) ?? { type: "none" }, isoTime(asDictionary(entry)?.timestamp));
    if (line) list.add(line.role, line.text, line.ts);
  }
  const asked = list.turns.find(({ role }) => role === "user")?.text ?? "";
  const cwd = asText(session.cwd) || null;
  const head = { sessionId: unit.sessionId, cwd, title: titleFrom(asked), startedAt, forkOf: null, subagentOf: null };
  return wholeReading(head, list.turns, Buffer.byteLength(text));
}

interface Sources {
  inherited(state: RolloutState): CodexTurn[];
  keyed(state: RolloutState, turns: CodexTurn[]): { turns: CodexTurn[]; copying: boolean };
}

/** What a fork shares, read once a reading. */
function createSources({ env }: ReaderContext): Sources {
  const [home = ""] = codexHome(env);
  let shared: CodexTurn[] | null = null;
  const sourceTurns = new Map<string, CodexTurn[] | null>();
  return {
    inherited(state) {
      if (state.base === null) return [];
      shared ??= inheritedTurns(home, state, []);
      return shared;
    },
    keyed: (state, turns) => withSourceKeys(home, state, turns, [], sourceTurns),
  };
}

function putTogether(unit: Unit, rollout: CodexRollout, before: Kept | null, seq: number, sources: Sources) {
  const { state } = rollout;
  const list = new TurnList({
    sessionId: unit.sessionId,
    seq: before === null ? 0 : seq,
    ts: before === null ? state.startedAt : before.ts,
  });
  const own = before === null ? sources.keyed(state, rollout.turns) : { turns: rollout.turns, copying: false };
  const shared = before === null ? sources.inherited(state) : [];
  for (const turn of [...shared, ...own.turns]) list.add(turn.role, turn.text, turn.ts, turn.key);
  const first = list.turns.find(({ role }) => role === "user");
  return { list, copying: own.copying, asked: before?.asked ?? (first ? titleFrom(first.text) : null) };
}

function headOf(unit: Unit, { env }: ReaderContext, state: RolloutState, asked: string | null): SessionHead | null {
  if (state.housekeeping || (!state.known && asked === null)) return null;
  const [home = ""] = codexHome(env);
  const { cwd, startedAt, forkOf, subagentOf, name } = state;
  const title = name ?? threadNames(home).get(unit.sessionId)?.name ?? asked;
  return { sessionId: unit.sessionId, cwd, title, startedAt, forkOf, subagentOf };
}

/** The file up to its first prompt. */
function beginningOf({ path, id }: Pick<Rollout, "path" | "id">): CodexRollout {
  const rollout = new CodexRollout(id);
  if (isCompressed(path)) eachEntry(path, { mayMatter: speech }, (entry, at) => rollout.take(entry, at));
  else
    peekJsonl(
      path,
      (entry) => {
        rollout.take(entry, 0);
        return rollout.state.known && rollout.turns.some(({ role }) => role === "user");
      },
      HEAD_BYTES,
      () => !rollout.state.known || rollout.state.cwd === null,
    );
  return rollout;
}

/** A fork that shares its source's beginning begins with the source's prompt. */
function promptOf(context: ReaderContext, rollout: CodexRollout, trail: string[] = []): string | null {
  const { base } = rollout.state;
  const [home = ""] = codexHome(context.env);
  if (base !== null && base.until > 0 && !trail.includes(base.threadId)) {
    const source = findRollout(home, base.threadId);
    const asked = source && promptOf(context, beginningOf(source), [...trail, base.threadId]);
    if (asked) return asked;
  }
  const first = rollout.turns.find(({ role }) => role === "user");
  return first ? titleFrom(first.text) : null;
}

function hasItsSources(home: string, rollout: Rollout, trail: string[]): boolean {
  if (rollout.path.endsWith(".json") || trail.includes(rollout.id)) return true;
  const { base } = beginningOf(rollout).state;
  if (base === null) return true;
  const source = findRollout(home, base.threadId);
  return source !== null && hasItsSources(home, source, [...trail, rollout.id]);
}
