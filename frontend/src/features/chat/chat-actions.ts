import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AskAnswer, Decide } from "@thothii/backend/api/chat";
import type { NewSession, SessionSummary } from "@thothii/backend/api/sessions";
import { type ApiProblem, api, sessionPath } from "../../lib/api.ts";
import { clearSentDraft, setDraft } from "./drafts.ts";

export type ChatAction<Input, Output = void> = {
  /** Does nothing while the same action on the same session is under way, from here or from elsewhere on the page. */
  start: (input: Input, then?: (output: Output) => void) => void;
  pending: boolean;
  error: ApiProblem | null;
  /** What was last started from here. */
  input: Input | undefined;
  succeeded: boolean;
  reset: () => void;
};

/** The draft a session's composer holds, and the one of the note that goes with a decision. */
export const messageDraft = (id: string) => `message.${id}`;
export const noteDraft = (id: string) => `note.${id}`;
export const questionDraft = "question";
export const nameDraft = "question.name";
export const groupDraft = "question.group";

export function usePrompt(id: string): ChatAction<string> {
  return useChatAction("prompt", id, async (text) => {
    await api.post(sessionPath(id, "prompt"), { text });
    clearSentDraft(messageDraft(id), text);
  });
}

/** `draft` is the key of the draft that the note comes from; it is emptied once the decision is recorded. */
export function useDecide(id: string): ChatAction<{ decision: Decide; draft?: string }, SessionSummary> {
  return useChatAction("decide", id, async ({ decision, draft }) => {
    const row = await api.post<SessionSummary>(sessionPath(id, "decide"), decision);
    if (draft) clearSentDraft(draft, decision.note ?? "");
    return row;
  });
}

export function useAnswer(id: string): ChatAction<AskAnswer> {
  return useChatAction("answer", id, (answer) => api.post(sessionPath(id, "answer"), answer));
}

export function useResume(id: string): ChatAction<void> {
  return useChatAction("resume", id, async () => {
    await api.post(sessionPath(id, "resume"));
  });
}

/** Ends the turn; the agent stays. */
export function useAbort(id: string): ChatAction<void> {
  return useChatAction("abort", id, () => api.post(sessionPath(id, "abort")));
}

/** Ends the agent's process. */
export function useStop(id: string): ChatAction<void> {
  return useChatAction("stop", id, () => api.post(sessionPath(id, "stop")));
}

/** Its drafts are emptied once the session is there. */
export function useStartSession(): ChatAction<NewSession, SessionSummary> {
  return useChatAction("start", "", async (session) => {
    const row = await api.post<SessionSummary>("/sessions", session);
    clearSentDraft(questionDraft, session.question);
    setDraft(nameDraft, "");
    setDraft(groupDraft, "");
    return row;
  });
}

function useChatAction<Input, Output>(
  name: string,
  id: string,
  mutationFn: (input: Input) => Promise<Output>,
): ChatAction<Input, Output> {
  const client = useQueryClient();
  const mutationKey = ["chat", name, id];
  const pending = useIsMutating({ mutationKey, exact: true }) > 0;
  const mutation = useMutation<Output, ApiProblem, Input>({ mutationKey, mutationFn });
  return {
    start(input, then) {
      // Asked of the client, not of `pending`: a double click comes before the next render.
      if (client.isMutating({ mutationKey, exact: true }) > 0) return;
      mutation.mutate(input, { onSuccess: (output) => then?.(output) });
    },
    pending,
    error: mutation.error,
    input: mutation.variables,
    succeeded: mutation.isSuccess,
    reset: mutation.reset,
  };
}
