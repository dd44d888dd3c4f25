import { lateCrypto } from "../../lib/late-crypto.ts";
import { isoTime, milliseconds } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { SessionHead, Turn } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary } from "../values.ts";
import { type Said, saidIn } from "./claude-prose.ts";

/** A title an old version gave to the conversation that ends at `leaf`, which may be another one. */
export interface OldTitle {
  text: string;
  leaf: string;
  /** An entry of this file has that id, or follows it. */
  here: boolean;
}

/** What has to be known of what was read to go on after it. */
export interface ConversationState {
  cwd: string | null;
  startedAt: string | null;
  /** When the file was begun, where a line of its own at its top says so: a fork's first entries are copies, times and all. */
  begunAt: string | null;
  forkOf: string | null;
  /** The session that the entries name as theirs. */
  owner: string | null;
  titles: { custom: string | null; ai: string | null; agent: string | null; prompt: string | null; old: OldTitle[] };
  /** Of the last turn, and the latest of all. */
  ts: string | null;
  newest: string | null;
  /** Ids of the last entries that said something. */
  recent: string[];
  /** The last response that said something. */
  messageId: string | null;
  /** The last prompts. */
  prompts: { print: string; at: number; queued: boolean }[];
}

/** A prompt of this reading: its print is only taken when it is kept. */
interface Prompt {
  text: string;
  at: number;
  queued: boolean;
}

const RECENT = 64;
const OLD_TITLES = 4;
const PROMPTS = 8;
/** A prompt that waited and is then written as sent has the same text and about the same time. */
const SAME_PROMPT_MS = 60_000;
const WRITING_TOOLS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

const fresh = (): ConversationState => ({
  cwd: null,
  startedAt: null,
  begunAt: null,
  forkOf: null,
  owner: null,
  titles: { custom: null, ai: null, agent: null, prompt: null, old: [] },
  ts: null,
  newest: null,
  recent: [],
  messageId: null,
  prompts: [],
});

export interface ConversationOptions {
  sessionId: string;
  sidechain: boolean;
  /** From an earlier reading, to go on. */
  state?: ConversationState | undefined;
  seq?: number;
}

/** Puts a Claude Code transcript's entries together: each turn once, in the order of the file. */
export class ClaudeConversation {
  readonly touchedFiles = new Set<string>();
  /** What came can't be told from a copy of what was read before the mark: only the whole file says. */
  needsWhole = false;
  readonly #state: ConversationState;
  readonly #resumedAt: string | null | undefined;
  readonly #sidechain: boolean;
  readonly #seen: Set<string>;
  readonly #list: TurnList;
  readonly #prompts: (Prompt | ConversationState["prompts"][number])[];
  /** The texts of the response that is being written, each with the turn it is part of. */
  #parts: { text: string; turn: Turn }[] = [];

  constructor({ sessionId, sidechain, state, seq = 0 }: ConversationOptions) {
    this.#state = state ? structuredClone(state) : fresh();
    this.#resumedAt = state ? state.newest : undefined;
    this.#sidechain = sidechain;
    this.#seen = new Set(this.#state.recent);
    this.#list = new TurnList({ sessionId, seq, ts: this.#state.ts });
    this.#prompts = this.#state.prompts;
  }

