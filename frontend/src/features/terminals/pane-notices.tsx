import type { Terminal } from "@thothii/backend/api/terminals";
import { clsx } from "clsx";
import { ArrowRightLeft, RotateCw, Unplug } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { PaneActions } from "./pane-actions.ts";
import { stateText } from "./terminal-text.ts";
import type { Attached } from "./use-attached-screen.ts";

type Ways = Pick<PaneActions, "onAgain" | "onContinue" | "onClose"> & { terminal: Terminal };

/** Over the screen: why it doesn't show what is, or shows it in another size. */
export function PaneNotice({ attached, terminal, ...ways }: Ways & { attached: Attached }) {
  const { t } = useTexts();
  const { status, broken, framed, retry } = attached;
  if (status.kind === "lost" || terminal.state === "lost")
    return (
      <Cover>
        <EmptyState
          icon={<Unplug aria-hidden="true" />}
          title={t("terminals.lostTitle")}
          action={terminal.state === "exited" ? null : <NextSteps isCentred {...ways} />}
        >
          {t("terminals.lostBody")}
        </EmptyState>
      </Cover>
    );
  if (broken || status.kind === "failed")
    return (
      <Cover>
        <EmptyState
          icon={<Unplug aria-hidden="true" />}
          title={t("terminals.failedTitle")}
          action={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={retry}>
              {t("app.retry")}
            </Button>
          }
        >
          {t(broken ? "terminals.brokenBody" : "terminals.failedBody")}
        </EmptyState>
      </Cover>
    );
  if (status.kind === "connecting") return <Connecting again={status.again} onRetry={retry} />;
  if (framed) return <Label>{t("terminals.framed", framed)}</Label>;
  return null;
}

function Cover({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center overflow-auto bg-ground">
      {children}
    </div>
  );
}

const PATIENCE_MS = 350;

/** Said only where it takes a while: a notice that comes and goes would be all that is seen. */
function Connecting({ again, onRetry }: { again: boolean; onRetry: () => void }) {
  const { t } = useTexts();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return (
    <Label>
      <Spinner />
      {t(again ? "terminals.reconnecting" : "terminals.connecting")}
      {again ? (
        <Button size="sm" variant="ghost" onClick={onRetry}>
          {t("terminals.retryNow")}
        </Button>
      ) : null}
    </Label>
  );
}

function Label({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="absolute bottom-3 left-1/2 flex min-h-8 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-2 rounded-full border border-line-strong bg-panel px-3.5 py-1 text-ink-2 text-small shadow-float"
    >
      {children}
    </div>
  );
}

/** Under the screen of a program that has ended: how it did, and what can come next. */
export function Ended({ terminal, ...ways }: Ways) {
  const { t } = useTexts();
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-panel px-4 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-60 text-small">
        <span className="font-strong">{stateText(t, terminal)}.</span>{" "}
        <span className="text-ink-2">{t("terminals.endedBody")}</span>
      </p>
      <NextSteps {...ways} />
    </div>
  );
}

/** The same anew, its work in other hands, or no more of it. */
function NextSteps({
  isCentred = false,
  onAgain,
  onContinue,
  onClose,
}: Omit<Ways, "terminal"> & { isCentred?: boolean }) {
  const { t } = useTexts();
  return (
    <div className={clsx("flex flex-wrap gap-2", isCentred && "justify-center")}>
      <Button className="touch:h-10" icon={<RotateCw aria-hidden="true" />} onClick={onAgain}>
        {t("terminals.again")}
      </Button>
      {onContinue ? (
        <Button className="touch:h-10" icon={<ArrowRightLeft aria-hidden="true" />} onClick={onContinue}>
          {t("agents.continue")}
        </Button>
      ) : null}
      <Button className="touch:h-10" onClick={onClose}>
        {t("app.close")}
      </Button>
    </div>
  );
}
