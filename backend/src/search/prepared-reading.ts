import { hash } from "node:crypto";
import type { AgentName } from "../../api/agent-names.ts";
import { turnRoles } from "../../api/search-terms.ts";
import type { ReadMark, SessionHead, Turn } from "../transcripts/index.ts";
import { milliseconds } from "./index-values.ts";
import { isSaid } from "./title-store.ts";
import { wordsOf } from "./turn-words.ts";

/** A text, or its bytes in UTF-8. */
export type Text = string | Uint8Array;

/** A turn as its rows are. */
export interface PreparedTurn {
  seq: number;
  role: number;
  /** In ms since 1970. */
  ts: number | null;
  /** Equal for the same turn in every file. */
  key: number;
  text: Text;
  /** In characters. */
  length: number;
  document: string | null;
  /** What the full-text index is given; `said` is null where that is the text. Null for a turn that is not looked for. */
  words: { said: Text | null; extra: Text } | null;
}

/** A reading with all that can be told of it without the index, so that another thread can do it. */
export interface PreparedReading {
  head: SessionHead;
  /** What the session is looked for by besides its turns: its title, unless they begin with it. */
  title: string | null;
  turns: readonly PreparedTurn[];
  /** The turns come after those of the reading before; otherwise they are all there are. */
  appended: boolean;
  /** As JSON: made smaller it would cost more than it saves. */
  mark: string | null;
  archived: boolean;
}

interface GivenReading {
  head: SessionHead;
  turns: readonly (Turn & { document?: string | null })[];
  appended: boolean;
  mark: ReadMark | null;
  archived?: boolean;
}

export function prepare(agent: AgentName, reading: GivenReading): PreparedReading {
  const { head, turns, appended, mark, archived = false } = reading;
  return {
    head,
    title: head.title === null || isSaid(head.title, turns) ? null : head.title,
    turns: turns.map((turn) => ({
      seq: turn.seq,
      role: turnRoles.indexOf(turn.role),
      ts: milliseconds(turn.ts),
      key: keyOf(agent, turn.key),
      text: turn.text,
      length: turn.text.length,
      document: turn.document ?? null,
      words: wordsOf(turn),
    })),
    appended,
    mark: mark && JSON.stringify(mark),
    archived,
  };
}

/** 52 bits of a turn's key. Ids are hashed too: not every agent's are chance in all their digits. */
function keyOf(agent: AgentName, key: string): number {
  return Number.parseInt(hash("sha1", `${agent}\0${key}`).slice(0, 13), 16);
}
