import type { FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

const LONGEST_NAME = 200;

/** The name in `X-Thoth-By`, percent-encoded UTF-8; undefined where the page sent none. */
export function personOf(request: FastifyRequest): string | undefined {
  const header = request.headers["x-thoth-by"];
  if (header === undefined || header === "") return undefined;
  const name = decode(String(header)).trim().normalize("NFC");
  if (name === "") return undefined;
  if (name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    throw problem("invalid-request", "The name in X-Thoth-By is too long or holds control characters.", "Set it anew.");
  return name;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError)
      throw problem("invalid-request", "The name in X-Thoth-By is not percent-encoded UTF-8.", "Set it anew.");
    throw error;
  }
}
