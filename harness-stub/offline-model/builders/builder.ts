import type { DwhSchema, QueryResult } from "../../src/dwh-types.ts";

/** What is known when a document is written; `documents` holds the contents of the earlier ones by key. */
export interface Known {
  question: string;
  documents: Record<string, string>;
  /** What the reviewer asked to change, if the document is being redone. */
  note: string | null;
  /** Absent only for builders that do not ask for it. */
  schema: DwhSchema | null;
}

/** How one document comes about: what it reads, which statements it runs, what it then says. Both steps are pure. */
export interface Builder {
  /** Keys of the documents it reads. */
  reads: readonly string[];
  schema: boolean;
  queries(known: Known): string[];
  /** The document, or null when it cannot honestly be written. */
  write(known: Known, results: ResultOf): string | null;
}

/** The result of a statement of `queries`. */
export type ResultOf = (sql: string) => QueryResult;

/** The first cell of a result, as a number; 0 where there is none. */
export const firstNumber = (result: QueryResult): number => Number(result.rows[0]?.[0] ?? 0);
