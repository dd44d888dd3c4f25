import type { Command } from "./command.ts";

export function renderHelp(commands: readonly Command[]): string {
  return [
    "Usage: thoth COMMAND [options]",
    "",
    ...table(commands.map(({ name, summary }) => [name, summary])),
    "",
    "`thoth COMMAND --help` says more; `thoth --version` prints the version.",
  ].join("\n");
}

export function renderCommandHelp({ name, summary, flags, notes }: Command): string {
  return [
    `Usage: thoth ${name} [options]`,
    "",
    `${summary}.`,
    "",
    ...table([
      ...flags.map(({ name, value, help }) => [value ? `--${name} ${value}` : `--${name}`, help]),
      ["--help", "this text"],
    ]),
    ...(notes ? ["", notes] : []),
  ].join("\n");
}

function table(rows: string[][]): string[] {
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  return rows.map(([left = "", right]) => `  ${left.padEnd(width)}  ${right}`);
}
