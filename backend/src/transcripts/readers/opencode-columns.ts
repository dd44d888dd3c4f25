import type { DatabaseSync } from "node:sqlite";
import { columnsOf } from "../sqlite-store.ts";

/** The columns of the tables that hold sessions and what was said in them, each of which may be missing. */
export interface OpencodeColumns {
  /** Of `session`, `message` and `part`, since 1.2. */
  sessions: ReadonlySet<string>;
  messages: ReadonlySet<string>;
  parts: ReadonlySet<string>;
  /** Of `session_v2`, since 2.0; none where there is no `session_message` to it. */
  second: ReadonlySet<string>;
}

export function opencodeColumns(database: DatabaseSync): OpencodeColumns {
  return {
    sessions: columnsOf(database, "session"),
    messages: columnsOf(database, "message"),
    parts: columnsOf(database, "part"),
    second: columnsOf(database, "session_message").size > 0 ? columnsOf(database, "session_v2") : new Set(),
  };
}

/** Whether the first generation has what was said, not its sessions alone. */
export function hasFirstTexts({ messages, parts }: OpencodeColumns): boolean {
  return messages.has("data") && parts.has("message_id");
}
