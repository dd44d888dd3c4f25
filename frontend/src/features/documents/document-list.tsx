import type { SessionDocument } from "@thothii/backend/api/documents";
import { Files } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { isLedger } from "./excerpt.ts";
import { usePassage } from "./passage.ts";
import { type PhaseStep, phasesToCome } from "./phase-steps.ts";
import { SessionDocumentCard } from "./session-document-card.tsx";

type DocumentListProps = {
  sessionId: string;
  /** In phase order, the decisions last. */
  documents: readonly SessionDocument[];
  steps: readonly PhaseStep[];
  /** The key of the document to bring into view. */
  sought: string | null;
  all: boolean;
  onAll: (all: boolean) => void;
};

/** A card for each document that is there. */
export function DocumentList({ sessionId, documents, steps, sought, all, onAll }: DocumentListProps) {
  const { t } = useTexts();
  const soughtCard = useSoughtCard(documents, sought);
  const decisions = documents.filter(isLedger);
  const others = documents.filter((document) => !isLedger(document));
  // Where the manifest itself is shown nobody knows the phases, so there is nothing between them.
  const broken = documents.some((document) => document.key === "manifest");
  const toCome = useMemo(() => phasesToCome(steps), [steps]);
  const card = (document: SessionDocument) => {
    const isSought = document.key === sought;
    return (
      <SessionDocumentCard
        key={document.key}
        ref={isSought ? soughtCard : undefined}
        sessionId={sessionId}
        document={document}
        sought={isSought}
        toReview={toCome.has(document.phase) && !isLedger(document)}
      />
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3.5 py-3">
      {others.length === 0 && (
        <EmptyState icon={<Files aria-hidden="true" />} title={t("documents.emptyTitle")}>
          {t("documents.emptyBody")}
        </EmptyState>
      )}
      {others.map(card)}
      {!broken && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => onAll(!all)}>
          {t(all ? "documents.hideIntermediate" : "documents.showIntermediate")}
        </Button>
      )}
      {decisions.map(card)}
    </div>
  );
}

/** Brings the sought card into view and focus, once for each one sought: later updates leave the reader where they are. */
function useSoughtCard(documents: readonly SessionDocument[], sought: string | null) {
  const card = useRef<HTMLElement>(null);
  const shown = useRef<string | null>(null);
  const passage = usePassage() !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card may come with a later list of documents
  useEffect(() => {
    if (shown.current === sought || (sought && !card.current)) return;
    shown.current = sought;
    // A place within the document has a landing of its own, and who steps along such places keeps the focus.
    if (!passage) card.current?.scrollIntoView({ block: "start" });
    if (!passage || document.activeElement?.contains(card.current)) card.current?.focus({ preventScroll: true });
  }, [documents, sought]);
  return card;
}
