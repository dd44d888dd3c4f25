import type { ChatMessage, ChatSnapshot, Gate, ToolCall } from "@thothii/backend/api/chat";
import type { SessionEvent } from "@thothii/backend/api/live";
import type { Runtime, SessionDetail } from "@thothii/backend/api/sessions";
import type { WorkflowPhase } from "@thothii/backend/api/workspace";
import { phaseAt } from "../../../testing/sessions.ts";

export const at = "2026-11-30T10:00:00.000Z";

export const agent = (state: Runtime["state"], over: Partial<Runtime> = {}): Runtime => ({
  kind: "pi",
  state,
  since: at,
  ...over,
});

/** What a page that opens the chat of a working agent hears first. */
export function snapshot(over: Partial<ChatSnapshot> = {}): SessionEvent {
  const data: ChatSnapshot = {
    runtime: agent("running"),
    phase: null,
    messages: [],
    gate: null,
    asks: [],
    rest: null,
    commands: [],
    ...over,
  };
  return { event: "snapshot", data };
}

export function said(id: string, text: string, over: Partial<ChatMessage> = {}): ChatMessage {
  return { id, role: "assistant", text, at, ...over };
}

export function tool(over: Partial<ToolCall> = {}): ToolCall {
  return { id: "t1", name: "tht", state: "start", args: { args: ["dwh", "schema"] }, ...over };
}

export function gate(over: Partial<Gate> = {}): Gate {
  return {
    requestId: "g1",
    phase: "F4",
    index: 4,
    of: 8,
    name: "schema_linking",
    title: "Schema linking",
    summary: "Tre tabelle",
    documents: [],
    options: ["approve", "revise", "rollback"],
    rollbackTo: ["F1", "F2", "F3"],
    suggest: null,
    since: at,
    paused: false,
    ...over,
  };
}

export function sessionDetail(id: string, over: Partial<SessionDetail> = {}): SessionDetail {
  return {
    id,
    name: "Fatturato per regione",
    question: "Qual è il fatturato per regione?",
    status: "open",
    archived: false,
    phase: phaseAt(4),
    resumable: true,
    problem: null,
    unread: false,
    runtime: null,
    ...over,
  };
}

/** The eight phases, as the workspace lists them. */
export const phases: WorkflowPhase[] = Array.from({ length: 8 }, (_, n) => {
  const { code, name, title } = phaseAt(n + 1);
  return { code, name, title, gate: "person", documents: [] };
});
