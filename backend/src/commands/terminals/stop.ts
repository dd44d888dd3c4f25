import { type Given, UsageError } from "../command.ts";
import { findAmong } from "./find-terminal.ts";
import { openTerminals } from "./open-terminals.ts";

type Flags = Partial<Record<"all" | "json" | "workspace", string>>;

/** `thoth terminals stop T` or `--all`: ends what runs in it, and closes it; with a server and without one. */
export async function stop(flags: Flags, { words: [id] }: Given): Promise<number> {
  if ((id === undefined) === (flags.all === undefined))
    throw new UsageError("give one terminal's id, or --all for every one.");
  const terminals = await openTerminals(flags);
  try {
    const all = await terminals.list();
    const stopped = (id === undefined ? all : [findAmong(all, id)]).map((terminal) => terminal.id);
    for (const one of stopped) await terminals.end(one);
    if (flags.json !== undefined) console.log(JSON.stringify({ stopped }));
    else console.log(stopped.length === 0 ? "No terminal was open." : `Stopped ${stopped.join(", ")}.`);
    return 0;
  } finally {
    terminals.close();
  }
}
