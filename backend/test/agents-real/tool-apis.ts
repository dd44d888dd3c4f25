import type { ServerResponse } from "node:http";
import { modelApis, openStream } from "./model-apis.ts";

export interface ToolCall {
  id: string;
  tool: OfferedTool;
  input: Record<string, unknown>;
}

/** A tool as the agent names it to its model. */
export interface OfferedTool {
  name: string;
  /** Where one API groups tools: the group's name. */
  namespace?: string;
}

/** The part of a model's API that calls tools; its text is in `modelApis`. All answers are streamed. */
interface ToolApi {
  path: RegExp;
  offered(body: never): OfferedTool[];
  /** What each call was answered with, by its id, over the whole conversation. */
  results(body: never): Map<string, string>;
  call(response: ServerResponse, calls: readonly ToolCall[], body: { model?: string }): void;
}

type Content = string | { text?: string }[] | undefined;
const textOf = (content: Content): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n");

interface AnthropicBlock {
  type: string;
  tool_use_id: string;
  content?: Content;
}

const anthropic: ToolApi = {
  path: /\/messages$/,
  offered: ({ tools = [] }: { tools?: OfferedTool[] }) => tools.map(({ name }) => ({ name })),
  results: ({ messages }: { messages: { content: string | AnthropicBlock[] }[] }) =>
    new Map(
      messages
        .flatMap(({ content }) => (typeof content === "string" ? [] : content))
        .filter(({ type }) => type === "tool_result")
        .map(({ tool_use_id, content }) => [tool_use_id, textOf(content)]),
    ),
  call(response, calls, { model }) {
    const usage = { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const ends = { stop_reason: null, stop_sequence: null };
    const message = { id: `msg_${Date.now()}`, type: "message", role: "assistant", model, content: [], usage, ...ends };
    const send = openStream(response);
    send("message_start", { type: "message_start", message });
    for (const [index, { id, tool, input }] of calls.entries()) {
      const content_block = { type: "tool_use", id, name: tool.name, input: {} };
      const delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
      send("content_block_start", { type: "content_block_start", index, content_block });
      send("content_block_delta", { type: "content_block_delta", index, delta });
      send("content_block_stop", { type: "content_block_stop", index });
    }
    send("message_delta", { type: "message_delta", delta: { ...ends, stop_reason: "tool_use" }, usage });
    send("message_stop", { type: "message_stop" });
    response.end();
  },
};

interface ResponsesTool {
  name?: string;
  tools?: ResponsesTool[];
}

const responses: ToolApi = {
  path: /\/responses$/,
  offered({ tools = [], input }: { tools?: ResponsesTool[]; input: { type?: string; tools?: ResponsesTool[] }[] }) {
    // They may come among the input, and some have no name.
    const all = [...tools, ...input.flatMap((item) => item.tools ?? [])];
    return all.flatMap(({ name = "", tools: members }) =>
      members ? members.map((member) => ({ name: member.name ?? "", namespace: name })) : [{ name }],
    );
  },
  results: ({ input }: { input: { type?: string; call_id: string; output?: Content }[] }) =>
    new Map(
      input
        .filter(({ type }) => type === "function_call_output")
        .map(({ call_id, output }) => [call_id, textOf(output)]),
    ),
  call(response, calls, { model }) {
    const output = calls.map(({ id, tool, input }) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      ...tool,
      arguments: JSON.stringify(input),
      status: "completed",
    }));
    const input_tokens_details = { cached_tokens: 0 };
    const output_tokens_details = { reasoning_tokens: 0 };
    const tokens = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };
    const usage = { ...tokens, input_tokens_details, output_tokens_details };
    const id = `resp_${Date.now()}`;
    const whole = { id, object: "response", created_at: 1, status: "completed", model, output, usage };
    const send = openStream(response);
    let sequence_number = 0;
    const event = (type: string, more: object) => send(type, { type, sequence_number: sequence_number++, ...more });
    event("response.created", { response: { ...whole, status: "in_progress", output: [], usage: null } });
    for (const [output_index, item] of output.entries()) {
      event("response.output_item.added", { output_index, item: { ...item, status: "in_progress", arguments: "" } });
      event("response.function_call_arguments.done", { output_index, item_id: item.id, arguments: item.arguments });
      event("response.output_item.done", { output_index, item });
    }
    event("response.completed", { response: whole });
    response.end();
  },
};

const chat: ToolApi = {
  path: /\/chat\/completions$/,
  offered: ({ tools = [] }: { tools?: { function: OfferedTool }[] }) =>
    tools.map(({ function: { name } }) => ({ name })),
  results: ({ messages }: { messages: { role: string; tool_call_id: string; content?: Content }[] }) =>
    new Map(
      messages
        .filter(({ role }) => role === "tool")
        .map(({ tool_call_id, content }) => [tool_call_id, textOf(content)]),
    ),
  call(response, calls, { model }) {
    const base = { id: `chatcmpl-${Date.now()}`, object: "chat.completion.chunk", created: 1, model };
    const send = openStream(response);
    const chunk = (delta: object, finish_reason: string | null) =>
      send(null, { ...base, choices: [{ index: 0, delta, finish_reason }] });
    const tool_calls = calls.map(({ id, tool, input }, index) => ({
      index,
      id,
      type: "function",
      function: { name: tool.name, arguments: JSON.stringify(input) },
    }));
    chunk({ role: "assistant", content: null, tool_calls }, null);
    chunk({}, "tool_calls");
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    send(null, { ...base, choices: [], usage });
    response.end("data: [DONE]\n\n");
  },
};

interface GeminiPart {
  functionResponse?: { id: string; response: unknown };
}

const gemini: ToolApi = {
  path: /:(stream)?[gG]enerateContent$/,
  offered: ({ tools = [] }: { tools?: { functionDeclarations?: OfferedTool[] }[] }) =>
    tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => ({ name }))),
  results: ({ contents }: { contents: { parts: GeminiPart[] }[] }) =>
    new Map(
      contents
        .flatMap(({ parts }) => parts)
        .flatMap(({ functionResponse: told }) => (told ? [[told.id, saidIn(told.response)] as const] : [])),
    ),
  call(response, calls) {
    const parts = calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool.name, args: input } }));
    const candidates = [{ content: { role: "model", parts }, index: 0, finishReason: "STOP" }];
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
    openStream(response)(null, { candidates, usageMetadata, modelVersion: "mock" });
    response.end();
  },
};

const saidIn = (value: unknown): string =>
  typeof value === "string"
    ? value
    : typeof value === "object" && value !== null
      ? Object.values(value).map(saidIn).join("\n")
      : "";

const toolApis = [anthropic, responses, chat, gemini];

/** The API that is at an address, its answers in text included. */
export function apiAt(path: string) {
  const tools = toolApis.find((api) => api.path.test(path));
  const text = modelApis.find((api) => api.path.test(path));
  return tools && text ? { ...text, ...tools } : null;
}
