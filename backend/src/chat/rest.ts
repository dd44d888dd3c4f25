import type { Rest } from "../../api/chat.ts";
import type { PhaseDetail } from "../../api/sessions.ts";
import { cutText } from "../lib/cut-text.ts";
import type { ModelEnd } from "./chat-log.ts";

const DETAIL_CHARS = 2_000;

export type RestState = {
  readonly value: Rest | null;
  /** The agent was stopped for calling without end; the end of its run follows. */
  ranAway(): void;
  /** A run came to its end. */
  settled(aborted: boolean, model: ModelEnd): void;
  /** The session was read: whether an agent that idles left work undone, only it can tell. */
  sessionAt(phase: PhaseDetail | null, idle: boolean): void;
  /** A run goes on, or another process begins. */
  clear(): void;
};

/** Why an agent rests although there is work: what the page offers to go on from. */
export function createRest(onChange: (rest: Rest | null) => void): RestState {
  let value: Rest | null = null;
  let runaway = false;

  function set(next: Rest | null): void {
    if (JSON.stringify(next) === JSON.stringify(value)) return;
    value = next;
    onChange(value);
  }

  function failure(aborted: boolean, { stopReason, error }: ModelEnd): Rest | null {
    if (runaway) return { reason: "runaway" };
    if (aborted || stopReason === "aborted") return { reason: "aborted" };
    if (error === null) return null;
    return { reason: "model-error", ...(error === "" ? {} : { detail: cutText(error, DETAIL_CHARS) }) };
  }

  return {
    get value() {
      return value;
    },
    ranAway() {
      runaway = true;
    },
    settled(aborted, model) {
      const failed = failure(aborted, model);
      if (failed) set(failed);
      runaway = false;
    },
    sessionAt(phase, idle) {
      const workLeft = phase?.next === "work";
      if (idle && workLeft && value === null) set({ reason: "settled" });
      if (phase?.next === "done" || (value?.reason === "settled" && !workLeft)) set(null);
    },
    clear: () => set(null),
  };
}
