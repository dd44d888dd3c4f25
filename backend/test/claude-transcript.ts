import { randomUUID } from "node:crypto";

export interface Said {
  role?: "user" | "assistant";
  text: string;
  uuid?: string;
  /** ISO 8601 UTC. */
  ts?: string;
  cwd?: string;
}

/** Lines as Claude Code writes them, one a turn. */
export function claudeTranscript(sessionId: string, said: readonly (Said | string)[], cwd = "/home/dev/app"): string {
  let minute = 0;
  return said
    .map((turn) => (typeof turn === "string" ? { text: turn } : turn))
    .map(({ role = "user", text, uuid = randomUUID(), ts, cwd: own = cwd }) => {
      const timestamp = ts ?? new Date(Date.UTC(2026, 5, 1, 10, minute++)).toISOString();
      const content = role === "user" ? text : [{ type: "text", text }];
      return `${JSON.stringify({ type: role, uuid, sessionId, timestamp, cwd: own, message: { role, content } })}\n`;
    })
    .join("");
}
