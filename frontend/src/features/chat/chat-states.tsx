import { MessagesSquare, SquareTerminal } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Conversation } from "./chat-state.ts";

/** A conversation that has no words yet, and why that is no loss. */
export function NothingSaid({ live, readOnly, inTerminal }: { live: boolean; readOnly: boolean; inTerminal: boolean }) {
  const { t } = useTexts();
  if (inTerminal)
    return (
      <EmptyState icon={<SquareTerminal aria-hidden="true" />} title={t("chat.terminalTitle")}>
        {t("chat.terminalBody")}
      </EmptyState>
    );
  return (
    <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={t("chat.emptyTitle")}>
      {live ? t("chat.emptyLive") : readOnly ? t("chat.emptyReadOnly") : t("chat.emptyStopped")}
    </EmptyState>
  );
}

export function Loading() {
  const { t } = useTexts();
  return (
    <div role="status" className="grid gap-3 pt-2">
      <span className="sr-only">{t("chat.loading")}</span>
      <Skeleton className="ml-auto h-9 w-56 rounded-xl" />
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-8 w-full rounded-md" />
    </div>
  );
}

/** Whether the agent works without a sign of it: no text that grows, no tool that runs. */
export function isThinking({ runtime, messages, gate }: Conversation): boolean {
  // What goes on in a terminal is seen there.
  if (gate || runtime?.kind === "terminal" || (runtime?.state !== "running" && runtime?.state !== "starting"))
    return false;
  const last = messages.at(-1);
  const textGrows = last?.streaming === true && last.text !== "";
  const toolRuns = last?.tool !== undefined && last.tool.state !== "end" && !last.ended;
  return !textGrows && !toolRuns;
}

export function AtWork() {
  const { t } = useTexts();
  return (
    <p className="flex items-center gap-2 text-ink-3 text-small">
      <Spinner />
      {t("chat.thinking")}
    </p>
  );
}
