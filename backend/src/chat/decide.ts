import type { Decide, Gate } from "../../api/chat.ts";
import type { SessionSummary } from "../../api/sessions.ts";
import { type HttpProblem, isProblem, problem } from "../http/problem.ts";
import type { HarnessRow, Sessions } from "../sessions/index.ts";
import type { Agents } from "./agents.ts";
import { earlierPhase } from "./commands.ts";
import type { Conversation } from "./conversation.ts";
import { expectations, isSameQuestion, isServersOwn } from "./gates.ts";

const NOTE_CHARS = 20_000;

export type Decisions = {
  /** Records what a person decided, then tells the agent; the row as it is then. */
  decide(id: string, input: Decide, by: string | undefined): Promise<SessionSummary>;
  /** `/torna`: breaks the turn off, records the way back and lets the agent go on from there. */
  goBack(id: string, typed: { text: string; target: string; note: string | undefined }, by?: string): Promise<void>;
};

type Verdict = Pick<Decide, "phase" | "decision" | "to" | "note">;

/**
 * The server records first and answers the agent after: so that what a person was told is recorded stays so, whatever
 * ends in the meantime, and no agent can record anything.
 */
export function createDecisions({ sessions, agents }: { sessions: Sessions; agents: Agents }): Decisions {
  const { tht } = sessions;

  async function record(id: string, verdict: Verdict, by: string | undefined, gate: Gate | null, key?: string) {
    const expect = gate ? expectations(gate) : undefined;
    const row = await tht.decide(id, { ...verdict, key, expect }, by);
    sessions.touched(id);
    return row;
  }

  /** Complete means that the last phase was approved: nothing is left but to close the book. */
  async function finalized(talk: Conversation, row: HarnessRow, by: string | undefined): Promise<HarnessRow> {
    if (!row.phase?.complete || row.status === "finalized" || row.archived) return row;
    try {
      const final = await tht.finalize(row.id, by);
      sessions.touched(row.id);
      return final;
    } catch (error) {
      // The approval stands; finalizing is offered again by its own route.
      agents.tell(talk, error);
      return row;
    }
  }

  /** Lets the agent go on from what was decided: on a session that had been laid aside, which is open again for it. */
  async function goOn(talk: Conversation, row: HarnessRow, by: string | undefined): Promise<HarnessRow> {
    if (row.phase?.next === "done") return row;
    const open = row.status === "closed" ? await reopened(talk, row, by) : row;
    await agents.goOn(talk);
    return open;
  }

  async function reopened(talk: Conversation, row: HarnessRow, by: string | undefined): Promise<HarnessRow> {
    try {
      const open = await tht.reopen(row.id, by);
      sessions.touched(row.id);
      return open;
    } catch (error) {
      agents.tell(talk, error);
      return row;
    }
  }

  /** `key` is the id that the answer named: that of the gate, or of one that asked the same. */
  async function answerGate(talk: Conversation, gate: Gate, verdict: Verdict, by: string | undefined, key: string) {
    const row = await record(talk.id, verdict, by, gate, key).catch((error) => refused(talk, gate, key, error));
    return afterRecord(talk, gate, verdict, by, row);
  }

  async function afterRecord(
    talk: Conversation,
    gate: Gate,
    verdict: Verdict,
    by: string | undefined,
    row: HarnessRow,
  ) {
    const { id } = talk;
    const { phase: _, ...answer } = verdict;
    const decided = { decision: verdict.decision, by: by ?? sessions.workspace().author };
    talk.closeGate(gate.requestId, { outcome: "recorded", ...decided });
    if (!isServersOwn(gate)) {
      agents.answer(id, gate.requestId, { value: JSON.stringify({ ...answer, recorded: true }) });
    }
    const now = await finalized(talk, row, by);
    // Nobody took the answer: no process had asked, or the one that did has just ended.
    const unheard = isServersOwn(gate) || !agents.isLive(id);
    if (unheard && now.phase?.next !== "done") await agents.goOn(talk);
    await agents.refresh(talk);
    return now;
  }

  /** Nothing was recorded: the gate stays open, or is asked again where what it showed is no longer so. */
  async function refused(talk: Conversation, gate: Gate, key: string, error: unknown): Promise<never> {
    if (isProblem(error, "document-changed")) await askAgain(talk, gate, error);
    else if (isProblem(error, "gate_closed")) await catchUp(talk, gate, key);
    else if (isProblem(error, "wrong-phase")) {
      const session = await talk.refresh();
      const elsewhere = session.phase?.code !== gate.phase || session.phase.next !== "gate";
      if (elsewhere && !isServersOwn(gate)) agents.answer(talk.id, gate.requestId, { cancelled: true });
    }
    throw error;
  }

  /** The harness recorded an answer and died before it said so: what follows from that answer is done now. */
  async function catchUp(talk: Conversation, gate: Gate, key: string): Promise<void> {
    const verdict = await recorded(talk.id, key);
    if (!verdict) return;
    sessions.touched(talk.id);
    const { by, ...decided } = verdict;
    await afterRecord(talk, gate, decided, by, await sessions.row(talk.id));
  }

  async function askAgain(talk: Conversation, gate: Gate, reason: HttpProblem): Promise<void> {
    if (isServersOwn(gate)) await talk.refresh(reason.message);
    else agents.answer(talk.id, gate.requestId, { value: JSON.stringify({ problem: reason.message }) });
  }

  /** What the ledger holds under that key. */
  async function recorded(id: string, key: string): Promise<(Verdict & { by: string | undefined }) | null> {
    const [ledger] = await tht.documents(id, { key: "decisions", maxBytes: 0 });
    const records: unknown = JSON.parse(ledger?.content ?? "[]");
    const found = Array.isArray(records) ? records.find((entry) => entry?.key === key) : undefined;
    if (!found) return null;
    const { phase, decision, to, note, by } = found;
    return { phase, decision, by, ...(to ? { to } : {}), ...(note ? { note } : {}) };
  }

  /** The same answer sent again, or an answer to a gate that is no more. */
  async function answerLate(talk: Conversation, verdict: Verdict, key: string, by: string | undefined) {
    if (!(await recorded(talk.id, key))) throw gateClosed();
    // The harness compares: the same content answers as it did, any other is refused.
    const row = await finalized(talk, await record(talk.id, verdict, by, null, key), by);
    // The server ended between the record and what follows from it.
    const cutShort = !talk.hadProcess && row.status === "open" && !row.archived;
    return cutShort ? goOn(talk, row, by) : row;
  }

  return {
    decide: (id, input, by) =>
      sessions.inOrder(id, async () => {
        const talk = agents.conversation(id);
        const { requestId, ...given } = input;
        const verdict = checked(given);
        if (!talk.gate) await talk.refresh();
        const { gate } = talk;
        const asked = requestId === undefined ? gate : talk.gateFor(requestId);
        if (asked) {
          return sessions.summary(await answerGate(talk, asked, verdict, by, requestId ?? asked.requestId));
        }
        if (gate && requestId !== undefined && isSameQuestion(requestId, gate.requestId)) throw await outdated(talk);
        if (requestId !== undefined) return sessions.summary(await answerLate(talk, verdict, requestId, by));
        if (agents.isLive(id)) throw gateClosed();
        const row = await goOn(talk, await finalized(talk, await record(id, verdict, by, null), by), by);
        await agents.refresh(talk);
        return sessions.summary(row);
      }),

    goBack: (id, { text, target, note }, by) =>
      sessions.inOrder(id, async () => {
        const talk = agents.conversation(id);
        const { phase } = await talk.refresh();
        if (!phase) throw problem("unreadable", "The session's state can't be read, so there is no phase to leave.");
        const verdict = checked({
          phase: phase.code,
          decision: "rollback",
          to: earlierPhase(target, phase, sessions.workspace().phases),
          ...(note === undefined ? {} : { note }),
        });
        const wasLive = agents.isLive(id);
        if (wasLive) talk.log.user(text);
        if (talk.gate) talk.closeGate(talk.gate.requestId, { outcome: "closed" });
        if (wasLive) await agents.abort(talk);
        const row = await record(id, verdict, by, null).catch(async (error) => {
          await agents.refresh(talk);
          throw error;
        });
        await goOn(talk, row, by);
        // A process that begins forgets what was said before it.
        if (!wasLive) talk.log.user(text);
        await agents.refresh(talk);
      }),
  };
}

