import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { SessionHead, Turn } from "../types.ts";

/** A session as any of OpenCode's stores keeps it. */
export interface OpencodeSession {
  id: string;
  directory: string | null;
  title: string | null;
  /** Of a sub-agent's session. */
  parentId: string | null;
  /** The newest format alone says what was forked. */
  forkId: string | null;
  /** As the store has it: ms since 1970, or ISO text. */
  created: unknown;
}

export interface OpencodeMessage {
  id: string;
  role: "user" | "assistant" | "summary";
  created: unknown;
  /** Its text parts, in order. */
  texts: string[];
}

/** One place where OpenCode keeps sessions: tables of a database, or a tree of files. */
export interface OpencodeStore {
  session(id: string): OpencodeSession | null;
  /** Sessions of that directory whose title begins so. */
  titled(beginning: string, directory: string | null): OpencodeSession[];
  messages(session: OpencodeSession): OpencodeMessage[];
  /** Files that its tools wrote, newest last, with repetitions. */
  touched(session: OpencodeSession): string[];
}

/** A fork of a fork of a fork; further up nobody looks. */
const MAX_GENERATIONS = 8;
const FORK = /^(.+) \(fork #(\d+)\)$/s;
const NO_TITLE = /^(New session|Child session) - \d{4}-\d\d-\d\dT/;

export function headOf(store: OpencodeStore, session: OpencodeSession): SessionHead {
  return said(store, session).head;
}

export function said(store: OpencodeStore, session: OpencodeSession): { head: SessionHead; turns: Turn[] } {
  const line = lineage(store, session, MAX_GENERATIONS);
  const startedAt = isoTime(session.created);
  const list = new TurnList({ sessionId: session.id, ts: startedAt });
  for (const { role, text, created, key } of line.messages) list.add(role, text, isoTime(created), key);
  const asked = line.messages.find(({ role, text }) => role === "user" && text.trim() !== "");
  const title = session.title && !NO_TITLE.test(session.title) ? session.title : null;
  const head: SessionHead = {
    sessionId: session.id,
    cwd: session.directory,
    title: titleFrom(title ?? "") ?? titleFrom(asked?.text ?? ""),
    startedAt,
    forkOf: line.forkOf,
    subagentOf: session.parentId,
  };
  return { head, turns: list.turns };
}

interface Keyed {
  role: OpencodeMessage["role"];
  text: string;
  created: unknown;
  key: string;
}

/**
 * A fork's copies have ids of their own, so they get the keys of what they copy: the messages at the beginning that say
 * the same as those of the session it was forked from.
 */
function lineage(store: OpencodeStore, session: OpencodeSession, generations: number) {
  const messages = store.messages(session).map((message) => keyed(session, message));
  let forkOf = session.forkId;
  let copied: Keyed[] = [];
  const candidates = generations > 0 && messages.length > 0 ? ancestors(store, session) : [];
  for (const candidate of candidates) {
    const theirs = lineage(store, candidate, generations - 1).messages;
    const same = commonLength(messages, theirs);
    if (same <= copied.length) continue;
    copied = theirs.slice(0, same);
    forkOf = candidate.id;
  }
  return {
    messages: messages.map((message, index) => ({ ...message, key: copied[index]?.key ?? message.key })),
    forkOf,
  };
}

/** What the session may have been forked from, likeliest first. */
function ancestors(store: OpencodeStore, session: OpencodeSession): OpencodeSession[] {
  if (session.forkId !== null) {
    const source = session.forkId === session.id ? null : store.session(session.forkId);
    return source ? [source] : [];
  }
  const [, base = "", number] = FORK.exec(session.title ?? "") ?? [];
  if (base === "") return [];
  const generation = Number(number);
  return store
    .titled(base, session.directory)
    .map((other) => ({ other, before: generation - generationOf(other.title, base) }))
    .filter(({ other, before }) => before > 0 && other.id !== session.id)
    .sort((one, two) => one.before - two.before)
    .map(({ other }) => other);
}

/** 0 for the original, N for `(fork #N)`; not a number for anything else. */
function generationOf(title: string | null, base: string): number {
  if (title === base) return 0;
  const [, same, number] = FORK.exec(title ?? "") ?? [];
  return same === base ? Number(number) : Number.NaN;
}

function keyed(session: OpencodeSession, { id, role, texts, created }: OpencodeMessage): Keyed {
  const parts = role === "user" ? texts.map(unquoted) : texts;
  return { role, created, key: `${session.id}/${id}`, text: parts.filter((text) => text.trim() !== "").join("\n\n") };
}

function commonLength(one: readonly Keyed[], two: readonly Keyed[]): number {
  let length = 0;
  while (length < one.length && one[length]?.text === two[length]?.text && one[length]?.role === two[length]?.role)
    length += 1;
  return length;
}

/** `opencode run` stores an argument with spaces in quotes, and those in it escaped, as it would stand in a shell. */
function unquoted(text: string): string {
  const inner = /^"((?:[^"]|(?<=\\)")+)"$/.exec(text.trim())?.[1];
  return inner === undefined ? text : inner.replaceAll('\\"', '"');
}

/** The project of what is no repository is `/`. A migration has taken the first slash off some. */
export function folderOf(path: string): string | null {
  if (path === "" || path === "/") return null;
  return /^([/\\]|[A-Za-z]:|\.)/.test(path) || !path.includes("/") ? path : `/${path}`;
}
