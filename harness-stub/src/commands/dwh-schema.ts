import { defineCommand } from "../command.ts";
import { dwhPath, readSchema } from "../dwh.ts";
import type { DwhTable } from "../dwh-types.ts";

export const command = defineCommand({
  run(context) {
    const schema = readSchema(dwhPath(context.workspace()));
    return { value: schema, text: () => schema.tables.map(listing).join("\n\n") };
  },
});

function listing({ name, columns, foreign_keys, rows }: DwhTable): string {
  const lines = columns.map((column) => `  ${column.name} ${column.type}${column.pk ? " (key)" : ""}`);
  const keys = foreign_keys.map((key) => `  ${key.from} → ${key.to_table}.${key.to}`);
  return [`${name} (${rows} rows)`, ...lines, ...keys].join("\n");
}
