import { CONTEXT_CHARS } from "../../../api/agent-limits.ts";
import type { TerminalTranscript } from "../../../api/terminals.ts";
import type { Given } from "../command.ts";
import { jsonText } from "../json-text.ts";
import { findServer } from "../running-server.ts";
import { number } from "../values.ts";
import { addressOf, findTerminal } from "./find-terminal.ts";

type Flags = Partial<Record<"context-chars" | "json" | "workspace", string>>;

/** `thoth terminals transcript T`: the text on stdout, and where it comes from on stderr. */
export async function transcript(flags: Flags, { words: [id = ""] }: Given): Promise<number> {
  const given = flags["context-chars"];
  const chars =
    given === undefined ? CONTEXT_CHARS.default : number("--context-chars", given, 1, CONTEXT_CHARS.max, "whole");
  const server = await findServer(flags);
  const terminal = await findTerminal(server, id);
  const { body } = await server.ask<TerminalTranscript>("GET", `${addressOf(terminal)}/transcript?chars=${chars}`);
  if (flags.json !== undefined) console.log(jsonText(body));
  else {
    console.log(body.text);
    console.error(remarks(body));
  }
  return 0;
}

function remarks({ source, quality, rows, droppedRows, redactions, startsMidStream }: TerminalTranscript): string {
  return [
    `From the ${source}, ${quality}: ${rows} rows`,
    ...(droppedRows > 0 ? [`${droppedRows} earlier rows left out`] : []),
    ...(startsMidStream ? ["its beginning is not kept"] : []),
    ...(redactions > 0 ? [`${redactions} secrets replaced`] : []),
  ].join(" · ");
}
