import type { AskAnswer } from "../../api/chat.ts";
import type { NewSession, Runtime, SessionDetail, SessionSummary } from "../../api/sessions.ts";
import { problem } from "../http/problem.ts";
import type { Sessions } from "../sessions/index.ts";
import type { Agents } from "./agents.ts";
import { readTyped } from "./commands.ts";
import type { Decisions } from "./decide.ts";
import type { UiAnswer } from "./pi-process.ts";

const QUESTION_CHARS = 20_000;

export type Actions = {
  create(input: NewSession, by: string | undefined): Promise<SessionSummary>;
  resume(id: string, by: string | undefined): Promise<Runtime>;
  prompt(id: string, text: string, by: string | undefined): Promise<void>;
  abort(id: string): Promise<void>;
  /** Begins the end of the agent, and does not wait for it. */
  stop(id: string): Promise<void>;
  answer(id: string, answer: AskAnswer): Promise<void>;
};

export type ActionsOptions = {
  sessions: Sessions;
  agents: Agents;
  decisions: Decisions;
  onError: (error: unknown) => void;
};

/** What a person asks of a session's agent; each in the session's order. */
export function createActions({ sessions, agents, decisions, onError }: ActionsOptions): Actions {
  const { tht, inOrder } = sessions;

  function assertChat(): void {
    if (!sessions.harness().missing.includes("chat")) return;
    throw problem(
      "not-supported",
      "The harness of this workspace has nothing an agent could work with.",
      "Use the harness that comes with this program (unset THT_BIN).",
    );
  }

  async function exists(id: string): Promise<void> {
    if (!agents.isLive(id)) await sessions.show(id);
  }

  return {
    async create(input, by) {
      assertChat();
      assertQuestion(input.question);
      // A place first: a session without an agent would only be in the way.
      const slot = await agents.reserve();
      try {
        const row = await tht.create(input, by);
        sessions.touched(row.id);
        await inOrder(row.id, () => agents.spawn(row.id, "new", { user: input.question }, slot));
        return sessions.summary(row);
      } finally {
        slot.release();
      }
    },

    resume: (id, by) =>
      inOrder(id, async () => {
        const session = await sessions.show(id);
        assertResumable(session);
        assertChat();
        agents.assertFree(id);
        const slot = await agents.reserve();
        try {
          if (session.status === "closed") {
            await tht.reopen(id, by);
            sessions.touched(id);
          }
          await agents.spawn(id, "resume", null, slot);
        } finally {
          slot.release();
        }
        const runtime = agents.runtime(id);
        if (!runtime) throw problem("agent-failed", "The agent ended as it started.", "Look at the session's chat.");
        return runtime;
      }),

    async prompt(id, text, by) {
      const talk = agents.conversation(id);
      const typed = readTyped(text, talk.piCommands);
      if (typed.kind === "back") return decisions.goBack(id, { text, ...typed }, by);
      return inOrder(id, async () => {
        await exists(id);
        if (talk.gate) {
          throw problem(
            "gate_open",
            "The agent waits for a decision, and reads nothing before it.",
            "Answer the gate: what you wrote can be the note of the changes you ask for.",
          );
        }
        await agents.prompt(talk, text);
      });
    },

    abort: (id) =>
      inOrder(id, async () => {
        await exists(id);
        await agents.abort(agents.conversation(id));
      }),

    async stop(id) {
      await exists(id);
      void inOrder(id, () => agents.stop(id)).catch(onError);
    },

    answer: (id, { requestId, ...given }) =>
      inOrder(id, async () => {
        await exists(id);
        const talk = agents.conversation(id);
        const ask = talk.ask(requestId);
        if (!ask) throw problem("gate_closed", "That question is no longer open.", "Look at what is asked now.");
        agents.answer(id, requestId, answerOf(given, ask.method));
        talk.closeAsk(requestId);
      }),
  };
}

/** A session that is only to be read stays so: nothing is started on it. */
function assertResumable({ problem: fault, archived, status }: SessionDetail): void {
  if (fault?.severity === "error") {
    throw problem("unreadable", `The session can't be read: ${fault.message}`, "Mend its manifest first.");
  }
  if (archived) throw problem("archived", "The session is archived.", "Restore it from the archive first.");
  if (status === "finalized") {
    throw problem("finalized", "The session is completed: there is nothing to go on with.", "Fork it, or ask anew.");
  }
}

function assertQuestion(question: string): void {
  if (question.trim() === "")
    throw problem("invalid-question", "The question is empty.", "Write what you want to know.");
  if ([...question].length > QUESTION_CHARS) {
    throw problem("invalid-question", `The question is longer than ${QUESTION_CHARS} characters.`, "Shorten it.");
  }
}

function answerOf({ value, confirmed, cancelled }: Omit<AskAnswer, "requestId">, method: string): UiAnswer {
  if (cancelled) return { cancelled };
  if (method === "confirm" && confirmed !== undefined) return { confirmed };
  if (method !== "confirm" && value !== undefined) return { value };
  const member = method === "confirm" ? "confirmed" : "value";
  throw problem("invalid-request", `This question is answered with \`${member}\`, or \`cancelled: true\`.`);
}
