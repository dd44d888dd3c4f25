import type { Terminal } from "@thothii/backend/api/terminals";

/** `running`; `done`: ended well; `failed`: with another code or by a signal; `lost`: its host ended without a word. */
export type TerminalTone = "running" | "done" | "failed" | "lost";

type Ending = Pick<Terminal, "state" | "exitCode" | "signal">;

export function terminalTone({ state, exitCode, signal }: Ending): TerminalTone {
  if (state !== "exited") return state;
  return exitCode === 0 && signal === null ? "done" : "failed";
}

/** The name to show: as the program calls itself, else by its command. */
export function terminalTitle({ title, argv }: Pick<Terminal, "title" | "argv">): string {
  return title.trim() || argv[0] || "";
}

/**
 * What each is called, by id. Those of one name and one session are numbered in the order they are listed, so that they
 * can be told apart; the first keeps its name.
 */
export function terminalNames(
  terminals: readonly Pick<Terminal, "id" | "title" | "argv" | "session">[],
): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const terminal of terminals) {
    const title = terminalTitle(terminal);
    const of = JSON.stringify([title, terminal.session]);
    const number = (taken.get(of) ?? 0) + 1;
    taken.set(of, number);
    names.set(terminal.id, number === 1 ? title : `${title} (${number})`);
  }
  return names;
}

/** The tab to go to when one is closed: the next, else the one before, else the chat. */
export function neighbourOf(id: string, terminals: { id: string }[]): string | null {
  const at = terminals.findIndex((terminal) => terminal.id === id);
  if (at === -1) return null;
  return (terminals[at + 1] ?? terminals[at - 1])?.id ?? null;
}
