import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { ReactNode } from "react";
import { SessionChat } from "./session-chat.tsx";
import { StartView } from "./start-view.tsx";

export type ChatPanelProps = {
  /** The session whose chat is shown; `null` asks for a new question. */
  sessionId: string | null;
  onOpenPanel: (id: string, doc?: string) => void;
  /** A question was asked and has become a session. */
  onOpenChat: (id: string) => void;
  /** An agent works on the session in a terminal, which is shown. */
  onOpenTerminal?: (id: string) => void;
  /** What takes the session's work elsewhere, in its header. */
  moves?: (session: SessionDetail) => ReactNode;
};

/** The centre of the page: the chat with a session's agent, or the question that begins one. */
export function ChatPanel({ sessionId, onOpenPanel, onOpenChat, onOpenTerminal, moves }: ChatPanelProps) {
  if (sessionId === null) return <StartView onOpenChat={onOpenChat} />;
  // A new key, so that nothing of one session's chat reaches another's.
  const ways = { onOpenPanel, onOpenTerminal, moves };
  return <SessionChat key={sessionId} sessionId={sessionId} {...ways} />;
}
