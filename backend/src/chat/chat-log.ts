import type { ChatMessage, ToolCall } from "../../api/chat.ts";
import type { SessionEvent } from "../../api/live.ts";
import { cutText } from "../lib/cut-text.ts";
import { boundedArguments, boundedMessage, boundedText, MESSAGE_CHARS } from "./bounded-text.ts";
import { type PiEvent, type PiMessage, textOf } from "./pi-protocol.ts";

export type ChatLogOptions = {
  publish: (event: SessionEvent) => void;
  now: () => Date;
  /** Keeps ids of one process's messages apart from those of the next. */
  prefix: string;
  maxMessages?: number;
  maxChars?: number;
};

const REASON_CHARS = 2_000;

/** How the model's last answer ended. */
export type ModelEnd = { stopReason: string | null; error: string | null };

export type ChatLog = {
  messages(): ChatMessage[];
  /** What a person typed, as typed: Pi keeps only the expanded template. */
  user(text: string): string;
  /** The server's own word. `code` is for the page to word it. */
  notice(code: string, text: string): void;
  /** Marks messages of a person that never reached the agent. */
  undelivered(texts: readonly string[]): void;
  /** The same for one message, by its id. */
  failed(messageId: string): void;
  event(event: PiEvent): void;
  /** The process is gone: nothing grows any more. */
  end(): void;
  readonly modelEnd: ModelEnd;
};

/** The conversation with one process, kept as the page shows it, within bounds; every change is published. */
export function createChatLog(options: ChatLogOptions): ChatLog {
  const { publish, now, prefix, maxMessages = 400, maxChars = 2_000_000 } = options;
  let messages: ChatMessage[] = [];
  let chars = 0;
  let sequence = 0;
  let speaking: ChatMessage | null = null;
  let modelEnd: ModelEnd = { stopReason: null, error: null };

  const sizeOf = (message: ChatMessage) => message.text.length + (message.tool?.output?.length ?? 0) + 200;

  function add(message: Omit<ChatMessage, "id" | "at">): ChatMessage {
    const whole = { id: `${prefix}${++sequence}`, at: now().toISOString(), ...message };
    messages.push(whole);
    chars += sizeOf(whole);
    trim();
    publish({ event: "message", data: whole });
    return whole;
  }

  function trim(): void {
    while (messages.length > 1 && (messages.length > maxMessages || chars > maxChars)) {
      const oldest = messages.shift();
      if (oldest) chars -= sizeOf(oldest);
    }
  }

  function replace(message: ChatMessage): void {
    const at = messages.findIndex(({ id }) => id === message.id);
    const before = messages[at];
    if (!before) return;
    messages[at] = message;
    chars += sizeOf(message) - sizeOf(before);
    trim();
  }

  function say(delta: string): void {
    if (delta === "") return;
    if (!speaking) {
      speaking = add({ role: "assistant", text: boundedMessage(delta), streaming: true });
      return;
    }
    // What is too long is shown cut; its end says so.
    if (speaking.text.length + delta.length > MESSAGE_CHARS) return;
    speaking = { ...speaking, text: speaking.text + delta };
    replace(speaking);
    publish({ event: "delta", data: { id: speaking.id, text: delta } });
  }

  function finish(message: PiMessage): void {
    const text = boundedMessage(textOf(message.content));
    const failed = message.stopReason === "error";
    modelEnd = { stopReason: message.stopReason ?? null, error: failed ? reasonOf(message.errorMessage) : null };
    if (!speaking && text === "") return;
    if (!speaking) {
      add({ role: "assistant", text, ...(failed ? { error: true } : {}) });
      return;
    }
    const { streaming: _, ...whole } = { ...speaking, text: text || speaking.text };
    speaking = null;
    const done: ChatMessage = failed ? { ...whole, error: true } : whole;
    replace(done);
    publish({ event: "message", data: done });
  }

  function startTool(id: string, name: string, args: unknown): void {
    add({ role: "tool", text: "", tool: { id, name, state: "start", args: boundedArguments(args) } });
  }

  function changeTool(id: string, change: Partial<ToolCall>): void {
    const message = messages.findLast(({ tool }) => tool?.id === id);
    if (!message?.tool) return;
    const tool = { ...message.tool, ...change };
    replace({ ...message, tool });
    publish({ event: "tool", data: tool });
  }

  function notice(code: string, text: string): void {
    add({ role: "notice", text, code });
  }

  function undelivered(message: ChatMessage | undefined): void {
    if (!message) return;
    replace({ ...message, error: true });
    publish({ event: "message", data: { ...message, error: true } });
  }

  return {
    messages: () => messages.slice(),
    user: (text) => add({ role: "user", text }).id,
    notice,
    failed: (messageId) => undelivered(messages.find(({ id }) => id === messageId)),
    undelivered(texts) {
      for (const text of texts) {
        undelivered(messages.findLast((message) => message.role === "user" && message.text === text && !message.error));
      }
    },
    event(event) {
      switch (event.type) {
        case "message_start":
          if (event.message.role === "assistant") speaking = null;
          break;
        case "message_update": {
          const update = event.assistantMessageEvent;
          if (update?.type === "text_delta" && typeof update.delta === "string") say(update.delta);
          break;
        }
        case "message_end":
          if (event.message.role === "assistant") finish(event.message);
          break;
        case "tool_execution_start":
          startTool(event.toolCallId, event.toolName, event.args);
          break;
        case "tool_execution_update":
          changeTool(event.toolCallId, { state: "update", output: boundedText(textOf(event.partialResult?.content)) });
          break;
        case "tool_execution_end":
          changeTool(event.toolCallId, {
            state: "end",
            output: boundedText(textOf(event.result?.content)),
            error: event.isError === true,
            ...(typeof event.durationMs === "number" ? { ms: event.durationMs } : {}),
          });
          break;
        case "auto_retry_start":
          notice(
            "retrying",
            `The model did not answer (${reasonOf(event.errorMessage) || "no reason given"}): trying again.`,
          );
          break;
        default:
      }
    },
    end() {
      speaking = null;
      messages = messages.map(({ streaming: _, ...message }) => ({ ...message, ended: true }));
    },
    get modelEnd() {
      return modelEnd;
    },
  };
}

/** The text of a failure, whatever another program put there. */
function reasonOf(given: unknown): string {
  return typeof given === "string" ? cutText(given, REASON_CHARS).toWellFormed() : "";
}
