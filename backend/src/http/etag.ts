import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Answers with JSON text, or with 304 when the asker has exactly that already. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
  tag = tagOf(json),
): FastifyReply {
  tagJson(reply, tag);
  return knows(request, tag) ? reply.code(304).send() : reply.send(json);
}

/** Weak: the bytes on the wire differ by compression. */
export const tagOf = (json: string) => `W/"${createHash("sha1").update(json).digest("base64url")}"`;

export const tagJson = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.header("etag", tag).header("cache-control", "private, no-cache").type("application/json; charset=utf-8");

/** Whether the asker has what that tag names. */
export function knows(request: FastifyRequest, tag: string): boolean {
  const known = request.headers["if-none-match"]?.split(",").map((entry) => entry.trim());
  return known?.includes(tag) ?? false;
}
