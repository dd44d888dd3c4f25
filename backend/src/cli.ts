import { parseArgs } from "node:util";
import { renderCommandHelp, renderHelp } from "./commands/help.ts";
import { commands } from "./commands/index.ts";

const USAGE = 2;

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  if (name === "--version") {
    const { version } = await import("./version.ts");
    console.log(version);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(renderHelp(commands));
    return name === undefined ? USAGE : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    console.error(`thoth: there is no command ${JSON.stringify(name)}.\n\n${renderHelp(commands)}`);
    return USAGE;
  }
  const options = Object.fromEntries(
    command.flags.map(({ name, value }) => [name, { type: value ? ("string" as const) : ("boolean" as const) }]),
  );
  let flags: Record<string, string | boolean | undefined>;
  try {
    flags = parseArgs({ args, options: { ...options, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    console.error(`thoth ${name}: ${(error as Error).message}\n\n${renderCommandHelp(command)}`);
    return USAGE;
  }
  if (flags.help) {
    console.log(renderCommandHelp(command));
    return 0;
  }
  const given = Object.entries(flags).map(([flag, value]) => [flag, value === true ? "" : value]);
  return (await command.load())(Object.fromEntries(given));
}
