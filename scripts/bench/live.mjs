import { once } from "node:events";
import { whenDone } from "./closing.mjs";

/** The server's live socket, as a page opens it. */
export async function openLive({ origin, headers }) {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/live`, { headers });
  const waiting = new Set();
  whenDone(() => socket.close());
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(data);
    for (const take of [...waiting]) take(frame);
  });
  await once(socket, "open");
  return {
    subscribe: (topic) => socket.send(JSON.stringify({ type: "subscribe", topic })),
    close: () => socket.close(),
    /** When, on the clock of `performance`, the next frame comes that is looked for. Rejects after `limitMs`. */
    next(isIt, limitMs) {
      const { promise, resolve, reject } = Promise.withResolvers();
      const late = setTimeout(() => reject(new Error(`not told within ${limitMs / 1000} s: ${isIt}`)), limitMs);
      const take = (frame) => isIt(frame) && resolve(performance.now());
      waiting.add(take);
      return promise.finally(() => {
        clearTimeout(late);
        waiting.delete(take);
      });
    },
  };
}
