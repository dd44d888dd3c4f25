import { readFile } from "node:fs/promises";
import { writeFileAtomic } from "../lib/atomic-file.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";

/** What was read when: `since` counts for sessions that were never opened here. */
interface SeenFile {
  since: string;
  seen: Record<string, string>;
}

export interface Seen {
  load(): Promise<void>;
  /** Whether something happened in the session after it was last looked at. */
  isUnread(id: string, activityAt: string | null): boolean;
  /** Answers whether it changed anything. */
  mark(id: string, at: string): Promise<boolean>;
  /** A person wants what happened after `at` to be unread again. */
  markUnread(id: string, at: string): Promise<void>;
  forget(id: string): Promise<void>;
  /** Rises with each change, so that what was computed from it can be kept. */
  readonly version: number;
}

export function createSeen({ file, now }: { file: string; now(): Date }): Seen {
  const writes = createKeyedQueue();
  let since = now().toISOString();
  const seen = new Map<string, string>();
  let version = 0;

  function save(): Promise<void> {
    version++;
    return writes.run("write", () =>
      writeFileAtomic(file, JSON.stringify({ since, seen: Object.fromEntries(seen) } satisfies SeenFile)),
    );
  }

  return {
    async load() {
      const stored = await readSeen(file);
      if (!stored) return save();
      since = stored.since;
      for (const [id, at] of Object.entries(stored.seen)) seen.set(id, at);
    },
    isUnread: (id, activityAt) => activityAt !== null && Date.parse(activityAt) > Date.parse(seen.get(id) ?? since),
    async mark(id, at) {
      const before = seen.get(id);
      // Two tabs may report in any order; what was seen never becomes unseen.
      if (before !== undefined && Date.parse(before) >= Date.parse(at)) return false;
      seen.set(id, at);
      await save();
      return true;
    },
    async markUnread(id, at) {
      seen.set(id, at);
      await save();
    },
    async forget(id) {
      if (seen.delete(id)) await save();
    },
    get version() {
      return version;
    },
  };
}

/** Null where the file is missing or not ours to understand: what was seen is worth no refusal to start. */
async function readSeen(file: string): Promise<SeenFile | null> {
  let content: Partial<SeenFile>;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (typeof content?.since !== "string" || typeof content.seen !== "object" || content.seen === null) return null;
  const entries = Object.entries(content.seen).filter(([, at]) => typeof at === "string");
  return { since: content.since, seen: Object.fromEntries(entries) };
}
