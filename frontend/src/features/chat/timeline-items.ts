import type { ChatMessage, GateDecision, ToolCall } from "@thothii/backend/api/chat";
import type { GateRecord } from "./chat-state.ts";

/** What became of a gate; a conversation that was loaded anew knows it from what the agent was told. */
export type DecisionTold = {
  phase: string;
  aborted: boolean;
  decision?: GateDecision | undefined;
  by?: string | undefined;
  to?: string | undefined;
  note?: string | undefined;
};

export type TimelineItem =
  | { kind: "message"; key: string; message: ChatMessage }
  | { kind: "decision"; key: string; told: DecisionTold }
  | { kind: "ended"; key: string };

/**
 * The conversation in reading order: each answered gate as one line after the message it followed (the agent's own call
 * of the gate says the same and is left out), and one line where the process that said the earlier things ended.
 */
export function timelineOf(messages: readonly ChatMessage[], records: readonly GateRecord[]): TimelineItem[] {
  const lastEnded = messages.findLastIndex((message) => message.ended);
  const items: TimelineItem[] = recordsAfter(records, null);
  for (const [at, message] of messages.entries()) {
    const after = recordsAfter(records, message.id);
    items.push(
      ...(message.tool?.name === "gate" ? gateItems(message, message.tool, after) : [asItem(message), ...after]),
    );
    if (at === lastEnded) items.push({ kind: "ended", key: `ended:${message.id}` });
  }
  return items;
}

function asItem(message: ChatMessage): TimelineItem {
  return { kind: "message", key: message.tool ? `tool:${message.tool.id}` : message.id, message };
}

type DecisionItem = Extract<TimelineItem, { kind: "decision" }>;

function recordsAfter(records: readonly GateRecord[], after: string | null): DecisionItem[] {
  return records
    .filter((record) => record.after === after)
    .map(({ requestId, phase, outcome, decision, by }) => ({
      kind: "decision",
      key: `decision:${requestId}`,
      told: { phase, aborted: outcome === "aborted", decision, by },
    }));
}

function gateItems(message: ChatMessage, call: ToolCall, recorded: DecisionItem[]): TimelineItem[] {
  // While it is open its card is there; a process that ended meanwhile left it to the next one.
  if (call.state !== "end") return recorded;
  const told = call.error ? brokenOff(call) : toldToAgent(call.output);
  const [first, ...others] = recorded;
  if (first) return [{ ...first, told: { ...told, ...first.told } }, ...others];
  return told ? [{ kind: "decision", key: `decision:${call.id}`, told }] : [asItem(message)];
}

/** A gate that closed without a decision is no failure of the agent's; any other error of the call is. */
function brokenOff({ args, output }: ToolCall): DecisionTold | null {
  if (!/^gate: (aborted|closed without an answer)/.test(output ?? "")) return null;
  const phase = typeof args === "object" && args !== null && "phase" in args ? String(args.phase) : "";
  return { phase, aborted: true };
}

/** What the gate's answer to the agent says; null where it is something else. */
function toldToAgent(output: string | undefined): DecisionTold | null {
  let answer: Record<string, unknown>;
  try {
    answer = JSON.parse(output ?? "");
  } catch {
    return null;
  }
  const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);
  const phase = text(answer?.gate);
  const decision = isDecision(answer?.decision) ? answer.decision : undefined;
  if (!phase || !decision) return null;
  return { phase, aborted: false, decision, to: text(answer.to), note: text(answer.note) };
}

function isDecision(value: unknown): value is GateDecision {
  return value === "approve" || value === "revise" || value === "rollback";
}
