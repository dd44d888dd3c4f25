import type { Database } from "./database.ts";
import { isBroken, isUnwritable, openDatabase, openTemporary, removeDatabase } from "./database.ts";

/** The index's database, opened when it is asked for, made anew when it is broken, and kept nowhere where it can't be. */
export interface IndexFile {
  /** Runs `use` on the open index; where that shows that it is broken or can't be written, once more on a new one. */
  with<T>(use: (database: Database) => T | Promise<T>): Promise<T>;
  /** Why nothing can be kept; null where it can. */
  unwritable(): string | null;
  /**
   * Before the stores are looked at: where nothing could be kept so far it is tried again, now and then, and what follows
   * is kept where that succeeds.
   */
  tryAgain(): void;
  /** What was to be written is: nothing that was refused before is a reason any more. */
  accepted(): void;
  /** What `use` threw says that the disk won't have it: remembers why. */
  refuses(error: unknown): boolean;
  close(): void;
}

const TRIED_EVERY_MS = 10_000;

export function createIndexFile(file: string, waitMs: number, triedEveryMs = TRIED_EVERY_MS): IndexFile {
  /** Who runs on what is open. */
  let users = 0;
  let tried = Number.NEGATIVE_INFINITY;
  let open: Database | undefined;
  let why: string | null = null;

  function get(): Database {
    if (open && !open.current()) close();
    if (open) return open;
    try {
      open = openDatabase(file);
      why = null;
    } catch (error) {
      if (isBroken(error)) throw error;
      why = isUnwritable(error);
      if (why === null) throw error;
      open = openTemporary();
    }
    return open;
  }

  function close(): void {
    open?.close();
    open = undefined;
  }

  /** Whoever comes second finds the new one, and leaves it. */
  async function makeAnew(): Promise<void> {
    const broken = open;
    close();
    const { takeLease } = await import("./lease.ts");
    const lease = await takeLease({ file, waitMs, needless: () => false });
    try {
      if (broken?.current() === false && isSound(file)) return;
      if (lease !== "waiting" && !isSound(file)) removeDatabase(file);
    } finally {
      if (lease !== null && lease !== "waiting") lease.release();
    }
  }

  /** Where nothing could be kept so far, as on a disk that is full, what there is to read is searched all the same. */
  function giveUp(error: unknown): boolean {
    const reason = open && !open.temporary && holdsNothing(open) ? isUnwritable(error) : null;
    if (reason === null) return false;
    close();
    why = reason;
    open = openTemporary();
    return true;
  }

  return {
    async with(use) {
      users++;
      try {
        return await use(get());
      } catch (error) {
        if (isBroken(error)) await makeAnew();
        else if (!giveUp(error)) throw error;
        return await use(get());
      } finally {
        users--;
      }
    },
    tryAgain() {
      if (open?.temporary !== true || users > 0 || performance.now() - tried < triedEveryMs) return;
      tried = performance.now();
      let found: Database | undefined;
      try {
        found = openDatabase(file);
      } catch (error) {
        // One that is broken is made anew by whoever opens it next.
        if (!isBroken(error)) return;
      }
      close();
      open = found;
      why = null;
    },
    accepted() {
      if (open?.temporary === false) why = null;
    },
    unwritable: () => why,
    refuses(error) {
      const reason = isUnwritable(error);
      if (reason !== null) why = reason;
      return reason !== null;
    },
    close,
  };
}

function holdsNothing({ sql }: Database): boolean {
  try {
    return sql.prepare("SELECT 1 FROM files WHERE size >= 0 LIMIT 1").get() === undefined;
  } catch {
    return true;
  }
}

function isSound(file: string): boolean {
  try {
    const database = openDatabase(file);
    try {
      const [first] = database.sql.prepare("PRAGMA quick_check(1)").all();
      database.sql.exec("INSERT INTO words(words, rank) VALUES ('integrity-check', 0)");
      return first?.quick_check === "ok";
    } finally {
      database.close();
    }
  } catch (error) {
    if (isBroken(error)) return false;
    throw error;
  }
}
