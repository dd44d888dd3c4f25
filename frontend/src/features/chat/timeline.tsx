import type { ChatMessage } from "@thothii/backend/api/chat";
import { CircleAlert, Info } from "lucide-react";
import { memo, useDeferredValue } from "react";
import { longWhen } from "../../lib/format.ts";
import { type T, useTexts } from "../../lib/i18n.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { DecisionLine } from "./decision-line.tsx";
import type { TimelineItem } from "./timeline-items.ts";
import { ToolCall } from "./tool-call.tsx";

/** The conversation in reading order. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return items.map((item) => {
    if (item.kind === "ended") return <Ended key={item.key} />;
    if (item.kind === "decision") return <DecisionLine key={item.key} told={item.told} />;
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
          className="my-1 ml-auto grid max-w-[85%] justify-items-end gap-1"
        >
          <p
            dir="auto"
            className="forced-outline whitespace-pre-wrap rounded-xl rounded-br-[3px] bg-accent-soft px-[13px] py-[9px] [overflow-wrap:anywhere]"
          >
            {message.text}
          </p>
          {message.error ? (
            <p className="flex items-center gap-1.5 text-loss text-small">
              <CircleAlert aria-hidden="true" className="size-3.5" />
              {t("chat.undelivered")}
            </p>
          ) : null}
        </article>
      );
    case "assistant":
      return (
        <article aria-label={t("chat.agent")} title={when} className={message.error ? "text-loss" : undefined}>
          <Streamed text={message.text} />
        </article>
      );
    default:
      return <ServerWord message={message} />;
  }
});

/** What the server has to say about the run, worded by its kind; the reason stays in the words of what failed. */
function ServerWord({ message }: { message: ChatMessage }) {
  const { t } = useTexts();
  const worded = noticeText(t, message.code);
  const reason = worded === null || message.code === "resumed" ? null : message.text;
  return (
    <div className="flex items-start gap-2 text-ink-2 text-small [overflow-wrap:anywhere]">
      <Info aria-hidden="true" className="mt-px text-ink-3" />
      <p dir="auto" className="min-w-0 whitespace-pre-wrap">
        {worded ?? message.text}
        {reason ? <span className="text-ink-3"> {reason}</span> : null}
      </p>
    </div>
  );
}

function noticeText(t: T, code: string | undefined): string | null {
  switch (code) {
    case "resumed":
    case "retrying":
    case "model-error":
    case "runaway":
      return t(`chat.notice.${code}`);
    default:
      return null;
  }
}

/** Typing goes before the drawing of a long answer that is still growing. */
function Streamed({ text }: { text: string }) {
  return <MarkdownView text={useDeferredValue(text)} headingLevel={3} />;
}

function Ended() {
  const { t } = useTexts();
  return (
    <p className="my-2 flex items-center gap-3 text-ink-3 text-small before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="text-center text-balance">{t("chat.ended")}</span>
    </p>
  );
}
