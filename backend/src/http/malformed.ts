import type { Socket } from "node:net";
import { problem, problemBody } from "./problem.ts";

/** How long the other side may take to hear the answer and hang up, in ms. */
const LINGER_MS = 1000;

/** What can't be read as HTTP gets one short answer, if the line still stands, and the line is closed. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const slow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const large = error.code === "HPE_HEADER_OVERFLOW";
  const status = slow ? "408 Request Timeout" : large ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify(problemBody(problem("invalid-request", "The request is not readable as HTTP."), "/"));
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/problem+json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // One that goes on talking, or never hangs up, would hold the line for ever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
