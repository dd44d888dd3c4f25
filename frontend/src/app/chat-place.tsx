import { lazy, Suspense } from "react";
import { panelDocument } from "../features/search/session-hits.ts";
import { useAddress } from "../lib/address.ts";
import { RegionBoundary } from "./region-boundary.tsx";
import type { useSearchAddress } from "./use-search-address.ts";
import type { useWorkMoves } from "./use-work-moves.tsx";

export const loadChat = () => import("../features/chat/chat-panel.tsx");
const ChatPanel = lazy(() => loadChat().then((m) => ({ default: m.ChatPanel })));
const TranscriptView = lazy(() =>
  import("../features/search/transcript/transcript-view.tsx").then((m) => ({ default: m.TranscriptView })),
);

type ChatPlaceProps = {
  search: ReturnType<typeof useSearchAddress>;
  moves: ReturnType<typeof useWorkMoves>;
  onOpenPanel: (id: string, doc?: string | null) => void;
  onOpenChat: (id: string) => void;
  onOpenTerminal: (id: string) => void;
};

/** The chat of a session, or in its place the conversation that a search led to. */
export function ChatPlace({ search, moves, onOpenPanel, onOpenChat, onOpenTerminal }: ChatPlaceProps) {
  const { chat, hit } = useAddress();
  const read = search.inTranscript;
  return (
    <RegionBoundary subject={read ? hit : chat}>
      <Suspense fallback={null}>
        {read ? (
          <TranscriptView
            place={read}
            q={search.text.q}
            filters={search.text.in}
            onGo={search.goToHit}
            onResults={search.show}
            onClose={search.end}
            onOpenSession={(id) => onOpenPanel(id)}
            onOpenDocument={(id, turn) => onOpenPanel(id, panelDocument(turn))}
            {...moves.ofConversation}
          />
        ) : (
          <ChatPanel
            sessionId={chat}
            onOpenPanel={onOpenPanel}
            onOpenChat={onOpenChat}
            onOpenTerminal={onOpenTerminal}
            moves={moves.ofSession}
          />
        )}
      </Suspense>
    </RegionBoundary>
  );
}
