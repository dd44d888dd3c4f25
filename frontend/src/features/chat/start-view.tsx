import type { NewSession } from "@thothii/backend/api/sessions";
import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { resolveGroup } from "../../lib/groups.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { isComposing } from "../../ui/is-composing.ts";
import { groupDraft, nameDraft, questionDraft, useStartSession } from "./chat-actions.ts";
import { useWorkspace } from "./chat-queries.ts";
import { getDraft } from "./drafts.ts";
import { Failure } from "./failure.tsx";
import { GrowingText } from "./growing-text.tsx";
import { KeyHint } from "./key-hint.tsx";
import { ModelBanner } from "./model-banner.tsx";
import { StartDetails, useGroupNames } from "./start-details.tsx";
import { useDraft } from "./use-draft.ts";
import { WarehouseBanner } from "./warehouse-banner.tsx";

type StartViewProps = { onOpenChat: (id: string) => void };

/** A new question: the one field that matters, examples for who has none, and which model will answer. */
export function StartView({ onOpenChat }: StartViewProps) {
  const { t } = useTexts();
  const workspace = useWorkspace();
  const start = useStartSession();
  const [question, setQuestion] = useDraft(questionDraft);
  const groups = useGroupNames();
  const field = useRef<HTMLTextAreaElement>(null);
  const missing = workspace?.missing.find((ability) => ability === "new" || ability === "chat");

  function send() {
    if (!question.trim()) return field.current?.focus();
    const session: NewSession = { question };
    // Read here, not shown here: typing in them draws only their own fields.
    const name = getDraft(nameDraft).trim();
    const group = resolveGroup(getDraft(groupDraft), groups);
    if (name) session.name = name;
    if (group) session.group = group;
    start.start(session, (row) => onOpenChat(row.id));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  }

  function pick(example: string) {
    setQuestion(example);
    field.current?.focus();
  }

  if (missing) {
    return (
      <Frame>
        <p role="status" className="rounded-lg border border-line bg-panel px-3.5 py-3 text-ink-2">
          {t("chat.start.unsupported")}
        </p>
      </Frame>
    );
  }

  return (
    <Frame>
      <div className="grid gap-2">
        <div className="grid gap-2 rounded-xl border border-line-strong bg-panel py-3 ps-3.5 pe-2.5 shadow-float transition-colors focus-within:border-accent">
          <GrowingText
            ref={field}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            readOnly={start.pending}
            aria-label={t("chat.start.question")}
            placeholder={t("chat.start.placeholder")}
            enterKeyHint="send"
            heights="min-h-[60px] max-h-[40vh]"
            className="text-title"
          />
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 text-ink-3 text-small">
              <KeyHint enter={t("chat.start.hint")} />
            </span>
            <Button
              variant="primary"
              className="touch:h-10"
              icon={<ArrowUp aria-hidden="true" />}
              busy={start.pending}
              disabled={!question.trim()}
              onClick={send}
            >
              {start.pending ? t("chat.start.sending") : t("chat.start.send")}
            </Button>
          </div>
        </div>
        <Failure title={t("chat.start.failed")} error={start.pending ? null : start.error} />
        <StartDetails groups={groups} readOnly={start.pending} onSend={send} />
      </div>
      {/* They are about the demo's warehouse, which is all that the offline model knows. */}
      {workspace?.model.offline && workspace.warehouse ? <Examples onPick={pick} /> : null}
      {workspace && !workspace.warehouse ? <WarehouseBanner /> : null}
      {workspace?.model.offline ? <ModelBanner /> : null}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="@container relative h-full overflow-y-auto bg-ground">
      <div className="mx-auto grid min-h-full max-w-[680px] content-center gap-6 px-6 py-10 @max-[600px]:content-start @max-[600px]:px-3.5 @max-[600px]:py-6">
        <header className="grid gap-1.5">
          <h2 className="text-balance font-bold text-display tracking-[-0.02em]">{t("chat.start.title")}</h2>
          <p className="text-pretty text-ink-2">{t("chat.start.body")}</p>
        </header>
        {children}
      </div>
    </div>
  );
}

function Examples({ onPick }: { onPick: (example: string) => void }) {
  const { t } = useTexts();
  const examples = [
    t("chat.start.example1"),
    t("chat.start.example2"),
    t("chat.start.example3"),
    t("chat.start.example4"),
  ];
  return (
    <section aria-labelledby="chat-examples" className="grid gap-2">
      <h3 id="chat-examples" className="px-1 font-strong text-ink-3 text-small">
        {t("chat.start.examples")}
      </h3>
      <ul className="grid grid-cols-2 gap-2 @max-[600px]:grid-cols-1">
        {examples.map((example) => (
          <li key={example} className="grid">
            <button
              type="button"
              onClick={() => onPick(example)}
              className="rounded-lg border border-line bg-panel px-3 py-2.5 text-left text-ink-2 transition-colors hover:border-line-strong hover:text-ink"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
