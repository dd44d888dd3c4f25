import type { ChatMessage } from "@thothii/backend/api/chat";
import type { GateRecord } from "./chat-state.ts";

export type TimelineItem =
  | { kind: "message"; key: string; message: ChatMessage }
  | { kind: "decision"; key: string; record: GateRecord }
  | { kind: "ended"; key: string };

/**
 * The conversation in reading order: each answered gate after the message it followed, and one line where the process
 * that said the earlier things came to its end.
 */
export function timelineOf(messages: readonly ChatMessage[], records: readonly GateRecord[]): TimelineItem[] {
  const lastEnded = messages.findLastIndex((message) => message.ended);
  const items: TimelineItem[] = recordsAfter(records, null);
  for (const [at, message] of messages.entries()) {
    items.push({ kind: "message", key: message.tool ? `tool:${message.tool.id}` : message.id, message });
    items.push(...recordsAfter(records, message.id));
    if (at === lastEnded) items.push({ kind: "ended", key: `ended:${message.id}` });
  }
  return items;
}

function recordsAfter(records: readonly GateRecord[], after: string | null): TimelineItem[] {
  return records
    .filter((record) => record.after === after)
    .map((record) => ({ kind: "decision", key: `decision:${record.requestId}`, record }));
}
