import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Message } from "./conversation.ts";
import { type Move, next, type Tool } from "./next.ts";

export interface ModelServer {
  /** Base address for an OpenAI-compatible client, `/v1` included. */
  url: string;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  port: number;
  /** What callers have to send as `Authorization: Bearer`. */
  key: string;
  /** Pause between two pieces of a streamed answer, in milliseconds. */
  paceMs?: number;
  /** The model itself. */
  model?: (messages: readonly Message[], tools: readonly Tool[]) => Move;
}

interface CompletionRequest {
  model?: string;
  messages: Message[];
  tools?: Tool[];
  stream?: boolean;
}

const MAX_BODY = 64 * 1024 * 1024;
// An answer is shown as it is written, yet never takes long: the pieces grow with the text.
const PIECES = 24;
const PIECE_CHARACTERS = 16;

/** Starts the chat-completions server on 127.0.0.1. */
export async function startModelServer({
  port,
  key,
  paceMs = 12,
  model = next,
}: ModelServerOptions): Promise<ModelServer> {
  const server = createServer((request, response) => {
    answer(request, response, { key, paceMs, model }).catch((error: Error) => fail(response, 500, error.message));
  });
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

type Answering = Required<Pick<ModelServerOptions, "key" | "paceMs" | "model">>;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { key, paceMs, model }: Answering,
): Promise<void> {
  if (!isAuthorised(request, key)) return fail(response, 401, "A key is needed: the one `tht model serve` printed.");
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (request.method === "GET" && path.endsWith("/models")) {
    return send(response, 200, { object: "list", data: [{ id: "offline-1", object: "model", owned_by: "thothii" }] });
  }
  if (request.method !== "POST" || !path.endsWith("/chat/completions")) {
    return fail(response, 404, `${request.method} ${path} is not served: only /v1/chat/completions and /v1/models.`);
  }
  const asked = await readRequest(request);
  if (!asked) return fail(response, 400, "The body has to be JSON with `messages`.");
  const move = model(asked.messages, asked.tools ?? []);
  const usage = usageOf(asked, move);
  if (asked.stream) await stream(response, completionOf(asked, move), usage, paceMs);
  else send(response, 200, whole(completionOf(asked, move), usage));
}

// Compared as hashes, which have one length whatever was sent.
function isAuthorised(request: IncomingMessage, key: string): boolean {
  const sent = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1] ?? "";
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sent), hash(key));
}

async function readRequest(request: IncomingMessage): Promise<CompletionRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  try {
    const parsed = JSON.parse(Buffer.concat(chunks).toString("utf8")) as CompletionRequest | null;
    return Array.isArray(parsed?.messages) ? parsed : null;
  } catch {
    return null;
  }
}

interface Completion {
  id: string;
  model: string;
  say: string;
  calls: { id: string; type: "function"; function: { name: string; arguments: string } }[];
}

// Ids only have to be unique inside one conversation: its length is enough, and keeps the answer a pure function.
function completionOf({ messages, model = "offline-1" }: CompletionRequest, { say = "", call }: Move): Completion {
  const calls = call
    ? [
        {
          id: `call_${messages.length}`,
          type: "function" as const,
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        },
      ]
    : [];
  return { id: `offline-${messages.length}`, model, say, calls };
}

function usageOf({ messages }: CompletionRequest, move: Move) {
  const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
  const prompt = tokens(messages);
  const completion = tokens(move);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const finishReason = ({ calls }: Completion): string => (calls.length > 0 ? "tool_calls" : "stop");

function whole(completion: Completion, usage: object): object {
  const { id, model, say, calls } = completion;
  const message = { role: "assistant", content: say || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  return {
    id,
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(completion) }],
    usage,
  };
}

async function stream(response: ServerResponse, completion: Completion, usage: object, paceMs: number): Promise<void> {
  const { id, model, say, calls } = completion;
  const chunk = (choices: object[], more: object = {}): void => {
    response.write(
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model, choices, ...more })}\n\n`,
    );
  };
  const delta = (part: object, finish: string | null = null): void =>
    chunk([{ index: 0, delta: part, finish_reason: finish }]);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  delta({ role: "assistant", content: "" });
  for (const piece of pieces(say)) {
    if (response.destroyed) return;
    delta({ content: piece });
    if (paceMs > 0) await pause(paceMs);
  }
  for (const [index, call] of calls.entries()) delta({ tool_calls: [{ index, ...call }] });
  delta({}, finishReason(completion));
  chunk([], { usage });
  response.end("data: [DONE]\n\n");
}

/** Cuts a text into at most `PIECES` pieces, never inside a character. */
function pieces(text: string): string[] {
  const characters = [...text];
  const size = Math.max(PIECE_CHARACTERS, Math.ceil(characters.length / PIECES));
  const cut: string[] = [];
  for (let at = 0; at < characters.length; at += size) cut.push(characters.slice(at, at + size).join(""));
  return cut;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else send(response, status, { error: { message, type: status < 500 ? "invalid_request_error" : "server_error" } });
}
