/** What `tht dwh schema --json` prints: every table and view of the data warehouse. */
export interface DwhSchema {
  tables: DwhTable[];
}

export interface DwhTable {
  name: string;
  columns: DwhColumn[];
  foreign_keys: DwhForeignKey[];
  /** Number of rows at the moment of the call. */
  rows: number;
}

export interface DwhColumn {
  name: string;
  /** The declared type, `""` when the column has none. */
  type: string;
  pk: boolean;
}

export interface DwhForeignKey {
  from: string;
  to_table: string;
  to: string;
}

/** A cell as JSON can carry it: integers beyond 2^53 come as decimal strings, blobs as base64. */
export type DwhValue = string | number | null;

/** What `tht dwh query --json` prints. */
export interface QueryResult {
  columns: { name: string /** Declared type of the source column, `""` for an expression. */; type: string }[];
  rows: DwhValue[][];
  /** True when the statement had more rows than the limit. */
  truncated: boolean;
  /** Wall time of the statement in milliseconds. */
  ms: number;
}
