import type {
  Ask,
  ChatMessage,
  ChatSnapshot,
  Gate,
  GateClosed,
  Rest,
  SlashCommand,
  ToolCall,
} from "@thothii/backend/api/chat";
import type { SessionEvent } from "@thothii/backend/api/live";
import type { Problem } from "@thothii/backend/api/problem";
import type { PhaseDetail, Runtime } from "@thothii/backend/api/sessions";

/** A gate that was answered or broken off, kept as a line of the conversation after the message `after`. */
export type GateRecord = Pick<Gate, "requestId" | "phase"> &
  Pick<GateClosed, "outcome" | "decision" | "by"> & { after: string | null };

/** One session's conversation as the page knows it. `loaded` is false until the first snapshot. */
export type Conversation = {
  loaded: boolean;
  runtime: Runtime | null;
  phase: PhaseDetail | null;
  messages: readonly ChatMessage[];
  gate: Gate | null;
  records: readonly GateRecord[];
  asks: readonly Ask[];
  rest: Rest | null;
  commands: readonly SlashCommand[];
  problem: Problem | null;
};

export const emptyConversation: Conversation = {
  loaded: false,
  runtime: null,
  phase: null,
  messages: [],
  gate: null,
  records: [],
  asks: [],
  rest: null,
  commands: [],
  problem: null,
};

/**
 * The conversation after one more event of the topic `session:<id>`. Whole things replace what is known of them, so an
 * event heard twice changes nothing; only deltas add up, and the live socket delivers each once and in order.
 */
export function applyEvent(state: Conversation, frame: SessionEvent): Conversation {
  switch (frame.event) {
    case "snapshot":
      return fromSnapshot(state, frame.data);
    case "message":
      return withMessages(state, putMessage(state.messages, frame.data));
    case "delta":
      return withMessages(state, append(state.messages, frame.data.id, frame.data.text));
    case "tool":
      return withMessages(state, putTool(state.messages, frame.data));
    case "gate":
      return { ...state, gate: frame.data };
    case "gate-closed":
      return closeGate(state, frame.data);
    case "ask":
      return { ...state, asks: [...state.asks.filter((ask) => ask.requestId !== frame.data.requestId), frame.data] };
    case "ask-closed":
      return { ...state, asks: state.asks.filter((ask) => ask.requestId !== frame.data.requestId) };
    case "rest":
      return { ...state, rest: frame.data };
    case "runtime":
      return withRuntime(state, frame.data);
    case "phase":
      return { ...state, phase: frame.data };
    case "problem":
      return { ...state, problem: frame.data };
    default:
      return state;
  }
}

export function dismissProblem(state: Conversation): Conversation {
  return state.problem ? { ...state, problem: null } : state;
}

/** Whether a process is there to talk to. */
export function isLive(runtime: Runtime | null): boolean {
  return runtime !== null && runtime.state !== "paused" && runtime.state !== "failed";
}

function fromSnapshot(state: Conversation, snapshot: ChatSnapshot): Conversation {
  const known = new Set(snapshot.messages.map((message) => message.id));
  return {
    ...snapshot,
    loaded: true,
    messages: isLive(snapshot.runtime) ? snapshot.messages : snapshot.messages.map(end),
    records: state.records.filter((record) => record.after !== null && known.has(record.after)),
    // Why it could not be read before is past; any other problem is put away by the reader.
    problem: state.loaded ? state.problem : null,
  };
}

function withRuntime(state: Conversation, runtime: Runtime | null): Conversation {
  if (isLive(runtime)) return { ...state, runtime };
  return { ...state, runtime, asks: [], messages: state.messages.map(end) };
}

/** What a process that is gone leaves behind can't grow any more. */
function end(message: ChatMessage): ChatMessage {
  if (message.ended && !message.streaming) return message;
  return { ...message, ended: true, streaming: false };
}

/** As many as the server keeps, so that a page left open shows what one loaded anew would. */
const MOST_MESSAGES = 400;
const MOST_CHARACTERS = 2_000_000;

/** A long conversation forgets its beginning, and the answered gates in it. */
function withMessages(state: Conversation, messages: readonly ChatMessage[]): Conversation {
  if (messages.length <= state.messages.length) return { ...state, messages };
  let chars = messages.reduce((sum, { text }) => sum + text.length, 0);
  let first = 0;
  while (first < messages.length - 1 && (messages.length - first > MOST_MESSAGES || chars > MOST_CHARACTERS)) {
    chars -= messages[first]?.text.length ?? 0;
    first += 1;
  }
  if (first === 0) return { ...state, messages };
  const forgotten = new Set<string | null>(messages.slice(0, first).map(({ id }) => id)).add(null);
  return {
    ...state,
    messages: messages.slice(first),
    records: state.records.filter(({ after }) => !forgotten.has(after)),
  };
}

function putMessage(messages: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const tool = message.tool?.id;
  const at = messages.findIndex((known) => known.id === message.id || (tool !== undefined && known.tool?.id === tool));
  return at < 0 ? [...messages, message] : messages.with(at, message);
}

/** A delta of an unknown message begins one; one that comes after the whole message is late and dropped. */
function append(messages: readonly ChatMessage[], id: string, text: string): readonly ChatMessage[] {
  const at = messages.findIndex((message) => message.id === id);
  const known = messages[at];
  if (!known) return [...messages, { id, role: "assistant", text, at: "", streaming: true }];
  if (!known.streaming) return messages;
  return messages.with(at, { ...known, text: known.text + text });
}

function putTool(messages: readonly ChatMessage[], tool: ToolCall): readonly ChatMessage[] {
  const at = messages.findIndex((message) => message.tool?.id === tool.id);
  const known = messages[at];
  if (!known) return [...messages, { id: `tool:${tool.id}`, role: "tool", text: "", at: "", tool }];
  if (known.tool?.state === "end" && tool.state !== "end") return messages;
  return messages.with(at, { ...known, tool: { ...known.tool, ...tool } });
}

/** A gate that was replaced or lost its process comes back as another one: only an end that says something is kept. */
function closeGate(state: Conversation, closed: GateClosed): Conversation {
  const { gate } = state;
  if (gate?.requestId !== closed.requestId) return state;
  if (closed.outcome === "closed" || closed.outcome === "lost") return { ...state, gate: null };
  const record: GateRecord = {
    requestId: gate.requestId,
    phase: gate.phase,
    outcome: closed.outcome,
    decision: closed.decision,
    by: closed.by,
    after: state.messages.at(-1)?.id ?? null,
  };
  return { ...state, gate: null, records: [...state.records, record] };
}
