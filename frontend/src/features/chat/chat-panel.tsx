import { SessionChat } from "./session-chat.tsx";
import { StartView } from "./start-view.tsx";

export type ChatPanelProps = {
  /** The session whose chat is shown; `null` asks for a new question. */
  sessionId: string | null;
  onOpenPanel: (id: string, doc?: string) => void;
  /** A question was asked and has become a session. */
  onOpenChat: (id: string) => void;
};

/** The centre of the page: the chat with a session's agent, or the question that begins one. */
export function ChatPanel({ sessionId, onOpenPanel, onOpenChat }: ChatPanelProps) {
  if (sessionId === null) return <StartView onOpenChat={onOpenChat} />;
  // A new key, so that nothing of one session's chat reaches another's.
  return <SessionChat key={sessionId} sessionId={sessionId} onOpenPanel={onOpenPanel} />;
}