  take(entry: Dictionary): void {
    if (this.#takeTitle(entry)) return;
    const calls = entry.type === "assistant" ? asList(asDictionary(entry.message)?.content) : [];
    for (const call of calls) this.#takeCall(asDictionary(call));
    const said = saidIn(entry, this.#sidechain);
    if (said !== null) this.#takeSaid(entry, said);
  }

  set begunAt(time: string | null) {
    this.#state.begunAt = time;
  }

  get turns(): Turn[] {
    return this.#list.turns;
  }

  get seq(): number {
    return this.#list.seq;
  }

  get state(): ConversationState {
    const prompts = this.#prompts.map((prompt) => ({ print: printOf(prompt), at: prompt.at, queued: prompt.queued }));
    return { ...this.#state, ts: this.#list.ts, recent: [...this.#seen].slice(-RECENT), prompts };
  }

  get title(): string | null {
    const { custom, ai, old, agent, prompt } = this.#state.titles;
    return custom ?? ai ?? old.findLast(({ here }) => here)?.text ?? agent ?? prompt;
  }

  /** Those that could be the title, and are not yet known to be this conversation's. */
  get undecidedTitles(): OldTitle[] {
    const { custom, ai, old } = this.#state.titles;
    return custom === null && ai === null ? old.filter(({ here }) => !here) : [];
  }

  oldTitle(leaf: string): OldTitle | undefined {
    return this.#state.titles.old.find((title) => title.leaf === leaf);
  }

  head(sessionId: string, subagentOf: string | null): SessionHead {
    const { cwd, startedAt: first, begunAt, forkOf } = this.#state;
    const startedAt = begunAt !== null && first !== null && begunAt > first ? begunAt : first;
    return { sessionId, cwd, title: this.title, startedAt, forkOf, subagentOf };
  }

  #takeTitle(entry: Dictionary): boolean {
    const { titles } = this.#state;
    switch (entry.type) {
      case "custom-title":
        titles.custom = titleFrom(asText(entry.customTitle)) ?? titles.custom;
        return true;
      case "ai-title":
        titles.ai = titleFrom(asText(entry.aiTitle)) ?? titles.ai;
        return true;
      case "agent-name":
        titles.agent = titleFrom(asText(entry.agentName)) ?? titles.agent;
        return true;
      case "summary": {
        const text = titleFrom(asText(entry.summary));
        const leaf = asText(entry.leafUuid);
        if (text !== null && leaf !== "") titles.old = [...titles.old, { text, leaf, here: false }].slice(-OLD_TITLES);
        return true;
      }
      default:
        return false;
    }
  }

  #takeCall(block: Dictionary | null): void {
    if (block?.type !== "tool_use" || !WRITING_TOOLS.has(asText(block.name))) return;
    const input = asDictionary(block.input);
    const path = asText(input?.file_path) || asText(input?.notebook_path);
    if (path === "") return;
    this.touchedFiles.delete(path);
    this.touchedFiles.add(path);
  }

  #takeSaid(entry: Dictionary, said: Said): void {
    const uuid = asText(entry.uuid) || null;
    const ts = isoTime(entry.timestamp) ?? isoTime(asDictionary(entry.attachment)?.timestamp);
    if (uuid !== null && this.#seen.has(uuid)) return;
    if (uuid !== null && this.#mayBeCopy(ts)) this.needsWhole = true;
    if (uuid !== null) this.#seen.add(uuid);
    if (said.role === "user" && this.#isSamePrompt(entry, said, ts)) return;
    this.#place(entry, ts);
    const text = said.messageId === null ? said.blocks : this.#newParts(said.messageId, said.blocks);
    const before = this.#list.turns.length;
    this.#list.add(said.role, text.join("\n\n"), ts, uuid);
    const turn = this.#list.turns[before];
    if (turn === undefined) return;
    if (said.messageId !== null) this.#parts.push(...text.map((part) => ({ text: part, turn })));
    if (said.role === "user") this.#state.titles.prompt ??= titleFrom(turn.text);
  }

  /** After a mark: a line as old as what is before it may be one of those again. */
  #mayBeCopy(ts: string | null): boolean {
    if (this.#resumedAt === undefined) return false;
    return ts === null || (this.#resumedAt !== null && ts <= this.#resumedAt);
  }

  #place(entry: Dictionary, ts: string | null): void {
    const state = this.#state;
    state.cwd ??= asText(entry.cwd) || null;
    state.owner ??= asText(entry.sessionId) || null;
    state.forkOf ??= asText(asDictionary(entry.forkedFrom)?.sessionId) || null;
    if (ts === null) return;
    if (state.startedAt === null || ts < state.startedAt) state.startedAt = ts;
    if (state.newest === null || ts > state.newest) state.newest = ts;
  }

  /**
   * A response is written a block a line, or as far as it has come: what of these blocks is new, once the one that it
   * continues has grown.
   */
  #newParts(messageId: string, blocks: readonly string[]): string[] {
    if (messageId !== this.#state.messageId) {
      this.#parts = [];
      this.#state.messageId = messageId;
    } else if (this.#parts.length === 0) this.needsWhole = true;
    return blocks.filter((block) => {
      if (this.#parts.some(({ text }) => text === block)) return false;
      const grown = this.#parts.findLast(({ text }) => block.startsWith(text));
      if (grown === undefined) return true;
      grown.text = block;
      const own = this.#parts.filter(({ turn }) => turn === grown.turn);
      grown.turn.text = own.map(({ text }) => text.trim()).join("\n\n");
      return false;
    });
  }

  #isSamePrompt(entry: Dictionary, said: Said, ts: string | null): boolean {
    const text = said.blocks.join("\n\n").trim();
    const at = ts === null ? 0 : milliseconds(ts);
    const source = asText(entry.promptSource);
    const typed = source !== "" && source !== "queued";
    const same = this.#prompts.some(
      (earlier) =>
        earlier.queued !== said.queued &&
        (source === "queued" || (!typed && Math.abs(earlier.at - at) <= SAME_PROMPT_MS)) &&
        ("text" in earlier ? earlier.text === text : earlier.print === printOf({ text })),
    );
    if (!same) {
      this.#prompts.push({ text, at, queued: said.queued });
      if (this.#prompts.length > PROMPTS) this.#prompts.shift();
    }
    return same;
  }
}

const printOf = (prompt: { text: string } | { print: string }) =>
  "text" in prompt ? lateCrypto().hash("sha1", prompt.text, "base64") : prompt.print;
