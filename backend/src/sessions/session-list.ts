import type { HarnessRow } from "./normalise.ts";

export interface SessionList {
  /** The rows as they are now: kept ones while nothing has changed, else asked for anew. */
  get(): Promise<HarnessRow[]>;
  /** What is kept is no longer true. */
  invalidate(): void;
  /** Asks anew and says which sessions came, went or changed. */
  refresh(): Promise<string[]>;
  /** Rises with each list that differs from the one before. */
  readonly version: number;
}

/** The list of sessions, asked for one at a time, and never older than the last `invalidate` before the question. */
export function createSessionList(load: () => Promise<HarnessRow[]>): SessionList {
  let rows: HarnessRow[] | null = null;
  let wanted = 1;
  let held = 0;
  let version = 0;
  let texts = new Map<string, string>();
  let loading: Promise<void> | null = null;

  async function loadOnce() {
    const asked = wanted;
    const loaded = await load();
    const fresh = new Map(loaded.map((row) => [row.id, JSON.stringify(row)]));
    if (rows === null || differences(texts, fresh).length > 0 || !sameOrder(rows, loaded)) {
      rows = loaded;
      texts = fresh;
      version++;
    }
    held = asked;
  }

  async function get(): Promise<HarnessRow[]> {
    // What happens while the harness answers is the next asker's: else a busy workspace would never get an answer.
    const needed = wanted;
    while (rows === null || held < needed) {
      loading ??= loadOnce().finally(() => {
        loading = null;
      });
      await loading;
    }
    return rows;
  }

  return {
    get,
    invalidate() {
      wanted++;
    },
    async refresh() {
      const before = texts;
      wanted++;
      await get();
      return differences(before, texts);
    },
    get version() {
      return version;
    },
  };
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  if (before === after) return [];
  const ids = [...after].filter(([id, text]) => before.get(id) !== text).map(([id]) => id);
  for (const id of before.keys()) if (!after.has(id)) ids.push(id);
  return ids;
}

function sameOrder(a: HarnessRow[], b: HarnessRow[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}
