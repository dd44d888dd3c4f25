import { Value } from "typebox/value";
import type { WebSocket } from "ws";
import { ClientFrame } from "../../api/live.ts";
import { problemBody } from "../http/problem.ts";
import type { LiveHub } from "./hub.ts";
import type { Sink, Subscription } from "./subscription.ts";

const MAX_TOPICS = 64;
const POLICY_VIOLATION = 1008;
const TOO_BIG = 1009;
/** No frame of a page comes near it. */
const MAX_FRAME = 64 * 1024;

/** One page's socket: takes its frames, keeps its subscriptions, pumps them when the socket drains. */
export function readSocket(socket: WebSocket, hub: LiveHub): void {
  const subscriptions = new Map<string, Subscription>();
  const leave = hub.addReader();

  const sink: Sink = {
    buffered: () => socket.bufferedAmount,
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text, pumpAll);
    },
  };

  function pumpAll() {
    for (const subscription of [...subscriptions.values()]) subscription.pump();
  }

  function unsubscribe(topic: string) {
    subscriptions.get(topic)?.close();
    subscriptions.delete(topic);
  }

  function subscribe(topic: string, after: string | undefined) {
    unsubscribe(topic);
    if (subscriptions.size >= MAX_TOPICS) return refuse(`more than ${MAX_TOPICS} topics`);
    const subscription = hub.subscribe(topic, sink, after, (error) => {
      unsubscribe(topic);
      sink.send(JSON.stringify({ topic, id: "", event: "problem", data: problemBody(error, "/live") }));
    });
    subscriptions.set(topic, subscription);
  }

  function refuse(reason: string) {
    socket.close(POLICY_VIOLATION, reason);
  }

  socket.on("message", (data, isBinary) => {
    // What a page that has left sent before is still read out of the line's buffer.
    if (socket.readyState !== socket.OPEN) return;
    const text = data.toString();
    if (text.length > MAX_FRAME) return socket.close(TOO_BIG);
    const frame = isBinary ? null : parse(text);
    if (!frame) return refuse("a frame is not as documented");
    if (frame.type === "subscribe") subscribe(frame.topic, frame.after);
    else unsubscribe(frame.topic);
  });
  // A protocol error closes the socket by itself; without a listener it would end the process.
  socket.on("error", () => {});
  socket.on("close", () => {
    leave();
    for (const topic of [...subscriptions.keys()]) unsubscribe(topic);
  });
}

function parse(text: string): ClientFrame | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(ClientFrame, value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
