import type { Turn } from "./types.ts";

/** A title is cut here, in code points. */
const TITLE_LENGTH = 100;

export interface TurnListOptions {
  sessionId: string;
  /** Of the first turn. */
  seq?: number;
  /** For turns without a time, until one has its own: that of the turn before, or the session's start. */
  ts?: string | null;
}

/**
 * Collects a session's turns in order: numbers them, gives a time to those without, passes over empty ones and over
 * those that a store has written twice.
 */
export class TurnList {
  readonly turns: Turn[] = [];
  /** Role and text by key. */
  readonly #said = new Map<string, string>();
  readonly #sessionId: string;
  /** The last turn's text, with the blanks at its ends. */
  #last = "";
  #seq: number;
  #ts: string | null;

  constructor({ sessionId, seq = 0, ts = null }: TurnListOptions) {
    this.#sessionId = sessionId;
    this.#seq = seq;
    this.#ts = ts;
  }

  /** Without a `key` the turn is unique to its session. */
  add(role: Turn["role"], text: string, ts: string | null, key?: string | null): void {
    const said = text.trim();
    if (said === "") return;
    this.#ts = ts ?? this.#ts;
    const own = `${this.#sessionId}#${this.#seq}`;
    const before = key ? this.#said.get(key) : undefined;
    if (before === `${role} ${said}`) return;
    // A key that is there for something else is no key.
    const unique = key && before === undefined ? key : own;
    this.#said.set(unique, `${role} ${said}`);
    this.turns.push({ seq: this.#seq, ts: this.#ts, role, text: said, key: unique });
    this.#last = text;
    this.#seq += 1;
  }

  /** Adds a piece to the last turn, as it was written, if that has the key; answers whether it has. */
  extend(key: string, piece: string): boolean {
    const last = this.turns.at(-1);
    if (last?.key !== key) return false;
    this.#last += piece;
    last.text = this.#last.trim();
    this.#said.set(key, `${last.role} ${last.text}`);
    return true;
  }

  /** A key of an id that is unique in its session only. */
  own(id: string): string {
    return `${this.#sessionId}/${id}`;
  }

  /** The next turn's. */
  get seq(): number {
    return this.#seq;
  }

  /** The time of the last turn. */
  get ts(): string | null {
    return this.#ts;
  }
}

/** Control characters, and changes of direction: a title stands in lists, on buttons and in terminals. */
const UNSEEN = /[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** The first line that has something on it, as a title without what isn't seen; null when there is none. */
export function titleFrom(text: string): string | null {
  const line = text.trim().split("\n", 1)[0]?.replace(UNSEEN, "").trim() ?? "";
  return line === "" ? null : cutTitle(line);
}

function cutTitle(line: string): string {
  const points = Array.from(line.slice(0, TITLE_LENGTH * 2));
  return points.length <= TITLE_LENGTH && line.length <= TITLE_LENGTH * 2
    ? line
    : `${points.slice(0, TITLE_LENGTH).join("").trimEnd()}…`;
}
