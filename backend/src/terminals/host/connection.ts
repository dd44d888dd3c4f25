import type { Socket } from "node:net";
import type { Attached, Watcher } from "./audience.ts";
import { HostFailure } from "./failure.ts";
import { createFrameReader, dataFrame, FrameError, jsonFrame } from "./frames.ts";
import type { Host } from "./host.ts";
import type { ClientMessage, Failure, Hello, HostMessage, Op, Requests } from "./protocol.ts";

type Request = Extract<ClientMessage, { type: "request" }>;

export interface ConnectionOptions {
  host: Host;
  hello: Hello;
  onError(error: unknown): void;
}

/** One server's connection: its requests, and the streams of its pages. */
export function serveConnection(socket: Socket, { host, hello, onError }: ConnectionOptions): void {
  /** Null while a stream is being opened. */
  const streams = new Map<number, Attached | null>();
  let open = true;

  const write = (bytes: Buffer) => {
    if (open) socket.write(bytes);
  };
  const say = (message: HostMessage) => write(jsonFrame(message));

  const leaveHost = host.watch((change) => say({ type: "terminals", ...change }));

  const handlers: { [O in Op]: (request: Requests[O]["in"]) => Promise<Requests[O]["out"]> } = {
    list: async () => host.list(),
    create: ({ spec }) => host.create(spec),
    async end({ terminal }) {
      await host.end(terminal);
      return null;
    },
    transcript: ({ terminal, options }) => host.get(terminal).screen.transcript(options),
    screen: ({ terminal }) =>
      host.get(terminal).screen.inOrder((emulator) => ({
        text: emulator.screenText(),
        cols: emulator.cols,
        rows: emulator.rows,
      })),
    async send({ terminal, text, as }) {
      host.get(terminal).send(text, as);
      return null;
    },
    async identify({ terminal, agentSessionId, known }) {
      host.get(terminal).identify(agentSessionId, known);
      return null;
    },
    async attach({ terminal, stream }) {
      const found = host.get(terminal);
      if (streams.has(stream)) throw new HostFailure("invalid-request", `Stream ${stream} is open already.`);
      streams.set(stream, null);
      const attached = await found.attach(watcher(stream));
      // It may have been given up while the screen was drawn.
      if (!open || !streams.has(stream)) attached.leave();
      else streams.set(stream, attached);
      return null;
    },
    async detach({ stream }) {
      streams.get(stream)?.leave();
      streams.delete(stream);
      return null;
    },
    async stop() {
      await host.stop();
      return null;
    },
  };

  function watcher(stream: number): Watcher {
    return {
      frame: (frame) => say({ type: "stream", stream, frame }),
      output: (bytes) => write(dataFrame(stream, bytes)),
      closed() {
        streams.delete(stream);
        say({ type: "closed", stream });
      },
    };
  }

  async function answer(request: Request): Promise<void> {
    const { id, op } = request;
    try {
      if (host.closing && op === "create") throw new HostFailure("shutting-down", "The terminal host is just ending.");
      const handler = handlers[op] as (request: Request) => Promise<unknown>;
      say({ type: "answer", id, value: await handler(request) });
    } catch (error) {
      if (!(error instanceof HostFailure)) onError(error);
      say({ type: "refusal", id, failure: failureOf(error), ...(host.closing ? { closing: true } : {}) });
    }
  }

  const reader = createFrameReader({
    json(value) {
      const message = value as ClientMessage;
      if (message.type === "request" && Object.hasOwn(handlers, message.op)) void answer(message);
      else if (message.type === "stream") streams.get(message.stream)?.take(message.frame);
      // A newer server may say more than this host knows.
    },
    data: (stream, bytes) => streams.get(stream)?.input(bytes),
    onError,
  });

  socket.on("data", (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch (error) {
      if (!(error instanceof FrameError)) onError(error);
      socket.destroy();
    }
  });
  // What a broken connection means is told by its close.
  socket.on("error", () => {});
  socket.on("close", () => {
    open = false;
    leaveHost();
    for (const attached of streams.values()) attached?.leave();
    streams.clear();
  });
  say(hello);
}

function failureOf(error: unknown): Failure {
  if (error instanceof HostFailure) return error.failure;
  return { code: "internal-error", detail: `The terminal host met a bug: ${(error as Error).message}` };
}
