import type { WebSocket } from "ws";

/** Ends sockets that no longer answer, so that a laptop that went to sleep holds nothing here. */
export function createHeartbeat(everyMs: number) {
  const waiting = new Map<WebSocket, boolean>();

  const timer = setInterval(() => {
    for (const [socket, answered] of waiting) {
      if (!answered) socket.terminate();
      else {
        waiting.set(socket, false);
        socket.ping();
      }
    }
  }, everyMs);
  timer.unref();

  return {
    watch(socket: WebSocket) {
      waiting.set(socket, true);
      socket.on("pong", () => waiting.set(socket, true));
      socket.on("close", () => waiting.delete(socket));
    },
    close: () => clearInterval(timer),
  };
}
