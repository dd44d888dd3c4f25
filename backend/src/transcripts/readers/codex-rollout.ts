import { hash } from "node:crypto";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import { asDictionary, asText, type Dictionary } from "../values.ts";
import { type CodexLine, folderToldIn, lineOf } from "./codex-prose.ts";

/** Something said, with what tells it from its copies. */
export interface CodexTurn extends CodexLine {
  key: string;
  /** The model's turn it belongs to, which a fork's copy of it has too. */
  turnId: string;
}

/** Where the first part of a fork is: in another thread's file, up to a byte. */
interface HistoryBase {
  threadId: string;
  until: number;
}

export interface RolloutState {
  known: boolean;
  cwd: string | null;
  startedAt: string | null;
  forkOf: string | null;
  subagentOf: string | null;
  /** Runs that the program makes for itself: what they say is the parent's, or nobody's. */
  housekeeping: boolean;
  base: HistoryBase | null;
  /** How often something was said, by role and source. */
  counts: Record<string, number>;
  /** The last event of each role, and in which form it was written. */
  last: Record<string, { print: string; form: string }>;
  /** How many of a person's items came after their last event. */
  trailing: number;
  turnId: string;
  name: string | null;
  asked: string | null;
}

const freshRollout = (): RolloutState => ({
  known: false,
  cwd: null,
  startedAt: null,
  forkOf: null,
  subagentOf: null,
  housekeeping: false,
  base: null,
  counts: {},
  last: {},
  trailing: 0,
  turnId: "",
  name: null,
  asked: null,
});

const HOUSEKEEPING = new Set<unknown>(["compact", "guardian", "memory_consolidation"]);

/** Collects one file's lines. What is said twice counts once: which of both is known when all were seen. */
export class CodexRollout {
  readonly state: RolloutState;
  readonly #threadId: string;
  readonly #before: RolloutState;
  readonly #turns: CodexTurn[] = [];

  constructor(threadId: string, state: RolloutState = freshRollout()) {
    this.state = structuredClone(state);
    this.#threadId = threadId;
    this.#before = structuredClone(state);
  }

  take(entry: Dictionary, offset: number): void {
    const { state } = this;
    const payload = asDictionary(entry.payload);
    if (entry.type === "session_meta" && payload) this.#takeMeta(payload);
    else if (entry.type === "turn_context") {
      state.turnId = asText(payload?.turn_id);
      state.cwd ??= asText(payload?.cwd) || null;
    }
    if (!state.known && entry.payload === undefined && entry.id !== undefined && entry.type === undefined)
      this.#takeMeta(entry);
    if (entry.type === "event_msg" && payload?.type === "thread_name_updated")
      state.name = titleFrom(asText(payload.thread_name) || asText(payload.name)) ?? state.name;
    state.cwd ??= folderToldIn(entry);
    const line = lineOf(entry);
    if (line !== null) this.#say(line, offset);
  }

  /**
   * The turns to take: of each role those of one source, for the whole file. After a person's last event their items
   * count too: a newer version that went on with the file may write no events.
   */
  get turns(): CodexTurn[] {
    const { counts } = this.state;
    const lastEvent = this.#turns.findLastIndex(({ role, source }) => role === "user" && source === "event");
    return this.#turns.filter(({ role, source, text }, index) => {
      if (source === sourceOf(role, counts)) return true;
      return role === "user" && source === "item" && index > lastEvent && printOf(text) !== this.state.last.user?.print;
    });
  }

  /** What came since the mark makes another choice than the one that was made of what is before it. */
  get needsWhole(): boolean {
    const newEvents = (this.state.counts["user event"] ?? 0) > (this.#before.counts["user event"] ?? 0);
    if (newEvents && this.#before.trailing > 0) return true;
    return ["user", "assistant"].some((role) => {
      const source = sourceOf(role, this.#before.counts);
      return (this.#before.counts[`${role} ${source}`] ?? 0) > 0 && source !== sourceOf(role, this.state.counts);
    });
  }

  #say(line: CodexLine, offset: number): void {
    const { counts, last, turnId } = this.state;
    const print = printOf(line.text);
    if (line.source === "event") {
      const { form = "" } = line;
      const before = last[line.role];
      const again = before?.print === print && before.form !== "" && before.form !== form;
      // A pair is complete: what is said next is new, also in the same words.
      last[line.role] = { print, form: again ? "" : form };
      if (again) return;
      if (line.role === "user") this.state.trailing = 0;
    } else if (line.role === "user" && (counts["user event"] ?? 0) > 0 && print !== last.user?.print)
      this.state.trailing += 1;
    const kind = `${line.role} ${line.source}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    this.#turns.push({ ...line, turnId, key: `${this.#threadId}@${offset}` });
  }

  /** Only the first is the file's own; others were copied with a fork's history. */
  #takeMeta(meta: Dictionary): void {
    const { state } = this;
    if (state.known) return;
    state.known = true;
    state.cwd = asText(meta.cwd) || null;
    state.startedAt = isoTime(meta.timestamp);
    state.forkOf = asText(meta.forked_from_id) || null;
    const base = asDictionary(meta.history_base);
    const until = base?.end_byte_offset;
    if (base && typeof until === "number" && until >= 0) state.base = { threadId: asText(base.thread_id), until };
    const source = asDictionary(meta.source)?.subagent;
    const spawn = asDictionary(asDictionary(source)?.thread_spawn);
    state.housekeeping = HOUSEKEEPING.has(source) || HOUSEKEEPING.has(asDictionary(source)?.other);
    if (meta.thread_source === "subagent" || source !== undefined)
      state.subagentOf = asText(meta.parent_thread_id) || asText(spawn?.parent_thread_id) || state.forkOf;
  }
}

const printOf = (text: string) => hash("sha1", text.trim(), "base64");

/** A person's words are cleaner as events, the agent's more often there as items. */
function sourceOf(role: string, counts: RolloutState["counts"]): CodexLine["source"] {
  if (role === "user") return (counts["user event"] ?? 0) > 0 ? "event" : "item";
  if (role === "assistant") return (counts["assistant item"] ?? 0) > 0 ? "item" : "event";
  return "item";
}
