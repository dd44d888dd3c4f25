import { TriangleAlert } from "lucide-react";
import { Children, type ReactNode, useMemo, useState } from "react";
import { type T, useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import {
  type LinkedColumn,
  type LinkedJoin,
  type LinkedTable,
  type LinkedTerm,
  readSchemaLinking,
} from "./schema-linking.ts";
import { ViewerNote } from "./viewer-note.tsx";

/** Which tables and columns answer the question, and how they join; other JSON, and other text, as it is. */
export function SchemaLinkingViewer({ content }: { content: string }) {
  const { t } = useTexts();
  const read = useMemo(() => readSchemaLinking(content), [content]);
  if (read.kind !== "linking") {
    return (
      <>
        <ViewerNote>
          {t(read.kind === "json" ? "documents.linking.notLinking" : "documents.linking.notJson")}
        </ViewerNote>
        <CodeBlock
          code={read.text}
          language={read.kind === "json" ? "json" : ""}
          label={t("doc.schema_linking")}
          className="border-line border-t"
        />
      </>
    );
  }
  const { linking } = read;
  return (
    <div className="text-small [overflow-wrap:anywhere]">
      {linking.unmapped.length > 0 && <Unmapped words={linking.unmapped} />}
      <Tables tables={linking.tables} />
      <dl className="divide-y divide-line border-line border-t empty:hidden">
        <Row name={t("documents.linking.joins")} items={linking.joins.map(joinText)} />
        <Row name={t("documents.linking.measures")} items={linking.measures.map(termText)} />
        <Row name={t("documents.linking.dimensions")} items={linking.dimensions.map(termText)} />
        <Row name={t("documents.linking.filters")} items={linking.filters.map(codeText)} />
        <Row name={t("documents.linking.order")} items={linking.order.map(codeText)} />
        <Row name={t("documents.linking.limit")} items={linking.limit === null ? [] : [limitText(t, linking.limit)]} />
        <Row name={t("documents.linking.assumptions")} items={linking.assumptions} />
        <Row name={t("documents.linking.notes")} items={linking.notes} />
      </dl>
      {linking.rest.map((member) => (
        <div key={member.name} className="border-line border-t">
          <p className="px-3.5 py-1.5 text-ink-3 text-tiny">{t("documents.linking.other", { name: member.name })}</p>
          <CodeBlock code={member.text} language="json" label={t("documents.linking.other", { name: member.name })} />
        </div>
      ))}
    </div>
  );
}

function Unmapped({ words }: { words: string[] }) {
  const { t } = useTexts();
  return (
    <div className="forced-outline mx-3 mb-3 flex gap-2.5 rounded-md bg-wait-soft px-3 py-2.5 text-wait">
      <TriangleAlert aria-hidden="true" className="mt-px" />
      <div className="min-w-0">
        <p className="font-strong">{t("documents.linking.unmapped", { count: words.length })}</p>
        <ul className="mt-1 list-disc pl-4 font-medium">
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
        <p className="mt-1 text-ink-2">{t("documents.linking.unmappedWhat")}</p>
      </div>
    </div>
  );
}

/** Tables shown before the reader asks for the rest. */
const SHOWN_TABLES = 20;

function Tables({ tables }: { tables: LinkedTable[] }) {
  const { t } = useTexts();
  const [all, setAll] = useState(false);
  if (tables.length === 0) return <ViewerNote>{t("documents.linking.noTables")}</ViewerNote>;
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

function Row({ name, items }: { name: string; items: ReactNode[] }) {
  if (items.length === 0) return null;
  return (
    <div className="grid grid-cols-[38%_1fr] py-1.5">
      <dt className="px-3.5 text-ink-3">{name}</dt>
      <dd className="grid gap-1 pr-3.5">
        {Children.map(items, (item) => (
          <div>{item}</div>
        ))}
      </dd>
    </div>
  );
}

const codeText = (text: string): ReactNode => <code>{text}</code>;

function joinText({ left, right, note }: LinkedJoin): ReactNode {
  return (
    <>
      <code>{left}</code> <span className="text-ink-3">=</span> <code>{right}</code>
      {note && <span className="text-ink-3"> · {note}</span>}
    </>
  );
}

function termText(term: LinkedTerm): ReactNode {
  return (
    <>
      {term.name}
      {term.expression && (
        <>
          {" "}
          <code className="text-ink-2">{term.expression}</code>
        </>
      )}
    </>
  );
}

function roleText(t: T, role: string): string {
  const known = ["measure", "dimension", "filter", "key"] as const;
  const own = known.find((name) => name === role.toLowerCase());
  return own ? t(`documents.linking.role.${own}`) : role;
}

function limitText(t: T, limit: string): string {
  return /^\d+$/.test(limit) ? t("documents.linking.limitRows", { limit }) : limit;
}
