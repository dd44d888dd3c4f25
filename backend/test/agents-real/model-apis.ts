import type { ServerResponse } from "node:http";

export interface SaidTurn {
  role: string;
  text: string;
}

/** What a request holds, whichever API it speaks. */
export interface ModelRequest {
  /** Of the user and the model, oldest first. */
  turns: SaidTurn[];
  /** Only the agent itself is offered tools; requests for titles and the like are not. */
  hasTools: boolean;
}

interface ModelApi {
  /** The address ends in it. */
  path: RegExp;
  read(body: never): ModelRequest;
  /** Answers that text, streamed where the request wants it. */
  answer(response: ServerResponse, text: string, body: { stream?: boolean; model?: string }): void;
}

interface Block {
  type?: string;
  text?: string;
}

const textOf = (content: string | Block[] | null | undefined): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n");

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

export function openStream(response: ServerResponse) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return (event: string | null, data: unknown) =>
    response.write(`${event === null ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
}

const anthropic: ModelApi = {
  path: /\/messages$/,
  read: ({ messages, tools = [] }: { messages: { role: string; content: string | Block[] }[]; tools?: unknown[] }) => ({
    turns: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
    hasTools: tools.length > 0,
  }),
  answer(response, text, { stream, model }) {
    const usage = { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const message = { id: `msg_${Date.now()}`, type: "message", role: "assistant", model, content: [], usage };
    const content = [{ type: "text", text }];
    const ends = { stop_reason: "end_turn", stop_sequence: null };
    if (!stream) return sendJson(response, { ...message, content, ...ends });
    const send = openStream(response);
    send("message_start", { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } });
    send("content_block_start", { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    send("content_block_delta", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
    send("content_block_stop", { type: "content_block_stop", index: 0 });
    send("message_delta", { type: "message_delta", delta: ends, usage });
    send("message_stop", { type: "message_stop" });
    response.end();
  },
};

const responses: ModelApi = {
  path: /\/responses$/,
  read({ input, tools = [] }: { input: { type?: string; role?: string; content?: Block[] }[]; tools?: unknown[] }) {
    const messages = input.filter(({ type, role }) => (type ?? "message") === "message" && role !== undefined);
    return {
      turns: messages.map(({ role = "", content }) => ({ role, text: textOf(content) })),
      // They may come among the input.
      hasTools: tools.length > 0 || input.some(({ type }) => type === "additional_tools"),
    };
  },
  answer(response, text, { stream, model }) {
    const id = Date.now();
    const part = { type: "output_text", text, annotations: [] };
    const item = { type: "message", id: `msg_${id}`, status: "completed", role: "assistant", content: [part] };
    const whole = {
      id: `resp_${id}`,
      object: "response",
      created_at: 1,
      status: "completed",
      model,
      output: [item],
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 10,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 20,
      },
    };
    if (!stream) return sendJson(response, whole);
    const send = openStream(response);
    let sequence_number = 0;
    const event = (type: string, more: object) => send(type, { type, sequence_number: sequence_number++, ...more });
    event("response.created", { response: { ...whole, status: "in_progress", output: [], usage: null } });
    event("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress", content: [] } });
    const at = { item_id: item.id, output_index: 0, content_index: 0 };
    event("response.content_part.added", { ...at, part: { ...part, text: "" } });
    event("response.output_text.delta", { ...at, delta: text });
    event("response.output_text.done", { ...at, text });
    event("response.output_item.done", { output_index: 0, item });
    event("response.completed", { response: whole });
    response.end();
  },
};

const chat: ModelApi = {
  path: /\/chat\/completions$/,
  read: ({ messages, tools = [] }: { messages: { role: string; content: string | Block[] }[]; tools?: unknown[] }) => ({
    turns: messages
      .filter(({ role }) => role === "user" || role === "assistant")
      .map(({ role, content }) => ({ role, text: textOf(content) })),
    hasTools: tools.length > 0,
  }),
  answer(response, text, { stream, model }) {
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    const base = { id: `chatcmpl-${Date.now()}`, created: 1, model };
    if (!stream) {
      const message = { role: "assistant", content: text };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      return sendJson(response, { ...base, object: "chat.completion", choices, usage });
    }
    const send = openStream(response);
    const chunk = (delta: object, finish_reason: string | null) =>
      send(null, { ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
    chunk({ role: "assistant", content: "" }, null);
    chunk({ content: text }, null);
    chunk({}, "stop");
    send(null, { ...base, object: "chat.completion.chunk", choices: [], usage });
    response.end("data: [DONE]\n\n");
  },
};

interface GeminiContent {
  role?: string;
  parts: Block[];
}

const gemini: ModelApi = {
  path: /:(stream)?[gG]enerateContent$/,
  read: ({ contents, tools = [] }: { contents: GeminiContent[]; tools?: unknown[] }) => ({
    turns: contents.map(({ role, parts }) => ({ role: role === "model" ? "assistant" : "user", text: textOf(parts) })),
    hasTools: tools.length > 0,
  }),
  answer(response, text, { stream }) {
    const candidates = [{ content: { role: "model", parts: [{ text }] }, index: 0, finishReason: "STOP" }];
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
    const answer = { candidates, usageMetadata, modelVersion: "mock" };
    if (!stream) return sendJson(response, answer);
    openStream(response)(null, answer);
    response.end();
  },
};

export const modelApis: readonly ModelApi[] = [anthropic, responses, chat, gemini];
