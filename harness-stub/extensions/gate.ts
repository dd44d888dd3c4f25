// The agent's only way to the harness, and its only way to ask a person. Pi loads it with `-e`, without a shell and
// without writing tools: what is not allowed here, the agent cannot do.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { readAgentEnvironment } from "./agent-environment.ts";
import { askGate } from "./ask-gate.ts";
import { createCallBudget } from "./call-budget.ts";
import { isReadable } from "./readable-path.ts";
import { createRunTht } from "./run-tht.ts";
import { phaseCodes, showSession } from "./session-state.ts";
import { checkThtCall } from "./tht-arguments.ts";

const MAX_CALLS = 60;
const MAX_ANSWER = 200_000;

const text = <T>(content: string, details: T) => ({ content: [{ type: "text" as const, text: content }], details });

export default function thoth(pi: ExtensionAPI): void {
  const agent = readAgentEnvironment(process.env);
  const run = createRunTht(agent.tht, process.env);
  const budget = createCallBudget(MAX_CALLS);
  let gateOpen = false;
  let codes: string[] | null = null;

  pi.registerTool({
    name: "tht",
    label: "tht",
    description:
      'Runs one harness command, without a shell. ["session","show"], ["session","documents","--all"] (or "--key","K"), ["session","put","KEY"] with the document in stdin, ["dwh","schema"], ["dwh","query"] with the SQL in stdin. The session id is added for you.',
    promptSnippet: "Run one harness command of this session",
    parameters: Type.Object({
      args: Type.Array(Type.String(), { description: 'Command and arguments, such as ["session","show"]' }),
      stdin: Type.Optional(Type.String({ description: "The document for put, the SQL for query" })),
    }),
    executionMode: "sequential",
    async execute(_toolCallId, { args, stdin }, signal) {
      const call = checkThtCall(args, stdin, agent.session);
      if (call.put !== undefined) await checkPut(call.put, signal);
      const output = await run(call.args, { stdin: call.stdin, signal }).catch((error: Error) => {
        throw new Error(`tht ${args.slice(0, 2).join(" ")} failed: ${error.message}`, { cause: error });
      });
      if (output.length > MAX_ANSWER) {
        throw new Error(
          `tht: ${output.length} characters are too many: ask for one document with --key, or use --limit.`,
        );
      }
      return text(output, {});
    },
  });

  // An approved document changes only after a rollback, so that what was approved is what is there.
  async function checkPut(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { phase } = await showSession(run, agent.session, signal);
    if (phase.complete) throw new Error("tht: the session is complete: nothing can be written.");
    if (phase.needs.includes(key)) return;
    const own = phase.needs.join(", ") || "none";
    throw new Error(`tht: ${key} is not a document of the current phase ${phase.code} (its own: ${own}).`);
  }

  pi.registerTool({
    name: "gate",
    label: "gate",
    description:
      "Asks the reviewer to decide on the current phase, and waits. The only way to a decision. Returns {gate, decision, to, note, phase}.",
    promptSnippet: "Ask the reviewer to decide on the current phase",
    parameters: Type.Object({
      phase: Type.String({ description: "Code of the current phase, such as F4" }),
      summary: Type.String({ description: "At most five lines: what was decided, what assumed, what to look at" }),
      suggest: Type.Optional(
        Type.Object(
          {
            decision: Type.String({ description: "approve, revise or rollback" }),
            to: Type.Optional(Type.String({ description: "With rollback: the earlier phase" })),
          },
          { description: "A decision to propose, if any" },
        ),
      ),
    }),
    executionMode: "sequential",
    async execute(toolCallId, { phase, summary, suggest }, signal, _onUpdate, ctx) {
      if (!ctx.hasUI) throw new Error("gate: no reviewer is connected. Stop and wait.");
      if (gateOpen) throw new Error("gate: another gate is open. One at a time.");
      gateOpen = true;
      try {
        const call = { toolCallId, session: agent.session, summary, suggest };
        const select = (title: string, options: string[]) => ctx.ui.select(title, options, { signal });
        codes ??= await phaseCodes(run); // the workflow does not change while a process runs
        const outcome = await askGate(phase, call, { run, codes, select, signal });
        budget.reset();
        return text(JSON.stringify(outcome), outcome);
      } catch (error) {
        throw new Error(`gate: ${(error as Error).message}`, { cause: error });
      } finally {
        gateOpen = false;
      }
    },
  });

  pi.on("input", () => budget.reset());

  pi.on("tool_call", (event, ctx) => {
    const spent = budget.spend();
    if (spent !== "go") {
      if (spent === "stop") {
        ctx.ui.notify(JSON.stringify({ v: 1, kind: "thoth.runaway", calls: MAX_CALLS }), "error");
        ctx.abort();
      }
      return { block: true, terminate: true, reason: `Stopped: ${MAX_CALLS} calls without a decision.` };
    }
    if (event.toolName === "tht" || event.toolName === "gate") return undefined;
    if (event.toolName === "read") {
      if (isReadable(String(event.input.path), ctx.cwd, agent.readable)) return undefined;
      return { block: true, reason: "read: only the skill's and the session's folder can be read, by existing paths." };
    }
    return { block: true, reason: `${event.toolName} is not available here: use tht, gate and read.` };
  });
}
