import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { T } from "../../lib/i18n.ts";
import type { Conversation } from "./chat-state.ts";

/** `work`: the agent is busy. `wait`: it is the reader's turn. `loss`: it failed. `quiet`: nothing is going on. */
export type StateTone = "work" | "wait" | "loss" | "quiet";

/** What the agent of a session is doing, in words, and the tone that repeats them. */
export function agentState(
  t: T,
  { loaded, runtime, gate, phase }: Pick<Conversation, "loaded" | "runtime" | "gate" | "phase">,
  session: Pick<SessionDetail, "archived" | "status"> | undefined,
): { tone: StateTone; text: string } {
  if (session?.archived) return { tone: "quiet", text: t("chat.state.archived") };
  if (session?.status === "finalized") return { tone: "quiet", text: t("chat.state.finalized") };
  if (gate) return { tone: "wait", text: t(gate.paused ? "chat.state.paused" : "chat.state.waiting") };
  switch (runtime?.state) {
    case "starting":
    case "stopping":
      return { tone: "work", text: t(`chat.state.${runtime.state}`) };
    case "running":
      return {
        tone: "work",
        text: phase ? t("chat.state.runningPhase", { index: phase.index }) : t("chat.state.running"),
      };
    case "waiting":
    case "paused":
      return { tone: "wait", text: t(`chat.state.${runtime.state}`) };
    case "idle":
      return { tone: "quiet", text: t("chat.state.idle") };
    case "failed":
      return { tone: "loss", text: t("chat.state.failed") };
    default:
      // Before the first snapshot nobody knows.
      return { tone: "quiet", text: loaded ? t("chat.state.none") : "" };
  }
}
