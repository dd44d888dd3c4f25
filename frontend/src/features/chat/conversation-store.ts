import type { SessionEvent } from "@thothii/backend/api/live";
import { applyEvent, type Conversation, dismissProblem, emptyConversation } from "./chat-state.ts";

/** Calls back once, soon; gives back the way to call it off. */
export type Schedule = (run: () => void) => () => void;

export type ConversationStore = {
  get(): Conversation;
  /** The first listener opens the subscription, the last one to leave closes it. */
  listen(listener: () => void): () => void;
  dismissProblem(): void;
};

/**
 * Folds the events of one session's topic. They are applied as they come; listeners hear of them once a screen refresh, for a
 * model may send a hundred deltas a second and each drawing costs a parse of the whole message.
 */
export function createConversationStore(
  subscribe: (onEvent: (event: SessionEvent) => void) => () => void,
  schedule: Schedule = onNextRefresh,
): ConversationStore {
  const listeners = new Set<() => void>();
  let heard = emptyConversation;
  let shown = emptyConversation;
  let close: (() => void) | null = null;
  let cancel: (() => void) | null = null;

  function show(): void {
    cancel = null;
    if (shown === heard) return;
    shown = heard;
    for (const listener of listeners) listener();
  }

  function onEvent(event: SessionEvent): void {
    heard = applyEvent(heard, event);
    cancel ??= schedule(show);
  }

  return {
    get: () => shown,
    listen(listener) {
      listeners.add(listener);
      close ??= subscribe(onEvent);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        close?.();
        cancel?.();
        close = cancel = null;
      };
    },
    dismissProblem() {
      heard = dismissProblem(heard);
      cancel?.();
      show();
    },
  };
}

/** A hidden page refreshes nothing: there a timer keeps the tab's title and its announcements true. */
function onNextRefresh(run: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const request = requestAnimationFrame(run);
  return () => cancelAnimationFrame(request);
}
