import type { AgentName } from "../../api/agents.ts";
import type { Transcript, Turn } from "../../api/search.ts";

interface SessionRef {
  agent: AgentName;
  sessionId: string;
}

/** Finds conversations of every agent by what a person gives of their id, and reads them; search offers it. */
export interface ConversationSource {
  /** `agent:ID`, a workspace id, or a prefix only one session has. `session-not-found`, or `ambiguous-session`. */
  resolve(text: string): Promise<SessionRef>;
  conversation(
    ref: SessionRef,
  ): Promise<{ head: Omit<Transcript, "turns" | "before" | "after">; turns: Turn[]; touchedFiles: string[] }>;
}
