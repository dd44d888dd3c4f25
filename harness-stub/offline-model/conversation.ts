/** A message as it comes in a chat-completions request. */
export interface Message {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content?: string | { type: string; text?: string }[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

export interface Call {
  kind: "call";
  /** Which assistant message it stands in: calls of one message are one attempt. */
  turn: number;
  /** What the call does, told from its arguments alone: `session show`, `session put context`, `gate`, `read` … */
  operation: string;
  stdin: string | null;
  /** The answer as text; null while there is none. */
  result: string | null;
  /** The answer parsed; undefined when it is not JSON, which for `tht` and `gate` means it failed. */
  json: unknown;
  ok: boolean;
}

/** What happened, in order. */
export type Fact = { kind: "user"; text: string } | { kind: "said"; text: string } | Call;

export interface Conversation {
  system: string;
  facts: Fact[];
}

export function readConversation(messages: readonly Message[]): Conversation {
  const facts: Fact[] = [];
  const calls = new Map<string, Call>();
  const system: string[] = [];
  for (const [turn, message] of messages.entries()) {
    const text = textOf(message);
    if (message.role === "system" || message.role === "developer") system.push(text);
    else if (message.role === "user") facts.push({ kind: "user", text });
    else if (message.role === "assistant") {
      if (text) facts.push({ kind: "said", text });
      for (const { id, function: asked } of message.tool_calls ?? []) {
        const call = readCall(asked.name, asked.arguments, turn);
        calls.set(id, call);
        facts.push(call);
      }
    } else answer(calls.get(message.tool_call_id ?? ""), text);
  }
  return { system: system.join("\n"), facts };
}

export const isCall = (fact: Fact | undefined): fact is Call => fact?.kind === "call";

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("\n");
}

function readCall(name: string, argumentsText: string, turn: number): Call {
  const given = (parseJson(argumentsText) ?? {}) as { args?: unknown[]; stdin?: unknown };
  const stdin = typeof given.stdin === "string" ? given.stdin : null;
  const words = Array.isArray(given.args) ? given.args.filter((word) => typeof word === "string") : [];
  const operation = name === "tht" ? operationOf(words) : name;
  return { kind: "call", turn, operation, stdin, result: null, json: undefined, ok: false };
}

function operationOf(args: string[]): string {
  const words = args.filter((word) => !word.startsWith("-"));
  const command = words.slice(0, 2).join(" ");
  return command === "session put" ? `${command} ${words.at(-1)}` : command;
}

function answer(call: Call | undefined, text: string): void {
  if (!call) return;
  call.result = text;
  call.json = parseJson(text);
  call.ok = call.operation === "read" ? /thothii/i.test(text) && !text.startsWith("read:") : call.json !== undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
