import type { ChatWays } from "./chat-ways.ts";
import { SessionChat } from "./session-chat.tsx";
import { StartView } from "./start-view.tsx";

export type ChatPanelProps = ChatWays & {
  /** The session whose chat is shown; `null` asks for a new question. */
  sessionId: string | null;
  /** A question was asked and has become a session. */
  onOpenChat: (id: string) => void;
};

/** The centre of the page: the chat with a session's agent, or the question that begins one. */
export function ChatPanel({ sessionId, onOpenChat, ...ways }: ChatPanelProps) {
  if (sessionId === null) return <StartView onOpenChat={onOpenChat} />;
  // A new key, so that nothing of one session's chat reaches another's.
  return <SessionChat key={sessionId} sessionId={sessionId} {...ways} />;
}
