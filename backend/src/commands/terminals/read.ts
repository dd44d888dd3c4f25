import type { TerminalScreen } from "../../../api/terminals.ts";
import type { Given } from "../command.ts";
import { jsonText } from "../json-text.ts";
import { findServer } from "../running-server.ts";
import { addressOf, findTerminal } from "./find-terminal.ts";

type Flags = Partial<Record<"json" | "workspace", string>>;

/** `thoth terminals read T`: the screen, as text. */
export async function read(flags: Flags, { words: [id = ""] }: Given): Promise<number> {
  const server = await findServer(flags);
  const terminal = await findTerminal(server, id);
  const { body: screen } = await server.ask<TerminalScreen>("GET", `${addressOf(terminal)}/snapshot`);
  console.log(flags.json === undefined ? screen.text : jsonText(screen));
  return 0;
}
