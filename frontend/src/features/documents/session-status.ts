import type { Runtime, SessionDetail } from "@thothii/backend/api/sessions";

/** What the chip says. Archived goes before completed, and that before the phase. */
export type SessionStatus =
  | { kind: "archived" }
  | { kind: "completed" }
  | { kind: "phase"; index: number; of: number; code: string; title: string }
  | { kind: "unknown" };

export function sessionStatus(session: SessionDetail): SessionStatus {
  if (session.archived) return { kind: "archived" };
  if (session.status === "finalized") return { kind: "completed" };
  const { phase } = session;
  if (!phase) return { kind: "unknown" };
  return { kind: "phase", index: phase.index, of: phase.of, code: phase.code, title: phase.title };
}

/** Where the header's button leads: into a chat that is alive, into a fresh process, or nowhere. */
export type WayOn = "go-to-chat" | "resume" | "none";

export function wayOn(session: SessionDetail): WayOn {
  if (isLive(session.runtime)) return "go-to-chat";
  return session.resumable ? "resume" : "none";
}

/** A paused gate and a failed agent have no process: going on means a fresh one. */
function isLive(runtime: Runtime | null): boolean {
  return runtime !== null && runtime.state !== "paused" && runtime.state !== "failed";
}

/** The moment that, once seen, makes the session read: its last activity as the server told it. */
export function seenUpTo(session: SessionDetail): string | null {
  return session.unread ? (session.activity_at ?? session.updated_at ?? null) : null;
}

/** What the session is called: its name, else its question, else its id. */
export function sessionTitle({ name, question, id }: SessionDetail): string {
  return name?.trim() || question?.trim() || id;
}
