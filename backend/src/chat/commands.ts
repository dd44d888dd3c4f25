import type { SlashCommand } from "../../api/chat.ts";
import type { PhaseDetail } from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";
import { problem } from "../http/problem.ts";
import { cutText } from "../lib/cut-text.ts";
import { modePrompt } from "./pi-process-manager.ts";
import type { PiCommandInfo } from "./pi-protocol.ts";

const GO_BACK = "torna";

/** Those begin a process; typed into a running one they would begin another question in the midst of this. */
const serversOwn = new Set<string>(Object.values(modePrompt));

/** What the composer offers: going back to an earlier phase, and whatever prompts Pi has loaded besides. */
export function slashCommands(loaded: readonly PiCommandInfo[], phase: PhaseDetail | null): SlashCommand[] {
  const back = { name: GO_BACK, description: "Go back to an earlier phase", argumentHint: "N [note]" };
  const prompts = loaded
    .filter(({ name, source }) => source === "prompt" && !serversOwn.has(name))
    .map(({ name, description }) => ({ name, description }));
  return [...(phase && phase.index > 1 ? [back] : []), ...prompts];
}

/** What a typed text is: a message, or the wish to go back to a phase. */
export type Typed = { kind: "message" } | { kind: "back"; target: string; note: string | undefined };

/**
 * Pi sends a `/word` that it does not know to the model as it stands, and says nothing: so the unknown ones are refused
 * here. Only a slash at the very beginning makes a command, for Pi as well.
 */
export function readTyped(text: string, loaded: readonly string[]): Typed {
  const name = /^\/(\S*)/.exec(text)?.[1];
  if (name === undefined) return { kind: "message" };
  if (name === GO_BACK) {
    const [, target, note] = /^\/\S+\s+(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    if (target === undefined) {
      throw problem(
        "invalid-request",
        "/torna needs the phase to go back to.",
        "For example: /torna 2 check the dates",
      );
    }
    return { kind: "back", target, note: note?.trim() || undefined };
  }
  if (loaded.includes(name) && !serversOwn.has(name)) return { kind: "message" };
  throw problem(
    "unknown_command",
    `There is no command /${cutText(name, 100)}.`,
    "Choose one of the list that / opens; to send the text as it is, begin it with a blank.",
  );
}

/** The phase that `N`, `FN` or a code of the workflow means, if it is earlier than the current one. */
export function earlierPhase(target: string, current: PhaseDetail, phases: readonly WorkflowPhase[]): string {
  const wanted = target.toLowerCase();
  const at = phases.findIndex(({ code }, index) => {
    return code.toLowerCase() === wanted || String(index + 1) === wanted || `f${index + 1}` === wanted;
  });
  const found = phases[at];
  if (found && at < current.index - 1) return found.code;
  throw problem(
    "wrong-phase",
    found
      ? `${found.code} is not earlier than the current phase, ${current.code}.`
      : `The workflow has no phase ${cutText(target, 40)}.`,
    current.index > 1
      ? `Go back to one of ${phases
          .slice(0, current.index - 1)
          .map(({ code }) => code)
          .join(", ")}.`
      : "The session is in its first phase: there is nothing to go back to.",
  );
}
