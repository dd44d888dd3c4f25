import type { Gate } from "@thothii/backend/api/chat";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { Conversation } from "./chat-state.ts";

/** Why nothing can be sent. Those of the first line pass by themselves. */
export type SilentReason =
  | "loading"
  | "starting"
  | "stopping"
  | "archived"
  | "finalized"
  | "unreadable"
  | "unsupported"
  | "terminal"
  | "failed"
  | "stopped";

/**
 * What the composer's text is: a message to the agent at rest, one that the agent reads while it works, the note of an
 * open gate, or nothing, for a reason; `resumable` then says that a new agent may be started.
 */
export type ComposerMode =
  | { kind: "message" }
  | { kind: "steer" }
  | { kind: "note"; gate: Gate }
  | { kind: "silent"; reason: SilentReason; resumable: boolean };

type Session = Pick<SessionDetail, "archived" | "status" | "resumable" | "problem">;

/** `chats`: the harness has what an agent needs. */
export function composerMode(conversation: Conversation, session: Session | undefined, chats = true): ComposerMode {
  if (!conversation.loaded || !session) return silent("loading");
  if (session.problem?.severity === "error") return silent("unreadable");
  if (session.archived) return silent("archived");
  if (session.status === "finalized") return silent("finalized");
  if (!chats) return silent("unsupported");
  if (conversation.gate) return { kind: "note", gate: conversation.gate };
  const runtime = conversation.runtime;
  if (runtime?.kind === "terminal") return silent("terminal");
  switch (runtime?.state) {
    case "running":
      return { kind: "steer" };
    case "idle":
    case "waiting":
      return { kind: "message" };
    case "starting":
    case "stopping":
      return silent(runtime.state);
    case "failed":
      return silent("failed", session.resumable);
    default:
      return silent("stopped", session.resumable);
  }
}

function silent(reason: SilentReason, resumable = false): ComposerMode {
  return { kind: "silent", reason, resumable };
}
