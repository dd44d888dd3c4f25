import { type Parsed, parseArguments, type Selection, selectCommand } from "./commands/arguments.ts";
import { UsageError } from "./commands/command.ts";
import { renderHelp } from "./commands/help.ts";
import { program } from "./commands/index.ts";

const FAILED = 1;
const USAGE = 2;

// Whoever reads may stop reading: `thoth … | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const wanted = args[0] === "help" ? [...args.slice(1), "--help"] : args;
  let selection: Selection = { command: program, path: [program.name], args: [] };
  try {
    selection = selectCommand(program, wanted);
    return await run(selection, parseArguments(selection.command, selection.args));
  } catch (error) {
    if (error instanceof UsageError) {
      tell(wanted, selection, { code: "usage", message: error.message });
      return USAGE;
    }
    const { failureOf } = await import("./commands/failure.ts");
    const failure = failureOf(error);
    if (failure === null) throw error;
    tell(wanted, selection, failure);
    return failure.exit ?? FAILED;
  }
}

async function run({ command, path }: Selection, { flags, words, lists, help }: Parsed): Promise<number> {
  if (command === program && flags.version !== undefined) {
    const { version } = await import("./version.ts");
    console.log(version);
    return 0;
  }
  if (help || !command.load) {
    console.log(renderHelp(command, path));
    return help ? 0 : USAGE;
  }
  return (await command.load())(flags, { words, lists });
}

/** On stderr: one line for a program that asked for JSON, else for a person, with the help where it was misused. */
function tell(
  args: readonly string[],
  { command, path }: Selection,
  failure: { code: string; message: string; hint?: string | undefined; more?: Record<string, unknown> },
): void {
  const { code, message, hint } = failure;
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (options.includes("--json")) {
    const { hint: next = code === "usage" ? `${path.join(" ")} --help` : undefined } = failure;
    console.error(
      JSON.stringify({ error: { ...failure.more, code, message, ...(next === undefined ? {} : { hint: next }) } }),
    );
  } else if (code === "usage") console.error(`${path.join(" ")}: ${message}\n\n${renderHelp(command, path)}`);
  else console.error(`${path.join(" ")}: ${message}${hint === undefined ? "" : `\n${hint}`}`);
}
