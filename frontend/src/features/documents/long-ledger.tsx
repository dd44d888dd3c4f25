import { useQuery } from "@tanstack/react-query";
import type { Decision, SessionDocument } from "@thothii/backend/api/documents";
import { useEffect, useMemo, useRef, useState } from "react";
import { size } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { newestFirst, recordsIn } from "./decisions.ts";
import { TimelineView } from "./decisions-timeline.tsx";
import { ledgerQuery } from "./documents-queries.ts";
import { ViewerNote } from "./viewer-note.tsx";

/** In bytes. Beyond this the page would be busy with it for seconds. */
const MAX_LEDGER = 64_000_000;

type LongLedgerProps = { sessionId: string; document: SessionDocument };

/** A ledger too long to come with the other documents: fetched whole once its card is in sight, newest first. */
export function LongLedger({ sessionId, document }: LongLedgerProps) {
  const { t, language } = useTexts();
  const { ref, seen } = useSeen();
  const bytes = document.bytes ?? 0;
  const tooLong = bytes > MAX_LEDGER;
  const ledger = useQuery({ ...ledgerQuery(sessionId, document), enabled: seen && !tooLong });
  if (tooLong) return <ViewerNote>{t("documents.decisions.tooLong")}</ViewerNote>;
  if (ledger.data) return <Loaded records={ledger.data} />;
  if (!ledger.isError) {
    return (
      <div ref={ref}>
        <ViewerNote>{t("documents.decisions.loading", { size: size(bytes, language) })}</ViewerNote>
      </div>
    );
  }
  return (
    <ErrorState
      title={t("documents.decisions.failed")}
      error={ledger.error}
      onRetry={ledger.refetch}
      retrying={ledger.isFetching}
    />
  );
}

function Loaded({ records }: { records: readonly Decision[] }) {
  const timeline = useMemo(() => newestFirst(recordsIn(records)), [records]);
  return <TimelineView timeline={timeline} />;
}

/** Whether an element was in sight, or nearly, at some time. */
function useSeen() {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (seen || !ref.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [seen]);
  return { ref, seen };
}
