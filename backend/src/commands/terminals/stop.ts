import type { Terminal } from "../../../api/terminals.ts";
import { type Given, UsageError } from "../command.ts";
import { findServer } from "../running-server.ts";
import { addressOf, findTerminal } from "./find-terminal.ts";

type Flags = Partial<Record<"all" | "json" | "workspace", string>>;

/** `thoth terminals stop T` or `--all`: ends what runs in it, and closes it. */
export async function stop(flags: Flags, { words: [id] }: Given): Promise<number> {
  if ((id === undefined) === (flags.all === undefined))
    throw new UsageError("give one terminal's id, or --all for every one.");
  const server = await findServer(flags);
  const chosen =
    id === undefined ? (await server.ask<Terminal[]>("GET", "/terminals")).body : [await findTerminal(server, id)];
  for (const terminal of chosen) await server.ask("DELETE", addressOf(terminal));
  const stopped = chosen.map((terminal) => terminal.id);
  if (flags.json !== undefined) console.log(JSON.stringify({ stopped }));
  else console.log(stopped.length === 0 ? "No terminal was open." : `Stopped ${stopped.join(", ")}.`);
  return 0;
}
