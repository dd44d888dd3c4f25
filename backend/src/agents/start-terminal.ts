import type { Terminal } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import type { TerminalService, TerminalSpec } from "../terminals/index.ts";

/** What an agent that can't go on says, it says soon after its start. */
const SETTLE_MS = 1_200;
const LAST_LINES = 12;

type Terminals = Pick<TerminalService, "create" | "get" | "end" | "screen" | "onChange">;

/**
 * Opens the terminal and waits a moment: an agent that ends at once with an error has not started, and what it printed
 * is told (`agent-failed`) in place of a dead terminal.
 */
export async function startTerminal(terminals: Terminals, spec: TerminalSpec, clock: Clock): Promise<Terminal> {
  const terminal = await terminals.create(spec);
  const settled = await ended(terminals, terminal, clock);
  if (settled.state === "running" || settled.exitCode === 0) return settled;
  const { text } = await terminals.screen(terminal.id);
  await terminals.end(terminal.id);
  const printed = text.trim().split("\n").slice(-LAST_LINES).join("\n");
  const how = settled.exitCode === null ? `by ${settled.signal ?? "a signal"}` : `with exit code ${settled.exitCode}`;
  throw problem(
    "agent-failed",
    `${spec.title} ended at once, ${how}. ${printed === "" ? "It printed nothing." : `It printed:\n${printed}`}`,
    "Mend what it names, or change its command and arguments in the agent's settings; then try again.",
  );
}

/** The terminal when it has ended, or as it is after the moment. */
function ended(terminals: Terminals, { id }: Terminal, clock: Clock): Promise<Terminal> {
  return new Promise((resolve, reject) => {
    const done = (look: Promise<Terminal>) => {
      cancel();
      stop();
      look.then(resolve, reject);
    };
    const cancel = clock.after(SETTLE_MS, () => done(terminals.get(id)));
    const check = async () => {
      const now = await terminals.get(id);
      if (now.state !== "running") done(Promise.resolve(now));
    };
    const stop = terminals.onChange((ids) => {
      if (ids.includes(id)) check().catch((error) => done(Promise.reject(error)));
    });
    // It may have ended before anybody listened.
    check().catch((error) => done(Promise.reject(error)));
  });
}
