// Owns the live socket `/live`: topics, their bounded past, snapshots and replay. Knows nothing of what is sent.
import type { FastifyInstance } from "fastify";
import { createHeartbeat } from "./heartbeat.ts";
import type { LiveHub } from "./hub.ts";
import { readSocket } from "./socket-reader.ts";

export { createHeartbeat } from "./heartbeat.ts";
export { createLiveHub, type LiveHub } from "./hub.ts";

export interface LiveOptions {
  live: LiveHub;
  /** Time between pings; a socket that missed one is ended at the next. */
  heartbeatMs?: number;
}

export async function liveRoutes(app: FastifyInstance, { live, heartbeatMs = 30_000 }: LiveOptions): Promise<void> {
  const heartbeat = createHeartbeat(heartbeatMs);
  app.addHook("onClose", async () => heartbeat.close());

  app.get("/live", { websocket: true, config: { socket: true }, schema: { hide: true } }, (socket) => {
    heartbeat.watch(socket);
    readSocket(socket, live);
  });
}
