import { fileURLToPath } from "node:url";
import type { AgentConfig } from "../../api/agents.ts";
import { problem } from "../http/problem.ts";
import { fillArguments, mentions, withValue } from "./arguments.ts";
import type { ForkThenOpen } from "./fork-then-open.ts";
import { bytesOf, type Delivery, deliverPrompt, TOTAL_BYTES } from "./prompt-delivery.ts";

/** Anew, or from a session of the agent's own. */
export type Start = { kind: "fresh" } | { kind: "resume" | "fork"; sessionId: string };

interface LaunchPlan {
  argv: string[];
  /** The id its conversation will have, where that is known before; a fork's is never the source's. */
  agentSessionId: string | null;
  stdin: string | null;
  /** Has to be there before the program starts. */
  file: { path: string; text: string } | null;
}

interface Wish {
  config: AgentConfig;
  /** Absolute. */
  program: string;
  start: Start;
  /** Cleaned; empty for none. */
  prompt: string;
  /** A name for a prompt that goes by file. */
  promptFile: string;
  newId: string;
  /** Of the environment, in bytes. */
  environmentBytes: number;
}

const FORK_THEN_OPEN = fileURLToPath(new URL("fork-then-open.ts", import.meta.url));

/** The argument list that starts the agent as asked: program, its own arguments, the session, the prompt. */
export function planLaunch(wish: Wish): LaunchPlan {
  const plan = usesTwoSteps(wish) ? planTwoSteps(wish, wish.start.sessionId) : planOneStep(wish);
  const bytes = bytesOf(plan.argv) + wish.environmentBytes;
  if (bytes > TOTAL_BYTES)
    throw problem(
      "invalid-request",
      `The arguments and variables of ${wish.config.label} are too much for one program: ${bytes} bytes of ${TOTAL_BYTES}.`,
      "Shorten its arguments or its environment in the agent's settings.",
    );
  return plan;
}

/** The screen of some agents loses a first prompt after a fork: then the fork is made and asked without a screen. */
function usesTwoSteps(wish: Wish): wish is Wish & { start: { kind: "fork"; sessionId: string } } {
  return wish.start.kind === "fork" && wish.prompt !== "" && wish.config.forkHeadlessArgs.length > 0;
}

function planOneStep({ config, program, start, prompt, promptFile, newId, environmentBytes }: Wish): LaunchPlan {
  const { args, agentSessionId } = sessionArguments(config, start, newId);
  const before = [program, ...config.args, ...args];
  const otherBytes = bytesOf(before) + environmentBytes;
  const delivery: Delivery =
    prompt === ""
      ? { args: [], stdin: null, file: null }
      : deliverPrompt({ config, prompt, file: promptFile, otherBytes });
  const { stdin, file } = delivery;
  return { argv: [...before, ...delivery.args], agentSessionId, stdin, file };
}

function sessionArguments(config: AgentConfig, start: Start, newSessionId: string) {
  const { pinSessionArgs, resumeArgs, forkArgs } = config;
  if (start.kind === "resume")
    return { args: withValue(resumeArgs, "sessionId", start.sessionId), agentSessionId: start.sessionId };
  if (start.kind === "fork") {
    const args = fillArguments(withValue(forkArgs, "sessionId", start.sessionId), { newSessionId });
    return { args, agentSessionId: mentions(forkArgs, "newSessionId") ? newSessionId : null };
  }
  if (pinSessionArgs.length === 0) return { args: [], agentSessionId: null };
  return { args: withValue(pinSessionArgs, "newSessionId", newSessionId), agentSessionId: newSessionId };
}

function planTwoSteps({ config, program, prompt, promptFile }: Wish, sessionId: string): LaunchPlan {
  const forkArgs = withValue(config.forkHeadlessArgs, "sessionId", sessionId);
  const asArgument = mentions(forkArgs, "prompt");
  const { args } = asArgument
    ? deliverPrompt({
        config: { promptTransport: "argv", promptArgs: forkArgs },
        prompt,
        file: promptFile,
        otherBytes: 0,
      })
    : { args: forkArgs };
  const steps: ForkThenOpen = {
    label: config.label,
    source: sessionId,
    fork: [program, ...config.args, ...args],
    open: [program, ...config.args, ...config.resumeArgs],
    promptFile: asArgument ? null : promptFile,
  };
  return {
    argv: [process.execPath, FORK_THEN_OPEN, JSON.stringify(steps)],
    agentSessionId: null,
    stdin: null,
    file: { path: promptFile, text: prompt },
  };
}
