import type { ChatMessage } from "@thothii/backend/api/chat";
import { Check, Info, PenLine, Slash, Undo2 } from "lucide-react";
import { memo, useDeferredValue } from "react";
import { longWhen } from "../../lib/format.ts";
import { phaseTitle, useTexts } from "../../lib/i18n.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import type { GateRecord } from "./chat-state.ts";
import type { TimelineItem } from "./timeline-items.ts";
import { ToolCall } from "./tool-call.tsx";

/** The conversation in reading order. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return items.map((item) => {
    if (item.kind === "ended") return <Ended key={item.key} />;
    if (item.kind === "decision") return <DecisionLine key={item.key} record={item.record} />;
    return <Message key={item.key} message={item.message} />;
  });
}

const Message = memo(function Message({ message }: { message: ChatMessage }) {
  const { t, language } = useTexts();
  if (message.tool) return <ToolCall call={message.tool} ended={message.ended ?? false} />;
  const when = message.at ? longWhen(message.at, language) : undefined;
  switch (message.role) {
    case "user":
      return (
        <article
          aria-label={t("chat.you")}
          title={when}
          dir="auto"
          className="forced-outline my-1 ml-auto w-fit max-w-[85%] whitespace-pre-wrap rounded-xl rounded-br-[3px] bg-accent-soft px-[13px] py-[9px] [overflow-wrap:anywhere]"
        >
          {message.text}
        </article>
      );
    case "assistant":
      return (
        <article aria-label={t("chat.agent")} title={when} className={message.error ? "text-loss" : undefined}>
          <Streamed text={message.text} />
        </article>
      );
    default:
      return (
        <p dir="auto" className="flex items-start gap-2 text-ink-2 text-small [overflow-wrap:anywhere]">
          <Info aria-hidden="true" className="mt-px size-3.5 text-ink-3" />
          <span className="whitespace-pre-wrap">{message.text}</span>
        </p>
      );
  }
});

/** Typing goes before the drawing of a long answer that is still growing. */
function Streamed({ text }: { text: string }) {
  return <MarkdownView text={useDeferredValue(text)} headingLevel={3} />;
}

const marks = { approve: Check, revise: PenLine, rollback: Undo2 } as const;

function DecisionLine({ record }: { record: GateRecord }) {
  const { t } = useTexts();
  const recorded = record.outcome === "recorded";
  const Mark = recorded ? (record.decision ? marks[record.decision] : Check) : Slash;
  const title = phaseTitle(t, { code: record.phase, title: record.title });
  return (
    <p className="flex items-center gap-2 text-ink-2 text-small">
      <Mark aria-hidden="true" className={record.decision === "approve" ? "text-ok" : "text-ink-3"} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t(`chat.record.${recorded ? (record.decision ?? "answered") : "aborted"}`, { index: record.index, title })}
        {record.by ? <span className="text-ink-3"> {t("chat.record.by", { name: record.by })}</span> : null}
      </span>
    </p>
  );
}

function Ended() {
  const { t } = useTexts();
  return (
    <p className="my-2 flex items-center gap-3 text-ink-3 text-small before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="text-center text-balance">{t("chat.ended")}</span>
    </p>
  );
}