/** The server's own question was about documents as they no longer are: it is asked again, saying so. */
async function outdated(talk: Conversation): Promise<HttpProblem> {
  const changed = problem(
    "document-changed",
    "A document changed since you looked at it: nothing was recorded.",
    "Look at it again, then decide.",
  );
  await talk.refresh(changed.message);
  return changed;
}

function gateClosed(): HttpProblem {
  return problem(
    "gate_closed",
    "This question is no longer open: it was answered, or another one took its place.",
    "Look at the session's chat: what is open now is shown there.",
  );
}

/** The decision as it will be recorded: the agent gets the same, to the letter. */
function checked({ phase, decision, to, note }: Verdict): Verdict {
  const text = note?.replaceAll("\0", "").toWellFormed();
  const kept = text?.trim() ? text : undefined;
  if (kept && [...kept].length > NOTE_CHARS) {
    throw problem("invalid-note", `The note is longer than ${NOTE_CHARS} characters.`, "Shorten it.");
  }
  if (decision === "revise" && kept === undefined) {
    throw problem("invalid-note", "Asking for changes needs a note: the agent has to know what to change.");
  }
  if (decision === "rollback" && to === undefined) {
    throw problem("invalid-request", "Going back needs `to`, the phase to go back to.");
  }
  if (decision !== "rollback" && to !== undefined) {
    throw problem("invalid-request", "`to` belongs to a rollback only.");
  }
  return { phase, decision, ...(to === undefined ? {} : { to }), ...(kept === undefined ? {} : { note: kept }) };
}
