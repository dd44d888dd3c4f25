import { parseArgs } from "node:util";
import { type Command, type Flag, type Given, UsageError } from "./command.ts";

export interface Selection {
  command: Command;
  /** Its names from the program down: `["thoth", "sessions", "show"]`. */
  path: string[];
  /** What is left for it: options that stood before its name, too. */
  args: string[];
}

/** Follows the words down the tree as long as they name commands. Throws {@link UsageError} for a name there is not. */
export function selectCommand(root: Command, args: readonly string[]): Selection {
  const selection: Selection = { command: root, path: [root.name], args: [...args] };
  for (;;) {
    const { command, path } = selection;
    const at = firstWord(selection.args, command.flags);
    const name = at === null ? undefined : selection.args[at];
    if (!command.commands || at === null || name === undefined) return selection;
    const next = command.commands.find((candidate) => candidate.name === name);
    if (!next) {
      if (command.load) return selection;
      throw new UsageError(`there is no command ${JSON.stringify(name)}.`);
    }
    selection.args.splice(at, 1);
    selection.command = next;
    path.push(next.name);
  }
}

/** Where the first word is that is no option and no option's value. After `--` there are no names of commands. */
function firstWord(args: readonly string[], flags: readonly Flag[]): number | null {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") return null;
    if (!arg.startsWith("-") || arg === "-") return i;
    if (flags.some(({ name, value }) => value !== undefined && arg === `--${name}`)) i++;
  }
  return null;
}

export interface Parsed extends Given {
  flags: Record<string, string | undefined>;
  help: boolean;
}

/** Checks the arguments against what the command takes. Throws {@link UsageError}. */
export function parseArguments({ flags, words }: Command, args: readonly string[]): Parsed {
  const options = Object.fromEntries(
    flags.map(({ name, value, repeats }) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple: repeats === true },
    ]),
  );
  const help = { type: "boolean" as const, short: "h" };
  let values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({ args: [...args], options: { ...options, help }, allowPositionals: true }));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code.startsWith("ERR_PARSE_ARGS_")) throw new UsageError(message);
    throw error;
  }
  if (values.help !== true) checkCount(positionals, words);
  const singles = flags.filter(({ repeats }) => !repeats).map(({ name }) => [name, asText(values[name])]);
  const lists = flags.filter(({ repeats }) => repeats).map(({ name }) => [name, values[name] ?? []]);
  return {
    flags: Object.fromEntries(singles.filter(([, value]) => value !== undefined)),
    lists: Object.fromEntries(lists),
    words: positionals,
    help: values.help === true,
  };
}

const asText = (value: unknown) => (value === true ? "" : (value as string | undefined));

function checkCount(given: readonly string[], words: Command["words"]): void {
  const { usage, least, most } = words ?? { usage: "no words", least: 0, most: 0 };
  if (given.length < least) throw new UsageError(`${usage} is missing.`);
  if (given.length > most)
    throw new UsageError(`${JSON.stringify(given[most])} is one word too many: it takes ${usage}.`);
}
