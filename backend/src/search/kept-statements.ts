import type { DatabaseSync, StatementSync } from "node:sqlite";

export type Statements = (text: string) => StatementSync;

/** Prepares each text once: for statements that are run for every turn of a large store. */
export function keptStatements(sql: DatabaseSync): Statements {
  const kept = new Map<string, StatementSync>();
  return (text) => {
    let statement = kept.get(text);
    if (!statement) {
      statement = sql.prepare(text);
      kept.set(text, statement);
    }
    return statement;
  };
}
