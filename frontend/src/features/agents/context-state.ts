import { CONTEXT_CHARS } from "@thothii/backend/api/agent-limits";
import type { Context } from "@thothii/backend/api/agents";
import { ApiProblem } from "../../lib/api.ts";

/** `empty`: there is nothing yet, which is no failure; `failed`: it could not be had. */
export type ContextState =
  | { kind: "loading" }
  | { kind: "empty" }
  | { kind: "failed"; error: unknown; retryable: boolean }
  | { kind: "ready"; context: Context };

type Fetched = { data: Context | undefined; error: unknown; isFetching: boolean };

/** What no other try makes better. */
const final = new Set(["session-gone", "session-not-found", "terminal-not-found", "ambiguous-session", "unreadable"]);

export function contextState({ data, error, isFetching }: Fetched): ContextState {
  if (isFetching) return { kind: "loading" };
  if (error) {
    if (error instanceof ApiProblem && error.code === "terminal-empty") return { kind: "empty" };
    return { kind: "failed", error, retryable: !(error instanceof ApiProblem && final.has(error.code)) };
  }
  if (!data) return { kind: "loading" };
  return data.context.trim() === "" ? { kind: "empty" } : { kind: "ready", context: data };
}

/** Why it can't be handed over yet, or null when it can. */
export type NotReady = "context" | "text" | "long" | "target";

export function notReady(state: ContextState, text: string, target: string): NotReady | null {
  if (state.kind !== "ready") return "context";
  if (text.trim() === "") return "text";
  if (text.length > CONTEXT_CHARS.max) return "long";
  return target === "" ? "target" : null;
}
