import type { Ask, Gate, GateDecision } from "../../api/chat.ts";
import type { SessionEvent } from "../../api/live.ts";
import { asksTheSame, isServersOwn } from "./gates.ts";

/** How a gate came to its end, and by whom. */
export type GateEnd = { outcome: "recorded" | "aborted" | "closed" | "lost"; decision?: GateDecision; by?: string };

export type AskedOptions = {
  publish: (event: SessionEvent) => void;
  /** A gate is about to be shown. */
  onGate: () => void;
  /** A gate was shown, or is no more. */
  onChange: () => void;
};

/** What a session asks a person: one gate at most, and plain questions. */
export type Asked = {
  readonly gate: Gate | null;
  readonly asks: Ask[];
  /** The open gate that an answer to `requestId` is for: also where that one was lost and the same is asked again. */
  gateFor(requestId: string): Gate | null;
  ask(requestId: string): Ask | null;
  /** In place of the one that is open. */
  openGate(next: Gate): void;
  openAsk(ask: Ask): void;
  closeGate(requestId: string, end: GateEnd): void;
  closeAsk(requestId: string): void;
  /** What the process had asked is asked no more. */
  closeRequests(outcome: GateEnd["outcome"]): void;
  /** What the agent had said holds as long as the documents it spoke of do. */
  asWasSaid(waiting: Gate): Gate;
};

export function createAsked({ publish, onGate, onChange }: AskedOptions): Asked {
  let gate: Gate | null = null;
  /** The last one that ended without an answer. */
  let unanswered: Gate | null = null;
  let asks: Ask[] = [];

  function closeGate(requestId: string, end: GateEnd): void {
    if (gate?.requestId !== requestId) return;
    unanswered = end.outcome === "recorded" ? null : gate;
    gate = null;
    publish({ event: "gate-closed", data: { requestId, ...end } });
    onChange();
  }

  function closeAsk(requestId: string): void {
    if (!asks.some((ask) => ask.requestId === requestId)) return;
    asks = asks.filter((ask) => ask.requestId !== requestId);
    publish({ event: "ask-closed", data: { requestId } });
  }

  return {
    get gate() {
      return gate;
    },
    get asks() {
      return asks;
    },
    gateFor(requestId) {
      if (!gate || gate.requestId === requestId) return gate;
      return unanswered?.requestId === requestId && asksTheSame(unanswered, gate) ? gate : null;
    },
    ask: (requestId) => asks.find((ask) => ask.requestId === requestId) ?? null,
    openGate(next) {
      if (gate && gate.requestId !== next.requestId) closeGate(gate.requestId, { outcome: "closed" });
      if (JSON.stringify(gate) === JSON.stringify(next)) return;
      gate = next;
      onGate();
      publish({ event: "gate", data: next });
      onChange();
    },
    openAsk(ask) {
      asks = [...asks, ask];
      publish({ event: "ask", data: ask });
    },
    closeGate,
    closeAsk,
    closeRequests(outcome) {
      if (gate && !isServersOwn(gate)) closeGate(gate.requestId, { outcome });
      for (const { requestId } of asks) closeAsk(requestId);
    },
    asWasSaid(waiting) {
      const said = unanswered && asksTheSame(unanswered, waiting) ? unanswered : waiting;
      return { ...waiting, summary: said.summary, suggest: said.suggest };
    },
  };
}
