import type { SessionDetail } from "@thothii/backend/api/sessions";
import { MessageSquare, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { phaseTitle, type T, useTexts } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { PhaseStepper } from "./phase-stepper.tsx";
import type { PhaseStep } from "./phase-steps.ts";
import { SessionProblemNotice } from "./session-problem-notice.tsx";
import { sessionStatus, sessionTitle, wayOn } from "./session-status.ts";
import { moment } from "./when.ts";

type PanelHeaderProps = {
  id: string;
  /** Absent while it loads, and where it can't be loaded. */
  session: SessionDetail | undefined;
  loading: boolean;
  steps: readonly PhaseStep[];
  titleId: string;
  closeId: string;
  resuming: boolean;
  /** What else can be done with the session. */
  menu: ReactNode;
  /** What is being done with it. */
  children?: ReactNode;
  onClose: () => void;
  /** Absent where this server can't run an agent. */
  onResume: (() => void) | undefined;
  onGoToChat: () => void;
};

/** Which session this is, where it stands, and the way on. */
export function PanelHeader(props: PanelHeaderProps) {
  const { id, session, loading, steps, titleId, closeId, resuming, menu, children, ...on } = props;
  const { t } = useTexts();
  return (
    <header className="border-line border-b px-4 pt-3 pb-3">
      <div className="flex items-start gap-2">
        <h2
          id={titleId}
          dir="auto"
          className="line-clamp-3 min-w-0 flex-1 text-balance pt-0.5 font-bold text-title tracking-[-0.01em] [overflow-wrap:anywhere]"
        >
          {session ? sessionTitle(session) : loading ? <TitleOnItsWay id={id} /> : id}
        </h2>
        <div className="-mr-1.5 flex">
          {menu}
          <IconButton id={closeId} label={t("documents.close")} icon={<X aria-hidden="true" />} onClick={on.onClose} />
        </div>
      </div>
      {loading && <HeaderOnItsWay />}
      {session && (
        <div className="mt-1 grid gap-2">
          <PhaseStepper steps={steps} />
          {session.problem?.severity !== "error" && (
            <div className="flex min-h-[30px] flex-wrap items-center gap-x-2 gap-y-1.5">
              <StatusChip session={session} />
              {session.status === "closed" && !session.archived && (
                <Chip title={t("documents.actions.closedWhy")}>{t("documents.actions.closed")}</Chip>
              )}
              <span className="min-w-0 flex-1 basis-10 truncate text-ink-3 text-small">{session.author}</span>
              <WayOnButton session={session} resuming={resuming} onResume={on.onResume} onGoToChat={on.onGoToChat} />
            </div>
          )}
          <Dates session={session} />
          <SessionProblemNotice session={session} />
          {children}
        </div>
      )}
    </header>
  );
}

function TitleOnItsWay({ id }: { id: string }) {
  return (
    <>
      <Skeleton className="mt-1 h-3.5 w-48" />
      <span className="sr-only">{id}</span>
    </>
  );
}

/** As high as what will be there, so that the documents don't move when it comes. */
function HeaderOnItsWay() {
  return (
    <div className="mt-1 grid gap-2">
      <Skeleton className="my-1.5 h-1 w-full" />
      <Skeleton className="my-1 h-[22px] w-40" />
      <Skeleton className="my-0.5 h-3 w-52" />
    </div>
  );
}

function StatusChip({ session }: { session: SessionDetail }) {
  const { t } = useTexts();
  const status = sessionStatus(session);
  switch (status.kind) {
    case "archived":
      return <Chip>{t("documents.archived")}</Chip>;
    case "completed":
      return <Chip tone="ok">{t("documents.completed")}</Chip>;
    case "phase":
      return <Chip tone="accent">{phaseText(t, status)}</Chip>;
    case "unknown":
      return null;
  }
}

function phaseText(t: T, { index, of, code, title }: { index: number; of: number; code: string; title: string }) {
  return t("documents.phaseOf", { index, of, title: phaseTitle(t, { code, title }) });
}

type WayOnProps = {
  session: SessionDetail;
  resuming: boolean;
  onResume: (() => void) | undefined;
  onGoToChat: () => void;
};

function WayOnButton({ session, resuming, onResume, onGoToChat }: WayOnProps) {
  const { t } = useTexts();
  switch (wayOn(session)) {
    case "go-to-chat":
      return (
        <Button icon={<MessageSquare aria-hidden="true" />} onClick={onGoToChat}>
          {t("documents.goToChat")}
        </Button>
      );
    case "resume":
      return onResume ? (
        <Button
          variant="primary"
          icon={<Play aria-hidden="true" fill="currentColor" />}
          busy={resuming}
          onClick={onResume}
        >
          {t("documents.resume")}
        </Button>
      ) : null;
    case "none":
      return null;
  }
}

function Dates({ session }: { session: SessionDetail }) {
  const { t, language } = useTexts();
  const now = useNow();
  const created = session.created_at && moment(session.created_at, now, language);
  const updated = session.updated_at && moment(session.updated_at, now, language);
  if (!created && !updated) return null;
  return (
    <p className="text-ink-3 text-tiny">
      {created && (
        <time dateTime={session.created_at ?? undefined} title={created.long}>
          {t("documents.created", { when: created.short })}
        </time>
      )}
      {created && updated && " · "}
      {updated && (
        <time dateTime={session.updated_at ?? undefined} title={updated.long}>
          {t("documents.updated", { when: updated.short })}
        </time>
      )}
      {session.forked_from && (
        <span className="block truncate">{t("documents.forkedFrom", { id: session.forked_from.id })}</span>
      )}
    </p>
  );
}
