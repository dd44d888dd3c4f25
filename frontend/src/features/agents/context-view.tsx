import type { Context } from "@thothii/backend/api/agents";
import { CircleAlert, MessageSquareDashed, RotateCw, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { number, size } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import type { ContextState } from "./context-state.ts";

type ContextViewProps = {
  state: ContextState;
  text: string;
  isEdited: boolean;
  readOnly: boolean;
  onEdit: (text: string) => void;
  onRestore: () => void;
  onRetry: () => void;
  /** Asks for as much as can be; absent where that is what there is. */
  onMore: (() => void) | undefined;
};

/** What would be handed over: on its way, not to be had, nothing, or there to be read and changed. */
export function ContextView(props: ContextViewProps) {
  const { state, text, isEdited, readOnly, onEdit, onRestore, onRetry, onMore } = props;
  const { t } = useTexts();
  if (state.kind === "loading")
    return (
      <div role="status" className="grid min-h-56 content-start gap-2.5 rounded-md border border-line bg-sunk p-3">
        <p className="text-ink-2 text-small">{t("agents.contextLoading")}</p>
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-5/6" />
      </div>
    );
  if (state.kind === "empty")
    return (
      <Message icon={<MessageSquareDashed aria-hidden="true" className="text-ink-3" />} title={t("agents.emptyTitle")}>
        {t("agents.emptyBody")}
      </Message>
    );
  if (state.kind === "failed") {
    const { text: why, detail } = problemText(t, state.error);
    return (
      <Message
        alert
        icon={<CircleAlert aria-hidden="true" className="text-loss" />}
        title={t("agents.contextFailed")}
        action={
          state.retryable ? (
            <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
              {t("app.retry")}
            </Button>
          ) : null
        }
      >
        {why} {detail}
      </Message>
    );
  }
  return (
    <div className="grid gap-2">
      <TextArea
        label={t("agents.context")}
        mono
        value={text}
        readOnly={readOnly}
        rows={11}
        spellCheck={false}
        onChange={onEdit}
        className="max-h-[42vh] min-h-24"
      />
      <About context={state.context} chars={text.length} isEdited={isEdited} onMore={onMore} />
      {isEdited ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-small">
          {t("agents.edited")}
          <Button size="sm" variant="ghost" disabled={readOnly} onClick={onRestore}>
            {t("agents.restore")}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

type AboutProps = { context: Context; chars: number; isEdited: boolean; onMore: (() => void) | undefined };

/** Where it comes from, how exact and how long it is, and what is not in it. */
function About({ context, chars, isEdited, onMore }: AboutProps) {
  const { t, language } = useTexts();
  const { source, quality, bytes, droppedRows, redactions } = context;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-3 text-small">
      <Chip tone={quality === "exact" ? "ok" : "wait"}>{t(`agents.quality.${quality}`)}</Chip>
      <span>{t(`terminals.source.${source}`)}</span>
      <span>
        {t("agents.chars", { chars: number(chars, language) })}
        {isEdited ? null : ` · ${size(bytes, language)}`}
      </span>
      {redactions > 0 ? (
        <span className="inline-flex items-center gap-1 text-ink-2">
          <ShieldCheck aria-hidden="true" className="size-3.5" />
          {t("terminals.redacted", { count: redactions })}
        </span>
      ) : null}
      {droppedRows > 0 ? (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {t("terminals.dropped", { count: droppedRows })}
          {onMore ? (
            <Button size="sm" onClick={onMore}>
              {t("agents.more")}
            </Button>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}

type MessageProps = {
  icon: ReactNode;
  title: string;
  alert?: boolean;
  action?: ReactNode;
  children: ReactNode;
};

function Message({ icon, title, alert = false, action, children }: MessageProps) {
  return (
    <div
      role={alert ? "alert" : "status"}
      className="grid min-h-56 place-content-center justify-items-center gap-1.5 rounded-md border border-line bg-sunk p-4 text-center [&_svg]:size-5 [overflow-wrap:anywhere]"
    >
      {icon}
      <p className="font-strong">{title}</p>
      <p className="max-w-md text-balance text-ink-2 text-small">{children}</p>
      {action ? <div className="mt-1.5 [&_svg]:size-4">{action}</div> : null}
    </div>
  );
}
