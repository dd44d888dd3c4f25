import type { Terminal } from "../../../api/terminals.ts";
import { CommandFailure } from "../failure.ts";
import type { RunningServer } from "../running-server.ts";

/** The terminal of that id, or the only one whose id begins so. */
export async function findTerminal(server: RunningServer, text: string): Promise<Terminal> {
  const { body: all } = await server.ask<Terminal[]>("GET", "/terminals");
  return findAmong(all, text);
}

export function findAmong(all: readonly Terminal[], text: string): Terminal {
  const found = all.filter(({ id }) => id === text || id.startsWith(text));
  const exact = found.find(({ id }) => id === text) ?? (found.length === 1 ? found[0] : undefined);
  if (exact) return exact;
  if (found.length > 1)
    throw new CommandFailure({
      code: "ambiguous-session",
      message: `${text} fits several terminals: ${found.map(({ id }) => id).join(", ")}.`,
      hint: "Give more of the id.",
      exit: 2,
      more: { candidates: found.map(({ id }) => id) },
    });
  throw new CommandFailure({
    code: "terminal-not-found",
    message: `There is no terminal ${text}.`,
    hint: "`thoth terminals list` names those there are.",
  });
}

export const addressOf = ({ id }: Pick<Terminal, "id">) => `/terminals/${encodeURIComponent(id)}`;
