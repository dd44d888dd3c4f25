import type { Option } from "./arguments.ts";
import { type Command, commonOptions } from "./command.ts";
import { commandTable, type TableEntry } from "./command-table.ts";

/** The help of `tht` or of one of its groups. */
export function groupHelp(path: readonly string[]): string {
  const entries = commandTable.filter((entry) => path.every((word, index) => entry.path[index] === word));
  const rows = entries.map((entry) => [`  tht ${entry.path.join(" ")}`, entry.summary]);
  const usage = `Usage: tht [--workspace DIR] ${path.length > 0 ? `${path.join(" ")} ` : ""}<command> [options]`;
  const about =
    path.length > 0 ? [] : ["The sessions of the ThothII workflow: their documents, decisions and data.", ""];
  const more = "Add --help to a command for its arguments; `tht --version [--json]` prints the version.";
  return [...about, usage, "", wide(rows), "", more, ""].join("\n");
}

export function usageLine(entry: TableEntry, command: Command): string {
  const positionals = command.positionals.map(({ name }) => name);
  const required = Object.entries(command.options).flatMap(([name, option]) =>
    option.type === "text" && option.required ? `--${name} ${option.value}` : [],
  );
  return `Usage: tht [--workspace DIR] ${[...entry.path, ...positionals, ...required, "[options]"].join(" ")}\n`;
}

export function commandHelp(entry: TableEntry, command: Command): string {
  const positionals = command.positionals.map(({ name, help }) => [`  ${name}`, help]);
  const options = Object.entries({ ...command.options, ...commonOptions(command) }).map(([name, option]) => [
    `  --${name}${option.type === "flag" ? "" : ` ${option.value}`}`,
    explained(option),
  ]);
  const personal = command.personal ? ["A person's act: an agent (THT_AGENT=1) is refused.", ""] : [];
  return [`${entry.summary}.`, "", usageLine(entry, command), ...personal, wide([...positionals, ...options]), ""].join(
    "\n",
  );
}

function explained(option: Option): string {
  const details = [
    ...(option.type === "text" && option.choices ? [option.choices.join(" | ")] : []),
    ...(option.type === "text" && option.required ? ["required"] : []),
    ...(option.type === "list" ? ["may be repeated"] : []),
    ...(option.type === "number" ? [`default ${option.fallback}`] : []),
  ];
  return details.length > 0 ? `${option.help} (${details.join("; ")})` : option.help;
}

function wide(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  return rows.map(([first = "", text = ""]) => `${first.padEnd(width)}  ${text}`).join("\n");
}
