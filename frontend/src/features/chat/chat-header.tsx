import type { SessionDetail } from "@thothii/backend/api/sessions";
import { clsx } from "clsx";
import { PanelLeft, Power } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PaneTitle } from "../../ui/pane-title.tsx";
import { agentState, type StateTone } from "./agent-state.ts";
import type { ChatAction } from "./chat-actions.ts";
import { type Conversation, isLive } from "./chat-state.ts";

const dots: Record<StateTone, string> = {
  work: "bg-ok",
  wait: "bg-wait",
  loss: "bg-loss",
  quiet: "bg-line-strong",
};

type ChatHeaderProps = {
  session: SessionDetail | undefined;
  conversation: Conversation;
  stop: ChatAction<void>;
  onOpenDocuments: () => void;
  moves: ReactNode;
};

/** Which session this is, what its agent is doing, and how to stop it. */
export function ChatHeader({ session, conversation, stop, onOpenDocuments, moves }: ChatHeaderProps) {
  const { t } = useTexts();
  const state = agentState(t, conversation, session);
  const { runtime } = conversation;
  return (
    <PaneTitle
      mark={
        <span
          aria-hidden="true"
          className={clsx("forced-outline size-[7px] shrink-0 rounded-full", dots[state.tone])}
        />
      }
      name={session ? session.name || session.question || t("chat.untitled") : "\u00a0"}
      state={state.text}
    >
      <IconButton
        label={t("chat.openDocuments")}
        icon={<PanelLeft aria-hidden="true" />}
        className="touch:size-10"
        onClick={onOpenDocuments}
      />
      {moves}
      {isLive(runtime) && runtime?.kind === "pi" ? (
        <IconButton
          label={t("chat.stop")}
          icon={<Power aria-hidden="true" />}
          className="touch:size-10"
          disabled={stop.pending || runtime.state === "stopping"}
          onClick={() => stop.start()}
        />
      ) : null}
    </PaneTitle>
  );
}
