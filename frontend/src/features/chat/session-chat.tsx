import type { Gate } from "@thothii/backend/api/chat";
import { ArrowDown } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { ApiProblem } from "../../lib/api.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { preloadMarkdown } from "../../ui/markdown-view.tsx";
import { Announcer } from "./announcer.tsx";
import { AskCard } from "./ask-card.tsx";
import { messageDraft, noteDraft, useStop } from "./chat-actions.ts";
import { ChatHeader } from "./chat-header.tsx";
import { useSession, useWorkspace } from "./chat-queries.ts";
import { isLive } from "./chat-state.ts";
import { AtWork, isThinking, Loading, NothingSaid } from "./chat-states.tsx";
import type { ChatWays } from "./chat-ways.ts";
import { Composer } from "./composer.tsx";
import { composerMode } from "./composer-mode.ts";
import { moveDraft } from "./drafts.ts";
import { Failure } from "./failure.tsx";
import { GateCard, type GateForm } from "./gate-card.tsx";
import { RunNotices } from "./run-notices.tsx";
import { Timeline } from "./timeline.tsx";
import { timelineOf } from "./timeline-items.ts";
import { useFocusHandover } from "./use-focus-handover.ts";
import { usePhaseNames } from "./use-phase-names.ts";
import { useSessionStream } from "./use-session-stream.ts";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

type SessionChatProps = ChatWays & { sessionId: string };

/** The chat of one session; mount it anew for another. */
export function SessionChat({ sessionId, onOpenPanel, onOpenTerminal, moves }: SessionChatProps) {
  const { t } = useTexts();
  useEffect(preloadMarkdown, []);
  const session = useSession(sessionId);
  const { conversation, dismissProblem } = useSessionStream(sessionId);
  const { messages, records, gate, asks, runtime } = conversation;
  const items = useMemo(() => timelineOf(messages, records), [messages, records]);
  const workspace = useWorkspace();
  const mode = composerMode(conversation, session.data, !workspace?.missing.includes("chat"));
  const readOnly = mode.kind === "silent" && !mode.resumable && !isLive(runtime);
  const openGate = readOnly ? null : gate;

  const terminal = runtime?.kind === "terminal" ? runtime.terminal : undefined;

  const stick = useStickToBottom(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const stop = useStop(sessionId);
  const [form, setForm] = useGateForm(openGate, records.at(-1)?.requestId);
  const earlier = usePhaseNames(openGate?.rollbackTo ?? []);

  const focus = useFocusHandover(field, stick.scroller);

  function afterSending() {
    setForm(null);
    stick.toBottom();
  }

  if (session.isError && !session.data) {
    return (
      <ErrorState
        title={t("chat.loadFailed")}
        error={session.error}
        onRetry={isNowhere(session.error) ? undefined : () => void session.refetch()}
        retrying={session.isFetching}
      />
    );
  }

  return (
    <div {...focus} className="@container flex h-full min-h-0 flex-col bg-ground">
      <ChatHeader
        session={session.data}
        conversation={conversation}
        stop={stop}
        onOpenDocuments={() => onOpenPanel(sessionId)}
        moves={session.data ? moves?.(session.data) : null}
      />
      <div className="relative min-h-0 flex-1">
        <div
          ref={stick.scroller}
          onScroll={stick.onScroll}
          role="log"
          aria-live="off"
          aria-label={t("chat.label")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
          tabIndex={0}
          className="relative h-full overflow-y-auto overscroll-contain -outline-offset-2"
        >
          <div
            ref={stick.content}
            className="mx-auto grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-3.5 px-6 pt-[22px] [&>details+details]:-mt-[15px] [&>details+details]:rounded-t-none [&>details:has(+details)]:rounded-b-none pb-4 @max-[600px]:px-3.5"
          >
            <Timeline items={items} />
            {conversation.loaded && items.length === 0 && !openGate && asks.length === 0 ? (
              <NothingSaid live={isLive(runtime)} readOnly={readOnly} inTerminal={runtime?.kind === "terminal"} />
            ) : null}
            {conversation.loaded ? null : <Loading />}
            {isThinking(conversation) ? <AtWork /> : null}
            <Failure title={t("chat.composer.stopFailed")} error={stop.pending ? null : stop.error} />
            <RunNotices sessionId={sessionId} conversation={conversation} onDismissProblem={dismissProblem} />
            {asks.map((ask) => (
              <AskCard key={ask.requestId} sessionId={sessionId} ask={ask} onAnswered={afterSending} />
            ))}
            {openGate ? (
              <GateCard
                key={openGate.phase}
                sessionId={sessionId}
                gate={openGate}
                earlier={earlier}
                form={form}
                onForm={setForm}
                onOpenDocument={(key) => onOpenPanel(sessionId, key)}
                onRecorded={afterSending}
              />
            ) : null}
          </div>
        </div>
        {stick.unseen ? (
          <Button
            className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float touch:h-10"
            icon={<ArrowDown aria-hidden="true" />}
            onClick={stick.toBottom}
          >
            {t("chat.newMessages")}
          </Button>
        ) : null}
      </div>
      <Composer
        sessionId={sessionId}
        mode={mode}
        commands={conversation.commands}
        field={field}
        onReview={() => {
          moveDraft(messageDraft(sessionId), noteDraft(sessionId));
          setForm("revise");
        }}
        onSent={afterSending}
        onOpenTerminal={terminal ? () => onOpenTerminal?.(terminal) : undefined}
      />
      <Announcer messages={messages} gate={openGate} />
    </div>
  );
}

/** An address that leads to no session: no try makes it better. */
const isNowhere = (error: unknown) => error instanceof ApiProblem && (error.status === 404 || error.status === 400);

/**
 * The form outlives a gate that is asked again for the same phase, so that a note isn't closed over its writer; `ended`,
 * the last gate that came to an end, closes it.
 */
function useGateForm(gate: Gate | null, ended: string | undefined): [GateForm, (form: GateForm) => void] {
  const [state, setState] = useState<{ phase: string; ended: string | undefined; form: GateForm } | null>(null);
  const form = gate && state?.phase === gate.phase && state.ended === ended ? state.form : null;
  return [form, (next) => setState(gate && { phase: gate.phase, ended, form: next })];
}
