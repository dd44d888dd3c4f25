import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";

const GOING_AWAY = 1001;

/** A terminal's page may paste a million characters at once. */
const MAX_FRAME = 4 * 1024 * 1024;

/** WebSockets: bounded frames in, and on close every page is told to go before the server stops. */
export async function sockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME, perMessageDeflate: { threshold: 1024 } },
    errorHandler(error, socket, request) {
      // What the other side did wrong on the wire is not ours to mend.
      if (!(error as { code?: string }).code?.startsWith("WS_ERR")) request.log.error({ err: error }, "socket failed");
      socket.terminate();
    },
    async preClose(this: FastifyInstance) {
      for (const client of this.websocketServer.clients) client.close(GOING_AWAY, "the server stops");
      // A peer that does not answer the closing handshake would hold up the stop.
      setTimeout(() => {
        for (const client of this.websocketServer.clients) client.terminate();
      }, 500).unref();
      this.websocketServer.close();
    },
  });
}
