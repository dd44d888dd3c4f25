import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import Fastify from "fastify";

/** A log of JSON lines that holds no secret: addresses without their query, headers and bodies not at all. */
export function createLogger(stream: { write(line: string): void }): FastifyBaseLogger {
  return Fastify({
    logger: {
      level: "info",
      stream,
      redact: ["*.token", "*.authorization", "*.cookie", "req.headers", "headers"],
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, path: request.url?.split("?", 1)[0] }),
      },
    },
  }).log;
}
