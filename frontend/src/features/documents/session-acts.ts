import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { Capability } from "@thothii/backend/api/workspace";
import { wayOn } from "./session-status.ts";

/** Why something can't be done now. */
export type Refusal = "foreign" | "unreadable" | "archived" | "finalized" | "busy" | "notComplete";

/** What can be done with a session besides reading it and going on: each with what is in its way, or null. */
export type SessionActs = {
  fork: Refusal | null;
  /** Laying it aside and taking it up again are one place in the menu. */
  status: "close" | "reopen";
  changeStatus: Refusal | null;
  complete: Refusal | null;
};

export function sessionActs(session: SessionDetail, missing: readonly Capability[]): SessionActs {
  const unreadable = session.problem?.severity === "error" ? "unreadable" : null;
  const readOnly = session.status === "finalized" ? "finalized" : session.archived ? "archived" : null;
  const noStatus = missing.includes("status") ? "foreign" : null;
  const busy = wayOn(session) === "go-to-chat" ? "busy" : null;
  const open = session.phase?.complete ? null : "notComplete";
  return {
    fork: unreadable ?? (missing.includes("fork") ? "foreign" : null),
    status: session.status === "closed" ? "reopen" : "close",
    changeStatus: unreadable ?? noStatus ?? readOnly ?? busy,
    complete: unreadable ?? noStatus ?? readOnly ?? busy ?? open,
  };
}
