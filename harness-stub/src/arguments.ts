import { Problem } from "./problem.ts";

// Imported as an ES module, `node:util` loads everything it can do; see fs.ts.
const { parseArgs } = process.getBuiltinModule("node:util");

interface Described {
  readonly help: string;
}
interface TextOption extends Described {
  readonly type: "text";
  readonly value: string;
  readonly required?: true;
  readonly choices?: readonly string[];
}
interface ListOption extends Described {
  readonly type: "list";
  readonly value: string;
}
interface NumberOption extends Described {
  readonly type: "number";
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}
interface FlagOption extends Described {
  readonly type: "flag";
}
export type Option = TextOption | ListOption | NumberOption | FlagOption;
export type Options = Readonly<Record<string, Option>>;
export type Positionals = readonly { readonly name: string; readonly help: string }[];

type ValueOf<O extends Option> = O extends FlagOption
  ? boolean
  : O extends NumberOption
    ? number
    : O extends ListOption
      ? string[]
      : O extends { required: true }
        ? string
        : string | undefined;

/** What a command's `run` gets: its positionals and options by name. */
export type Values<P extends Positionals, O extends Options> = { [K in P[number]["name"]]: string } & {
  [K in keyof O]: ValueOf<O[K]>;
};

export const usage = (message: string) =>
  new Problem(
    "usage",
    message,
    "Add --help to see what the command takes; write --option=value for a value that starts with a dash.",
  );

/** Parses what follows the verb. Throws a `usage` problem that says what is wrong. */
export function parseArguments(
  argv: readonly string[],
  positionals: Positionals,
  options: Options,
): Record<string, unknown> {
  const parsed = tokens(argv, options);
  const values: Record<string, unknown> = {};
  for (const [index, { name }] of positionals.entries()) {
    const value = parsed.positionals[index];
    if (value === undefined) throw usage(`${name} is missing.`);
    values[name] = value;
  }
  const extra = parsed.positionals[positionals.length];
  if (extra !== undefined) throw usage(`Unexpected argument ${JSON.stringify(extra)}.`);
  for (const [name, option] of Object.entries(options)) values[name] = optionValue(name, option, parsed.values[name]);
  return values;
}

function tokens(argv: readonly string[], options: Options) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      option.type === "flag" ? { type: "boolean" as const } : { type: "string" as const, multiple: true },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options: config, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usage(error.message.split(". ")[0]?.replaceAll("\n", " ") ?? error.message);
  }
}

function optionValue(name: string, option: Option, given: unknown): unknown {
  if (option.type === "flag") return given === true;
  const all = (given as string[] | undefined) ?? [];
  if (option.type === "list") return all;
  if (all.length > 1) throw usage(`--${name} may be given once only.`);
  const value = all[0];
  if (option.type === "number") return value === undefined ? option.fallback : checkedNumber(name, option, value);
  if (value === undefined && option.required) throw usage(`--${name} is missing.`);
  if (value !== undefined && option.choices && !option.choices.includes(value)) {
    throw usage(`--${name} must be one of ${option.choices.join(", ")}.`);
  }
  return value;
}

function checkedNumber(name: string, option: NumberOption, value: string): number {
  const number = Number(value);
  if (!/^\d{1,15}$/.test(value) || number < option.min || number > option.max) {
    throw usage(`--${name} must be a whole number from ${option.min} to ${option.max}.`);
  }
  return number;
}
