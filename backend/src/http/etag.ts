import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Answers with JSON text, or with 304 when the asker has exactly that already. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  // Weak: the bytes on the wire differ by compression.
  const tag = `W/"${createHash("sha1").update(json).digest("base64url")}"`;
  reply.header("etag", tag).header("cache-control", "private, no-cache");
  const known = request.headers["if-none-match"]?.split(",").map((entry) => entry.trim());
  if (known?.includes(tag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(json);
}
