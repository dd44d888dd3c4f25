import type { AgentName } from "../../api/agents.ts";
import type { TranscriptHead, Turn } from "../../api/search.ts";
import { isProblem } from "../http/problem.ts";

interface SessionRef {
  agent: AgentName;
  sessionId: string;
}

/** Finds conversations of every agent by what a person gives of their id, and reads them; search offers it. */
export interface ConversationSource {
  /** `agent:ID`, a workspace id, or a prefix only one session has. `session-not-found`, or `ambiguous-session`. */
  resolve(text: string): Promise<SessionRef>;
  conversation(ref: SessionRef): Promise<{ head: TranscriptHead; turns: Turn[]; touchedFiles: string[] }>;
}

/** Asks one source, and where it knows nothing the other: an index keeps what is gone, the stores what is new. */
export function firstThatKnows(first: ConversationSource, second: ConversationSource): ConversationSource {
  async function unlessUnknown<T>(ask: Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    return ask.catch((error) => {
      if (isProblem(error, "session-not-found")) return otherwise();
      throw error;
    });
  }
  return {
    resolve: (text) => unlessUnknown(first.resolve(text), () => second.resolve(text)),
    conversation: (ref) => unlessUnknown(first.conversation(ref), () => second.conversation(ref)),
  };
}
