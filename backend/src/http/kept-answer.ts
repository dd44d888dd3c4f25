import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { knows, sendTagged, tagJson, tagOf } from "./etag.ts";

/** Below this many characters compressing costs more than it spares. */
export const COMPRESS_FROM = 1024;

/** The default is the best there is, and takes seconds for a long list. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotli = promisify(brotliCompress);

/**
 * Answers as `sendTagged` does, with a long text that many ask for: its tag and its compressed bytes are made once, and
 * kept until another text is sent.
 */
export function createKeptAnswer(compress = (json: string): Promise<Buffer> => brotli(json, brotliOptions)) {
  let kept: { json: string; tag: string; packed?: Promise<Buffer> } | undefined;

  return async (request: FastifyRequest, reply: FastifyReply, json: string): Promise<FastifyReply> => {
    if (kept?.json !== json) kept = { json, tag: tagOf(json) };
    const answer = kept;
    if (json.length < COMPRESS_FROM || !takesBrotli(request) || knows(request, answer.tag)) {
      return sendTagged(request, reply, json, answer.tag);
    }
    answer.packed ??= compress(json);
    const packed = await answer.packed;
    return tagJson(reply, answer.tag).header("vary", "accept-encoding").header("content-encoding", "br").send(packed);
  };
}

/** Said plainly, as browsers do; who weighs one encoding against another is answered by the general way. */
function takesBrotli(request: FastifyRequest): boolean {
  const accepted = String(request.headers["accept-encoding"] ?? "").split(",");
  return accepted.some((entry) => entry.trim() === "br");
}
