import type { Ask, Gate } from "../api/chat.ts";
import type { SessionEvent } from "../api/live.ts";

/*
 * What a reader of a session's events knows. A snapshot may come at any time in place of the events before it (the
 * session's agent begins anew, say), so a test waits for what is known rather than for one event.
 */

/** The gate that is open. */
export function knownGate(events: readonly SessionEvent[]): Gate | null {
  let gate: Gate | null = null;
  for (const { event, data } of events) {
    if (event === "snapshot") gate = data.gate;
    else if (event === "gate") gate = data;
    else if (event === "gate-closed" && gate?.requestId === data.requestId) gate = null;
  }
  return gate;
}

/** The plain questions that are open. */
export function knownAsks(events: readonly SessionEvent[]): Ask[] {
  let asks: Ask[] = [];
  for (const { event, data } of events) {
    if (event === "snapshot") asks = data.asks;
    else if (event === "ask") asks = [...asks, data];
    else if (event === "ask-closed") asks = asks.filter(({ requestId }) => requestId !== data.requestId);
  }
  return asks;
}
