import type { SlashCommand } from "@thothii/backend/api/chat";

/** The server's own command, which needs no agent's template. */
export const ROLLBACK_COMMAND = "torna";

export type SlashChoice = { name: string; description: string; argumentHint?: string };

/** The commands to offer while the composer holds `text`: only as long as nothing but the name is being typed. */
export function matchingCommands(text: string, commands: readonly SlashChoice[]): SlashChoice[] {
  const typed = /^\/(\S*)$/.exec(text)?.[1];
  if (typed === undefined) return [];
  const wanted = typed.toLocaleLowerCase();
  return commands.filter((command) => command.name.toLocaleLowerCase().startsWith(wanted));
}

/** The commands of the snapshot and the server's own, each name once and without its slash. */
export function offeredCommands(fromAgent: readonly SlashCommand[], rollback: SlashChoice): SlashChoice[] {
  const named = fromAgent.map((command) => ({ ...command, name: command.name.replace(/^\//, "") }));
  const own = named.filter((command) => command.name !== rollback.name);
  return [rollback, ...own];
}

/** What the composer holds once a command was chosen: room for the argument where it takes one. */
export function completed(command: SlashChoice): string {
  return command.argumentHint ? `/${command.name} ` : `/${command.name}`;
}

/** `/torna 3 because …` closes an open gate by itself and so is not the note of a request for changes. */
export function isRollbackCommand(text: string): boolean {
  return new RegExp(`^/${ROLLBACK_COMMAND}(\\s|$)`).test(text.trimStart());
}
