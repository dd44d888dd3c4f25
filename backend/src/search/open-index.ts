import type { Database } from "./database.ts";
import { isBroken, isUnwritable, openDatabase, openTemporary, removeDatabase } from "./database.ts";

/** The index's database, opened when it is asked for, made anew when it is broken, and kept nowhere where it can't be. */
export interface IndexFile {
  /** Runs `use` on the open index; where that shows that it is broken or can't be written, once more on a new one. */
  with<T>(use: (database: Database) => T | Promise<T>): Promise<T>;
  /** Why nothing can be kept; null where it can. */
  unwritable(): string | null;
  /** What `use` threw says that the disk won't have it: remembers why. */
  refuses(error: unknown): boolean;
  close(): void;
}

export function createIndexFile(file: string, waitMs: number): IndexFile {
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
      try {
        return await use(get());
      } catch (error) {
        if (isBroken(error)) await makeAnew();
        else if (!giveUp(error)) throw error;
        return await use(get());
      }
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
