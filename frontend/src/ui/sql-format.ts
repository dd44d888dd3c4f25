import { formatDialect, postgresql, sqlite } from "sql-formatter";

/** The statement laid out one clause a line, or undefined where it is no SQL these dialects know. Heavy: load lazily. */
export function formatSql(sql: string): string | undefined {
  for (const dialect of [sqlite, postgresql]) {
    try {
      return formatDialect(sql, { dialect, keywordCase: "preserve", expressionWidth: 60, linesBetweenQueries: 1 });
    } catch {
      // The next dialect may know it.
    }
  }
  return undefined;
}
