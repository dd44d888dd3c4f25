import { type Options, parseArguments, usage } from "./arguments.ts";
import { type Command, type Context, commonOptions, type Result } from "./command.ts";
import { commandTable, type TableEntry } from "./command-table.ts";
import { write } from "./output.ts";
import { Problem, spoken } from "./problem.ts";
import type { Workspace } from "./workspace.ts";

const argv = process.argv.slice(2);
const beforeDashes = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
const json = beforeDashes.includes("--json");
// Loaded only when somebody asks for it, or has to be told.
const help = () => import("./help.ts");
let usageText = async () => "";

try {
  await write(1, await run());
} catch (error) {
  await report(error);
}

async function run(): Promise<string | Uint8Array> {
  const { words, rest, values } = leadingOptions(argv);
  if (values.version) return version();
  if (words.length === 0) return (await help()).groupHelp([]);
  const entry = commandTable.find(({ path }) => path.every((word, index) => words[index] === word));
  if (!entry) return group(words, rest);
  const { command } = await entry.load();
  usageText = async () => (await help()).usageLine(entry, command);
  const options: Options = { ...command.options, ...commonOptions(command) };
  const own = [...words.slice(entry.path.length), ...rest];
  if (values.help || beforeDashes.includes("--help")) return (await help()).commandHelp(entry, command);
  const parsed = parseArguments(own, command.positionals, options);
  return runCommand(entry, command, { ...parsed, workspace: parsed.workspace ?? values.workspace });
}

async function runCommand(
  entry: TableEntry,
  command: Command,
  values: Record<string, unknown>,
): Promise<string | Uint8Array> {
  if (command.personal && process.env.THT_AGENT === "1") throw needsPerson(entry);
  const by = values.by === undefined ? null : await checkedName(values.by as string);
  const context = await createContext(values.workspace as string | undefined, by);
  const result: Result | null = await command.run(context, values);
  if (!result) return "";
  if (json && result.value instanceof Uint8Array) return result.value;
  const text = json ? JSON.stringify(result.value) : result.text();
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** The world as the command line gives it. `by` is null where the workspace's author does it. */
async function createContext(folder: string | undefined, by: string | null): Promise<Context> {
  const { openWorkspace } = await import("./workspace.ts");
  let opened: Workspace | undefined;
  const workspace = () => {
    opened ??= openWorkspace(folder, process.env, process.cwd());
    return opened;
  };
  const now = () => new Date();
  const author = () => ({ by: by ?? workspace().author, now: now() });
  const stdin = async (limit: number) => (await import("./standard-input.ts")).readStandardInput(limit);
  return { workspace, author, now, json, stdin };
}

async function checkedName(by: string): Promise<string | null> {
  const { checkedLabel } = await import("./labels.ts");
  return checkedLabel(by, "The name of --by");
}

function needsPerson({ path }: TableEntry): Problem {
  return new Problem(
    "needs-person",
    `\`tht ${path.join(" ")}\` is a person's act, and this is an agent (THT_AGENT=1).`,
    "Ask the reviewer through the gate; what they decide is recorded for you.",
  );
}

/** Splits off the options that may stand before the command's words. */
function leadingOptions(args: readonly string[]) {
  const values: { workspace?: string; help?: true; version?: true } = {};
  let index = 0;
  for (; index < args.length && args[index]?.startsWith("-"); index += 1) {
    const arg = args[index] as string;
    if (arg === "--help" || arg === "-h") values.help = true;
    else if (arg === "--version") values.version = true;
    else if (arg.startsWith("--workspace=")) values.workspace = arg.slice("--workspace=".length);
    else if (arg === "--workspace") {
      index += 1;
      const folder = args[index];
      if (folder === undefined) throw usage("--workspace needs a folder.");
      values.workspace = folder;
    } else if (arg !== "--json") throw usage(`Unknown option ${JSON.stringify(arg)}.`);
  }
  const after = args.slice(index);
  const firstOption = after.findIndex((arg) => arg.startsWith("-"));
  const cut = firstOption < 0 ? after.length : firstOption;
  return { words: after.slice(0, cut), rest: after.slice(cut), values };
}

async function group(words: readonly string[], rest: readonly string[]): Promise<string> {
  const [first = ""] = words;
  const exists = commandTable.some(({ path }) => path[0] === first);
  usageText = async () => (await help()).groupHelp(exists ? [first] : []);
  if (exists && words.length === 1) {
    if (rest[0] === "--help" || rest[0] === "-h") return usageText();
    throw usage(`\`tht ${first}\` needs a command.`);
  }
  throw usage(`There is no command \`tht ${words.slice(0, exists ? 2 : 1).join(" ")}\`.`);
}

async function version(): Promise<string> {
  const { VERSION, CAPABILITIES } = await import("./version.ts");
  return json ? `${JSON.stringify({ version: VERSION, capabilities: CAPABILITIES })}\n` : `tht ${VERSION}\n`;
}

async function report(error: unknown): Promise<void> {
  const known = error instanceof Problem;
  process.exitCode = known && error.code === "usage" ? 2 : 1;
  const said = spoken(error);
  // Of a bug, too, a caller with --json gets one line it can parse.
  if (json) return void (await write(2, `${JSON.stringify({ error: said })}\n`));
  if (!known) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return void (await write(2, `${stack}\n${said.hint}\n`));
  }
  const about = said.code === "usage" ? (await usageText()).trimEnd() : "";
  await write(2, `tht: ${said.message}\n${said.hint}\n${about && `${about}\n`}`);
}
