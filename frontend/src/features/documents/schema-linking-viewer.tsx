import { TriangleAlert } from "lucide-react";
import { Children, type ReactNode, useMemo } from "react";
import { type T, useTexts } from "../../lib/i18n.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { LinkedTables } from "./linked-tables.tsx";
import { type LinkedJoin, type LinkedTerm, readSchemaLinking } from "./schema-linking.ts";
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
      <LinkedTables tables={linking.tables} />
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

function limitText(t: T, limit: string): string {
  return /^\d+$/.test(limit) ? t("documents.linking.limitRows", { limit }) : limit;
}
