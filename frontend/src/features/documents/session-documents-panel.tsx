import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { SessionDocument } from "@thothii/backend/api/documents";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import { clsx } from "clsx";
import { FileX } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { navigate } from "../../lib/address.ts";
import { ApiProblem } from "../../lib/api.ts";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { sessionQuery, workspaceQuery } from "../../lib/queries.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { preloadMarkdown } from "../../ui/markdown-view.tsx";
import { useToast } from "../../ui/toast.tsx";
import { DocumentList } from "./document-list.tsx";
import { documentsQuery, useFreshSession } from "./documents-queries.ts";
import { ExportStatus } from "./export-status.tsx";
import { ForkDialog } from "./fork-dialog.tsx";
import { PanelHeader } from "./panel-header.tsx";
import { PanelMenu } from "./panel-menu.tsx";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { type Passage, PassageProvider, useShownPassage } from "./passage.ts";
import { type PhaseStep, phaseSteps } from "./phase-steps.ts";
import { sessionTitle } from "./session-status.ts";
import { useExport } from "./use-export.ts";
import { useMarkSeen } from "./use-mark-seen.ts";

export type SessionDocumentsPanelProps = {
  sessionId: string;
  /** The key of a document to bring into view. */
  doc?: string | null;
  /** A place in that document to open it at. */
  passage?: Passage | undefined;
  onClose: () => void;
  /** Starts a fresh process on the session. A promise keeps the button busy, and a rejected one is told. */
  onResume: (id: string) => unknown;
  onGoToChat: (id: string) => void;
  /** Hands its work to another agent. */
  onContinue?: ((id: string, title: string) => void) | undefined;
};

/** The stored documents of a session, to read: what it is, where it stands, and a card for each document. */
export function SessionDocumentsPanel(props: SessionDocumentsPanelProps) {
  const { t } = useTexts();
  const toast = useToast();
  const closeId = useId();
  const [forked, setForked] = useState<Forked | null>(null);
  // Another session is another panel: nothing of the one before stays, scroll and opened cards included. The dialog is
  // outside of it, for it ends with the panel of the copy.
  return (
    <>
      <Panel key={props.sessionId} {...props} closeId={closeId} onFork={setForked} />
      {forked && (
        <ForkDialog
          {...forked}
          onForked={({ id }) => {
            navigate({ panel: id, doc: null });
            toast.show({ text: t("documents.forking.done") });
          }}
          onClosed={() => setForked(null)}
          finalFocus={() => document.getElementById(closeId)}
        />
      )}
    </>
  );
}

type Forked = { session: SessionDetail; steps: readonly PhaseStep[] };
type PanelProps = SessionDocumentsPanelProps & { closeId: string; onFork: (forked: Forked) => void };

function Panel({
  sessionId,
  doc = null,
  passage,
  closeId,
  onFork,
  onClose,
  onResume,
  onGoToChat,
  onContinue,
}: PanelProps) {
  const titleId = useId();
  const { t } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  useShownPassage(scroller, passage ?? null);
  useEffect(preloadMarkdown, []);
  const [all, setAll] = useState(false);
  const session = useQuery(sessionQuery(sessionId));
  const documents = useQuery(documentsQuery(sessionId, all));
  const workspace = useQuery(workspaceQuery).data;
  useFreshSession(sessionId);
  useMarkSeen(session.data);
  const { resuming, resume } = useResume(() => onResume(sessionId));
  const exporting = useExport(sessionId);
  const steps = useMemo(
    () => (session.data ? phaseSteps(session.data, workspace?.phases ?? []) : []),
    [session.data, workspace],
  );
  const gone = isGone(session.error) || isGone(documents.error);
  const failed = session.isError && !session.data;
  const retry = () => Promise.all([session.refetch(), documents.isError && documents.refetch()]);

  // A link may lead to an intermediate document.
  const missing = doc !== null && documents.data?.every((document) => document.key !== doc);
  useEffect(() => {
    if (missing) setAll(true);
  }, [missing]);

  const shown = gone ? undefined : session.data;
  return (
    <section aria-labelledby={titleId} className="flex h-full min-h-0 flex-col bg-panel">
      <PanelHeader
        id={sessionId}
        session={shown}
        loading={session.isPending && !gone}
        steps={steps}
        titleId={titleId}
        closeId={closeId}
        resuming={resuming}
        menu={
          shown && (
            <PanelMenu
              session={shown}
              missing={workspace?.missing ?? []}
              onFork={() => onFork({ session: shown, steps })}
              onContinue={onContinue && (() => onContinue(sessionId, sessionTitle(shown)))}
              onExport={() => exporting.start(sessionTitle(shown))}
            />
          )
        }
        onClose={onClose}
        onResume={workspace?.missing.includes("chat") ? undefined : resume}
        onGoToChat={() => onGoToChat(sessionId)}
      >
        <ExportStatus {...exporting} />
      </PanelHeader>
      {passage?.bar}
      <div
        ref={scroller}
        // A place at the end comes as high as any other.
        className={clsx("relative min-h-0 flex-1 overflow-y-auto", passage && "after:block after:h-[55vh]")}
      >
        {gone ? (
          <EmptyState icon={<FileX aria-hidden="true" />} title={t("documents.goneTitle")}>
            {t("documents.goneBody")}
          </EmptyState>
        ) : (
          <>
            {failed && (
              <ErrorState
                title={t("documents.sessionFailed")}
                error={session.error}
                onRetry={isMalformed(session.error) ? undefined : () => void retry()}
                retrying={session.isFetching}
              />
            )}
            {/* What kept the session away keeps its documents away, and is said once. */}
            {failed && documents.isError && !documents.data ? null : (
              <PassageProvider value={passage ?? null}>
                <Documents
                  sessionId={sessionId}
                  query={documents}
                  steps={steps}
                  sought={doc}
                  all={all}
                  onAll={setAll}
                />
              </PassageProvider>
            )}
          </>
        )}
      </div>
    </section>
  );
}

type DocumentsProps = {
  sessionId: string;
  query: UseQueryResult<SessionDocument[]>;
  steps: readonly PhaseStep[];
  sought: string | null;
  all: boolean;
  onAll: (all: boolean) => void;
};

function Documents({ query, ...shown }: DocumentsProps) {
  const { t } = useTexts();
  if (query.data) return <DocumentList documents={query.data} {...shown} />;
  if (!query.isError) return <PanelSkeleton />;
  return (
    <ErrorState
      title={t("documents.loadFailed")}
      error={query.error}
      onRetry={query.refetch}
      retrying={query.isFetching}
    />
  );
}

/** An address that no session can have: no try makes it better. */
const isMalformed = (error: unknown) => error instanceof ApiProblem && error.status === 400;
const isGone = (error: unknown) => error instanceof ApiProblem && error.status === 404;

/** One resume at a time, and why it failed. */
function useResume(start: () => unknown) {
  const { t } = useTexts();
  const toast = useToast();
  const [resuming, setResuming] = useState(false);
  const resume = async () => {
    setResuming(true);
    try {
      await start();
    } catch (error) {
      const { text, detail } = problemText(t, error);
      toast.show({
        kind: "failed",
        text: t("documents.resumeFailed"),
        detail: [text, detail].filter(Boolean).join(" "),
      });
    } finally {
      setResuming(false);
    }
  };
  return { resuming, resume: () => void resume() };
}
