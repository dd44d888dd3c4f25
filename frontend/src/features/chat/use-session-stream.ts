import { useMemo, useSyncExternalStore } from "react";
import { useLive } from "../../lib/live-react.ts";
import type { Conversation } from "./chat-state.ts";
import { createConversationStore } from "./conversation-store.ts";

export type SessionStream = { conversation: Conversation; dismissProblem: () => void };

/** Follows the conversation of a session while the component is shown. Another id begins empty. */
export function useSessionStream(id: string): SessionStream {
  const live = useLive();
  const store = useMemo(
    () => createConversationStore((onEvent) => live.subscribe(`session:${id}`, onEvent)),
    [live, id],
  );
  const conversation = useSyncExternalStore(store.listen, store.get);
  return { conversation, dismissProblem: store.dismissProblem };
}
