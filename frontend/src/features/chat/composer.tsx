import type { SlashCommand } from "@thothii/backend/api/chat";
import { clsx } from "clsx";
import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { type T, useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { isComposing } from "../../ui/is-composing.ts";
import { messageDraft, useAbort, useDecide, usePrompt } from "./chat-actions.ts";
import type { ComposerMode } from "./composer-mode.ts";
import { Failure } from "./failure.tsx";
import { GrowingText } from "./growing-text.tsx";
import { KeyHint } from "./key-hint.tsx";
import { Silence } from "./silence.tsx";
import { isRollbackCommand } from "./slash-commands.ts";
import { SlashMenu } from "./slash-menu.tsx";
import { useDraft } from "./use-draft.ts";
import { useSlashMenu } from "./use-slash-menu.ts";

type ComposerProps = {
  sessionId: string;
  mode: ComposerMode;
  commands: readonly SlashCommand[];
  field: RefObject<HTMLTextAreaElement | null>;
  /** A text that was typed before the gate opened isn't sent as its note by one key: it is shown there first. */
  onReview: () => void;
  onSent: () => void;
  /** Shows the terminal that an agent works in. */
  onOpenTerminal?: (() => void) | undefined;
};

/** Where the reader writes, or why they can't and what would change that. */
export function Composer({ sessionId, mode, commands, field, onReview, onSent, onOpenTerminal }: ComposerProps) {
  const writable = mode.kind !== "silent" || mode.reason === "starting";
  return (
    <div className="mx-auto w-full max-w-[760px] px-6 pt-2 pb-[18px] @max-[600px]:px-3.5 @max-[600px]:pb-3.5">
      {writable ? (
        <Writing {...{ sessionId, mode, commands, field, onReview, onSent }} />
      ) : (
        <Silence
          sessionId={sessionId}
          reason={mode.reason}
          resumable={mode.resumable}
          onOpenTerminal={onOpenTerminal}
        />
      )}
    </div>
  );
}

function Writing({ sessionId, mode, commands, field, onReview, onSent }: ComposerProps) {
  const { t } = useTexts();
  const [text, setText] = useDraft(messageDraft(sessionId));
  const prompt = usePrompt(sessionId);
  const decide = useDecide(sessionId);
  const abort = useAbort(sessionId);
  const gate = mode.kind === "note" ? mode.gate : null;
  const writtenFor = useRef(text ? null : gate?.requestId);
  const slash = useSlashMenu(text, setText, commands, gate !== null);
  const sending = prompt.pending || decide.pending;
  const ready = text.trim() !== "" && !sending && mode.kind !== "silent";

  function change(next: string) {
    if (text.trim() === "") writtenFor.current = gate?.requestId;
    setText(next);
  }

  function send() {
    if (!ready) return;
    decide.reset();
    prompt.reset();
    if (!gate || isRollbackCommand(text)) return prompt.start(text, onSent);
    if (writtenFor.current !== gate.requestId) return onReview();
    const decision = { phase: gate.phase, decision: "revise", note: text, requestId: gate.requestId } as const;
    decide.start({ decision, draft: messageDraft(sessionId) }, onSent);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || slash.onKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  }

  return (
    <div className="grid gap-2">
      <Failure title={t("chat.composer.failed")} error={prompt.pending ? null : prompt.error} />
      <Failure title={t("chat.gate.failed")} error={decide.pending ? null : decide.error} />
      <div
        className={clsx(
          "relative grid gap-2 rounded-xl border bg-panel py-2.5 ps-3 pe-2.5 shadow-float transition-colors focus-within:border-accent",
          gate ? "border-wait-line" : "border-line-strong",
        )}
      >
        {slash.open ? (
          <SlashMenu
            id={slash.id}
            choices={slash.choices}
            active={slash.index}
            onActive={slash.onActive}
            onChoose={slash.choose}
          />
        ) : null}
        <GrowingText
          ref={field}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          readOnly={sending}
          placeholder={placeholder(t, mode)}
          aria-label={gate ? t("chat.composer.noteLabel") : t("chat.composer.label")}
          enterKeyHint="send"
          heights="min-h-5 max-h-[40vh]"
          {...slash.fieldProps}
        />
        <div className="flex items-center gap-2">
          <span className="min-w-0 flex-1 text-ink-3 text-small">
            {mode.kind === "note" || mode.kind === "message" ? <KeyHint enter={hint(t, mode)} /> : hint(t, mode)}
          </span>
          {mode.kind === "steer" ? (
            <Button
              className="touch:h-10"
              icon={<Square aria-hidden="true" className="size-3.5" />}
              title={t("chat.interruptHint")}
              busy={abort.pending}
              onClick={() => abort.start()}
            >
              {t("chat.interrupt")}
            </Button>
          ) : null}
          <Button
            variant="primary"
            className="w-[34px] px-0 touch:size-10"
            icon={<ArrowUp aria-hidden="true" />}
            aria-label={
              sending ? t("chat.composer.sending") : gate ? t("chat.composer.sendNote") : t("chat.composer.send")
            }
            busy={sending}
            disabled={!ready && !sending}
            onClick={send}
          />
        </div>
      </div>
    </div>
  );
}

function placeholder(t: T, mode: ComposerMode): string {
  if (mode.kind === "silent") return t("chat.composer.starting");
  return t(`chat.composer.${mode.kind}`);
}

function hint(t: T, mode: ComposerMode): string {
  switch (mode.kind) {
    case "note":
      return t("chat.composer.noteHint", { index: mode.gate.index });
    case "steer":
      return t("chat.composer.steerHint");
    case "silent":
      return t(`chat.composer.silent.${mode.reason}`);
    default:
      return t("chat.composer.hint");
  }
}
