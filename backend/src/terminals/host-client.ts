import { connect, type Socket } from "node:net";
import type { AttachClientFrame, AttachServerFrame, Terminal } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import { createFrameReader, dataFrame, jsonFrame } from "./host/frames.ts";
import {
  type ClientMessage,
  type Hello,
  type HostMessage,
  type Op,
  PROTOCOL,
  type Requests,
  speaks,
} from "./host/protocol.ts";

/** No host is at the other end, or not any more; `closing` when it ended in order and did nothing of what was asked. */
export class HostGone extends Error {
  override name = "HostGone";
  readonly closing: boolean;

  constructor(message: string, options: ErrorOptions & { closing?: boolean } = {}) {
    super(message, options);
    this.closing = options.closing ?? false;
  }
}

/** What a stream brings; after `closed` or `lost` nothing more. */
export interface StreamListener {
  frame(frame: AttachServerFrame): void;
  output(bytes: Buffer): void;
  /** The terminal was closed. */
  closed(): void;
  /** The connection to the host broke. */
  broken(): void;
}

export interface HostStream {
  send(frame: AttachClientFrame): void;
  input(bytes: Uint8Array): void;
  leave(): void;
}

export interface HostClient {
  readonly hello: Hello;
  /** The host's terminals, as it last told them. */
  readonly terminals: ReadonlyMap<string, Terminal>;
  ask<O extends Op>(op: O, input: Requests[O]["in"]): Promise<Requests[O]["out"]>;
  attach(terminal: string, listener: StreamListener): Promise<HostStream>;
  /** Resolves when the connection is over, whoever ended it. */
  closed: Promise<void>;
  close(): void;
}

export interface ConnectOptions {
  socket: string;
  /** Terminals that came, changed or went. */
  onChange(ids: string[]): void;
  /** Whoever was told something failed at it. */
  onError(error: unknown): void;
  /** How long the host may take to say hello, and to answer. */
  helloMs?: number;
  answerMs?: number;
}

const HELLO_MS = 5_000;
const ANSWER_MS = 30_000;

/** Speaks to one host. Rejects with {@link HostGone} where there is none that this server understands. */
export async function connectHost(options: ConnectOptions): Promise<HostClient> {
  const { socket: path, onChange, onError, helloMs = HELLO_MS, answerMs = ANSWER_MS } = options;
  const socket = connect(path);
  const terminals = new Map<string, Terminal>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const streams = new Map<number, StreamListener>();
  const greeted = Promise.withResolvers<Hello>();
  const closed = Promise.withResolvers<void>();
  let sequence = 0;
  let failure: Error | undefined;

  const say = (message: ClientMessage) => void socket.write(jsonFrame(message));

  function take(message: HostMessage): void {
    if (message.type === "hello") greeted.resolve(message);
    else if (message.type === "answer") settle(message.id)?.resolve(message.value);
    else if (message.type === "refusal") settle(message.id)?.reject(reasonOf(message));
    else if (message.type === "terminals") changed(message.changed, message.gone);
    else if (message.type === "stream") streams.get(message.stream)?.frame(message.frame);
    else if (message.type === "closed") {
      const listener = streams.get(message.stream);
      streams.delete(message.stream);
      listener?.closed();
    }
  }

  function changed(now: Terminal[], gone: string[]): void {
    for (const terminal of now) terminals.set(terminal.id, terminal);
    for (const id of gone) terminals.delete(id);
    onChange([...now.map(({ id }) => id), ...gone]);
  }

  function settle(id: number) {
    const asked = waiting.get(id);
    waiting.delete(id);
    return asked;
  }

  const reader = createFrameReader({
    json: (value) => take(value as HostMessage),
    data: (stream, bytes) => streams.get(stream)?.output(bytes),
    onError,
  });
  socket.on("data", (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  socket.on("error", (error) => {
    failure = error;
  });
  socket.on("close", () => {
    const gone = new HostGone("The terminal host is gone.", { cause: failure });
    greeted.reject(gone);
    for (const asked of waiting.values()) asked.reject(gone);
    waiting.clear();
    const broken = [...streams.values()];
    streams.clear();
    for (const listener of broken) listener.broken();
    closed.resolve();
  });
  // Nobody may be waiting for it.
  greeted.promise.catch(() => {});

  function ask<O extends Op>(op: O, input: Requests[O]["in"]): Promise<Requests[O]["out"]> {
    if (socket.destroyed) return Promise.reject(new HostGone("The terminal host is gone."));
    const id = ++sequence;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(id, asked);
    say({ type: "request", id, op, ...input } as ClientMessage);
    const late = setTimeout(() => settle(id)?.reject(tooLate(op)), answerMs);
    return asked.promise.finally(() => clearTimeout(late)) as Promise<Requests[O]["out"]>;
  }

  const hello = await greet(socket, greeted.promise, helloMs);
  say({ type: "hello", protocol: Math.min(PROTOCOL, hello.protocol) });
  for (const terminal of await ask("list", {})) terminals.set(terminal.id, terminal);

  return {
    hello,
    terminals,
    ask,
    async attach(terminal, listener) {
      const stream = ++sequence;
      streams.set(stream, listener);
      const handle: HostStream = {
        send: (frame) => say({ type: "stream", stream, frame }),
        input: (bytes) => void socket.write(dataFrame(stream, bytes)),
        leave() {
          if (streams.delete(stream) && !socket.destroyed) ask("detach", { stream }).catch(() => {});
        },
      };
      try {
        await ask("attach", { terminal, stream });
      } catch (error) {
        streams.delete(stream);
        throw error;
      }
      return handle;
    },
    closed: closed.promise,
    close: () => socket.destroy(),
  };
}

async function greet(socket: Socket, greeted: Promise<Hello>, ms: number): Promise<Hello> {
  const late = setTimeout(() => socket.destroy(new Error(`it said no hello within ${ms} ms`)), ms);
  try {
    const hello = await greeted;
    if (speaks(hello.protocol)) return hello;
    socket.destroy();
    throw new HostGone(`A terminal host of another version (protocol ${hello.protocol}) is at work, pid ${hello.pid}.`);
  } finally {
    clearTimeout(late);
  }
}

function reasonOf({ failure, closing }: Extract<HostMessage, { type: "refusal" }>): Error {
  if (closing) return new HostGone(failure.detail, { closing });
  return problem(failure.code, failure.detail, failure.hint);
}

function tooLate(op: Op) {
  return problem(
    "terminal-failed",
    `The terminal host did not answer (${op}).`,
    "Try again; see its log if it goes on.",
  );
}
