import { useMemo, useState } from "react";
import { type T, useTexts } from "../../lib/i18n.ts";
import type { TableText } from "../../lib/table-export.ts";
import { Button } from "../../ui/button.tsx";
import { TableTools } from "../../ui/table-tools.tsx";
import type { LinkedColumn, LinkedTable } from "./schema-linking.ts";
import { ViewerNote } from "./viewer-note.tsx";

/** Tables shown before the reader asks for the rest. */
const SHOWN_TABLES = 20;

/** The tables with their columns, what each is for and why. */
export function LinkedTables({ tables }: { tables: LinkedTable[] }) {
  const { t } = useTexts();
  const [all, setAll] = useState(false);
  const text = useMemo(() => asText(t, tables), [t, tables]);
  if (tables.length === 0) return <ViewerNote>{t("documents.linking.noTables")}</ViewerNote>;
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  const shown = all ? tables : tables.slice(0, SHOWN_TABLES);
  return (
    <>
      <table className="w-full border-collapse text-left align-top">
        <thead className="text-ink-3 text-tiny">
          <tr className="border-line border-t">
            <th scope="col" className="w-[38%] px-3.5 py-1.5 font-medium">
              {t("documents.linking.table")}
            </th>
            <th scope="col" className="py-1.5 pr-3.5 font-medium">
              {t("documents.linking.columns")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((table) => (
            <tr key={`${table.name} ${table.alias}`} className="border-line border-t align-top">
              <th scope="row" className="px-3.5 py-1.5 font-normal">
                <code>{table.name}</code>
                {table.alias && table.alias !== table.name && (
                  <div className="text-ink-3 text-tiny">{t("documents.linking.alias", { alias: table.alias })}</div>
                )}
                {table.reason && <div className="text-ink-3 text-tiny">{table.reason}</div>}
              </th>
              <td className="py-1.5 pr-3.5">
                {table.columns.length === 0 && <span className="text-ink-3">{t("documents.linking.noColumns")}</span>}
                <ul className="grid gap-1">
                  {table.columns.map((column) => (
                    <Column key={`${column.name} ${column.role}`} column={column} />
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < tables.length && (
        <div className="border-line border-t px-3 py-2">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t("documents.showAll")}
          </Button>
        </div>
      )}
      <TableTools
        text={text}
        name={t("doc.schema_linking")}
        count={t("documents.linking.columnCount", { count: columns })}
        className="pr-1.5 pl-3.5"
      />
    </>
  );
}

function Column({ column }: { column: LinkedColumn }) {
  const { t } = useTexts();
  return (
    <li>
      <code>{column.name}</code>
      {column.role && <span className="text-ink-3"> {roleText(t, column.role)}</span>}
      {column.reason && <div className="text-ink-3 text-tiny">{column.reason}</div>}
    </li>
  );
}

function roleText(t: T, role: string): string {
  const known = ["measure", "dimension", "filter", "key"] as const;
  const own = known.find((name) => name === role.toLowerCase());
  return own ? t(`documents.linking.role.${own}`) : role;
}

/** One row a column, for a spreadsheet. */
function asText(t: T, tables: readonly LinkedTable[]): TableText {
  const head = ["table", "alias", "column", "role", "reason"] as const;
  const rows = tables.flatMap(({ name, alias, columns, reason }) =>
    columns.length === 0
      ? [[name, alias ?? "", "", "", reason ?? ""]]
      : columns.map((column) => [
          name,
          alias ?? "",
          column.name,
          column.role ? roleText(t, column.role) : "",
          column.reason ?? "",
        ]),
  );
  return [head.map((cell) => t(`documents.linking.head.${cell}`)), ...rows];
}
