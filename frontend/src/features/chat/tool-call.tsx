import type { ToolCall as Call } from "@thothii/backend/api/chat";
import { ChevronRight, CircleAlert } from "lucide-react";
import { memo, useState } from "react";
import { cutText } from "../../lib/cut-text.ts";
import { duration } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { toolLine } from "./tool-line.ts";

/** Shorter than this, in ms, would read as no time at all. */
const SHORTEST = 100;

/** One line that unfolds: what was run, how long it took, what came out. `ended`: its process is gone. */
export const ToolCall = memo(function ToolCall({ call, ended }: { call: Call; ended: boolean }) {
  const { t, language } = useTexts();
  // The output may be 64 KiB, and a conversation holds hundreds: only what is unfolded is drawn.
  const [open, setOpen] = useState(false);
  const { command, input } = toolLine(call);
  const running = call.state !== "end" && !ended;
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group overflow-hidden rounded-md border border-line bg-panel text-small"
    >
      <summary className="flex list-none items-center gap-2 px-2.5 py-1.5 text-ink-2 transition-colors hover:text-ink touch:min-h-10 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="text-ink-3 group-open:rotate-90" />
        <code className="min-w-0 truncate text-[12px]" title={command}>
          {command}
          {input ? <span className="text-ink-3"> {cutText(input, 200)}</span> : null}
        </code>
        <span className="ml-auto flex shrink-0 items-center gap-1.5 whitespace-nowrap text-ink-3">
          {call.error ? (
            <span className="flex items-center gap-1 text-loss">
              <CircleAlert aria-hidden="true" className="size-3.5" />
              {t("chat.tool.failed")}
            </span>
          ) : null}
          {running ? (
            <>
              <Spinner />
              {t("chat.tool.running")}
            </>
          ) : null}
          {call.ms === undefined ? null : duration(Math.max(call.ms, SHORTEST), language)}
        </span>
      </summary>
      {open ? (
        <div className="grid gap-2 border-line border-t bg-sunk px-3 py-2.5">
          <Block label={t("chat.tool.command")} text={command} />
          {input ? <Block label={t("chat.tool.input")} text={input} /> : null}
          {call.output || !running ? (
            <Block label={t("chat.tool.output")} text={call.output || t("chat.tool.noOutput")} failed={call.error} />
          ) : null}
        </div>
      ) : null}
    </details>
  );
});

function Block({ label, text, failed = false }: { label: string; text: string; failed?: boolean | undefined }) {
  return (
    <div className="grid gap-0.5">
      <p className="text-ink-3 text-tiny">{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-72 overflow-auto">
        <pre
          className={`whitespace-pre-wrap text-[12px] leading-[1.55] [overflow-wrap:anywhere] ${failed ? "text-loss" : ""}`}
        >
          {text}
        </pre>
      </section>
    </div>
  );
}
