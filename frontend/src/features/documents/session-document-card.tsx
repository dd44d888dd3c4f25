import type { SessionDocument } from "@thothii/backend/api/documents";
import { Download } from "lucide-react";
import { memo, type Ref, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { sessionPath } from "../../lib/api.ts";
import { size } from "../../lib/format.ts";
import { documentTitle, type T, useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconLink } from "../../ui/icon-link.tsx";
import { readLedger } from "./decisions.ts";
import { DecisionsTimeline } from "./decisions-timeline.tsx";
import { DocumentBody } from "./document-body.tsx";
import { DocumentCard } from "./document-card.tsx";
import { isLedger, isLong } from "./excerpt.ts";
import { LongLedger } from "./long-ledger.tsx";
import { usePassage } from "./passage.ts";
import { readSchemaLinking } from "./schema-linking.ts";

type SessionDocumentCardProps = {
  sessionId: string;
  document: SessionDocument;
  sought: boolean;
  /** Written before the session went back to an earlier phase. */
  toReview: boolean;
  ref?: Ref<HTMLElement>;
};

/** A document of the session, with its actions. */
export const SessionDocumentCard = memo(function SessionDocumentCard({
  sessionId,
  document,
  sought,
  toReview,
  ref,
}: SessionDocumentCardProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(true);
  const [all, setAll] = useState(false);
  const shown = useRef<string | null>(null);
  const onShown = useCallback((text: string) => {
    shown.current = text;
  }, []);
  const title = documentTitle(t, document);
  const passage = usePassage()?.key;
  useEffect(() => {
    if (!sought || passage === undefined) return;
    setOpen(true);
    setAll(true);
  }, [sought, passage]);
  const address = sessionPath(sessionId, "documents", document.key);
  const long = isLong(document);

  const download = (
    <IconLink
      label={t("documents.downloadNamed", { title })}
      icon={<Download aria-hidden="true" />}
      href={address}
      download
    />
  );

  if (isLedger(document)) {
    return (
      <DocumentCard
        ref={ref}
        title={title}
        open={open}
        onOpenChange={setOpen}
        sought={sought}
        aside={document.truncated ? download : <Count of={document} />}
      >
        {document.truncated ? (
          <LongLedger sessionId={sessionId} document={document} />
        ) : (
          <DecisionsTimeline content={document.content} />
        )}
      </DocumentCard>
    );
  }
  return (
    <DocumentCard
      ref={ref}
      title={title}
      phase={document.phase}
      open={open}
      onOpenChange={setOpen}
      sought={sought}
      aside={
        <>
          {toReview && (
            <Chip tone="wait" title={t("documents.toReviewWhy")}>
              {t("documents.toReview")}
            </Chip>
          )}
          {document.format === "schema-linking" && !toReview && <LinkingChip content={document.content} />}
          {/* A copy of the beginning would pass for the whole. */}
          {!document.truncated && (
            <CopyButton
              label={t("documents.copyNamed", { title })}
              text={() => (open && document.format === "sql" ? (shown.current ?? document.content) : document.content)}
            />
          )}
          {download}
        </>
      }
    >
      <DocumentBody document={document} title={title} brief={long && !all} onShown={onShown} />
      {long && <MoreButton document={document} all={all} onAll={setAll} />}
      {document.truncated && <Truncated document={document} address={address} />}
    </DocumentCard>
  );
});

function LinkingChip({ content }: { content: string }) {
  const { t } = useTexts();
  const read = useMemo(() => readSchemaLinking(content), [content]);
  if (read.kind !== "linking") return null;
  return (
    <Chip tone="accent" className="@max-[21.5rem]:hidden">
      {countsText(t, read.linking.tables.length, read.linking.joins.length)}
    </Chip>
  );
}

function countsText(t: T, tables: number, joins: number): string {
  return t("documents.linking.counts", {
    tables: t("documents.linking.tableCount", { count: tables }),
    joins: t("documents.linking.joinCount", { count: joins }),
  });
}

function Count({ of }: { of: SessionDocument }) {
  const count = useMemo(() => readLedger(of.content).length, [of.content]);
  return <span className="pr-2 text-ink-3 text-small">{count}</span>;
}

type MoreButtonProps = { document: SessionDocument; all: boolean; onAll: (all: boolean) => void };

function MoreButton({ document, all, onAll }: MoreButtonProps) {
  const { t, language } = useTexts();
  const more =
    document.bytes === undefined
      ? t("documents.showAll")
      : t("documents.showAllSize", { size: size(document.bytes, language) });
  return (
    <div className="border-line border-t px-2 py-1.5">
      <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => onAll(!all)}>
        {all ? t("documents.showLess") : more}
      </Button>
    </div>
  );
}

function Truncated({ document, address }: { document: SessionDocument; address: string }) {
  const { t, language } = useTexts();
  return (
    <p className="border-line border-t px-3.5 py-2 text-ink-2 text-small">
      {document.bytes === undefined
        ? t("documents.truncatedUnknown")
        : t("documents.truncated", { size: size(document.bytes, language) })}{" "}
      <a href={address} download className="text-accent underline underline-offset-2">
        {t("documents.downloadWhole")}
      </a>
    </p>
  );
}
