import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DwhColumn, DwhForeignKey, DwhSchema } from "./dwh-types.ts";
import { Problem } from "./problem.ts";
import type { Workspace } from "./workspace.ts";

/** The data warehouse's file. Throws `query-failed` when the workspace has none. */
export function dwhPath({ dwh, path }: Workspace): string {
  if (!dwh) {
    throw new Problem(
      "query-failed",
      `The workspace ${path} names no data warehouse.`,
      "Set `dwh: {engine: sqlite, path: …}` in workspace.yaml.",
    );
  }
  if (!existsSync(dwh.path)) {
    throw new Problem(
      "query-failed",
      `The data warehouse ${dwh.path} is not there.`,
      "Check `dwh.path` in workspace.yaml.",
    );
  }
  return dwh.path;
}

/** Tables and views with their columns, keys and numbers of rows. */
export function readSchema(path: string): DwhSchema {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return { tables: tableNames(database).map((name) => readTable(database as DatabaseSync, name)) };
  } catch (error) {
    throw new Problem(
      "query-failed",
      `${path} can't be read: ${(error as Error).message}.`,
      "Check that it is an SQLite file.",
      { cause: error },
    );
  } finally {
    database?.close();
  }
}

function tableNames(database: DatabaseSync): string[] {
  const sql =
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name";
  return database
    .prepare(sql)
    .all()
    .map((row) => String(row.name));
}

function readTable(database: DatabaseSync, name: string) {
  const pragma = (what: string) => database.prepare(`SELECT * FROM ${what}(?)`).all(name);
  const columns = pragma("pragma_table_info").map(
    (row): DwhColumn => ({ name: String(row.name), type: String(row.type), pk: Number(row.pk) > 0 }),
  );
  const foreign_keys = pragma("pragma_foreign_key_list").map((row): DwhForeignKey => {
    const target = String(row.table);
    return { from: String(row.from), to_table: target, to: String(row.to ?? primaryKey(database, target)) };
  });
  const count = database.prepare(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`).get();
  return { name, columns, foreign_keys, rows: Number(count?.n ?? 0) };
}

// SQLite leaves the target column out of a foreign key that points to the other table's primary key.
function primaryKey(database: DatabaseSync, table: string): string {
  const row = database.prepare("SELECT name FROM pragma_table_info(?) WHERE pk = 1").get(table);
  return String(row?.name ?? "rowid");
}
