import type { Command, Flag } from "./command.ts";

/** The help of a command, `path` being its names from the program down. */
export function renderHelp(command: Command, path: readonly string[]): string {
  const { summary, commands = [], flags, notes } = command;
  const program = path.join(" ");
  return [
    ...usage(command, program),
    "",
    `${summary}.`,
    ...section(commands.map((below) => [withWords(below.name, below), below.summary])),
    ...section([...flags.map(flagRow), ["--help", "this text"]]),
    ...(notes ? ["", notes] : []),
    ...(commands.length > 0 ? ["", `\`${program} COMMAND --help\` says more.`] : []),
  ].join("\n");
}

function usage(command: Command, program: string): string[] {
  const lines = [
    ...(command.load ? [`${withWords(program, command)} [options]`] : []),
    ...(command.commands ? [`${program} COMMAND [options]`] : []),
  ];
  return lines.map((line, index) => `${index === 0 ? "Usage:" : "   or:"} ${line}`);
}

const withWords = (name: string, { words }: Command) => (words ? `${name} ${words.usage}` : name);

function flagRow({ name, value, repeats, help }: Flag): string[] {
  return [value ? `--${name} ${value}` : `--${name}`, repeats ? `${help}; may be given several times` : help];
}

function section(rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  return ["", ...rows.map(([left = "", right]) => `  ${left.padEnd(width)}  ${right}`)];
}
