import type { Ask, AskAnswer } from "@thothii/backend/api/chat";
import { MessageCircleQuestion } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAnswer } from "./chat-actions.ts";
import { Failure } from "./failure.tsx";

type AskCardProps = { sessionId: string; ask: Ask; onAnswered: () => void };

/** A plain question of the agent: nothing is recorded, it only goes on with the answer. */
export function AskCard({ sessionId, ask, onAnswered }: AskCardProps) {
  const { t } = useTexts();
  const answer = useAnswer(sessionId);
  const send = (given: Omit<AskAnswer, "requestId">) =>
    answer.start({ requestId: ask.requestId, ...given }, onAnswered);

  return (
    <section
      aria-label={`${t("chat.ask.label")}: ${ask.title}`}
      className="forced-outline my-1 grid gap-3 rounded-xl border border-wait-line bg-panel px-3.5 py-3 shadow-float"
    >
      <div className="flex items-start gap-2.5 [overflow-wrap:anywhere]">
        <MessageCircleQuestion aria-hidden="true" className="mt-0.5 text-wait" />
        <div className="grid min-w-0 gap-1">
          <h3 className="font-bold">{ask.title}</h3>
          {ask.message ? <p className="whitespace-pre-wrap text-ink-2">{ask.message}</p> : null}
        </div>
      </div>
      <Choices ask={ask} busy={answer.pending} onSend={send} />
      <Failure title={t("chat.ask.failed")} error={answer.pending ? null : answer.error} />
    </section>
  );
}

type ChoicesProps = { ask: Ask; busy: boolean; onSend: (given: Omit<AskAnswer, "requestId">) => void };

function Choices({ ask, busy, onSend }: ChoicesProps) {
  const { t } = useTexts();
  const cancel = (
    <Button variant="ghost" className="touch:h-10" disabled={busy} onClick={() => onSend({ cancelled: true })}>
      {t("chat.ask.cancel")}
    </Button>
  );
  if (ask.method === "input") {
    return <InputForm ask={ask} busy={busy} onSend={onSend} cancel={cancel} />;
  }
  if (ask.method === "confirm") {
    return (
      <div className="flex flex-wrap gap-2">
        <Button className="touch:h-10" disabled={busy} onClick={() => onSend({ confirmed: true })}>
          {t("chat.ask.yes")}
        </Button>
        <Button className="touch:h-10" disabled={busy} onClick={() => onSend({ confirmed: false })}>
          {t("chat.ask.no")}
        </Button>
        {cancel}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {(ask.options ?? []).map((option) => (
        <Button key={option} className="touch:h-10" disabled={busy} onClick={() => onSend({ value: option })}>
          {option}
        </Button>
      ))}
      {cancel}
    </div>
  );
}

function InputForm({ ask, busy, onSend, cancel }: ChoicesProps & { cancel: ReactNode }) {
  const { t } = useTexts();
  const [value, setValue] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onSend({ value });
  }
  return (
    <form onSubmit={submit} className="grid gap-2.5">
      <TextField
        label={ask.title}
        hideLabel
        placeholder={ask.placeholder}
        value={value}
        readOnly={busy}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="touch:h-10" busy={busy} disabled={!value.trim()}>
          {t("chat.ask.answer")}
        </Button>
        {cancel}
      </div>
    </form>
  );
}
