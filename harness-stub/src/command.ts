import type { Option, Options, Positionals, Values } from "./arguments.ts";
import type { Author } from "./change-manifest.ts";
import type { Workspace } from "./workspace.ts";

/** What a command may use of the world around it. */
export interface Context {
  /** Finds and reads the workspace; throws `workspace-not-found`. */
  workspace(): Workspace;
  /** Who does it (`--by`, else the workspace's author), and when: now. A change asks for it under the lock. */
  author(): Author;
  now(): Date;
  /** Whether the caller wants JSON. */
  json: boolean;
  /** Reads standard input to its end; throws `invalid-document` past `limit` bytes. */
  stdin(limit: number): Promise<Uint8Array>;
}

/** What is printed at the end. */
export interface Result {
  /** With `--json`. Bytes are JSON text already, its newline too. */
  value: unknown;
  /** Without it. */
  text: () => string;
}

export interface Command {
  readonly positionals: Positionals;
  readonly options: Options;
  /** It writes, so it takes `--by`. */
  readonly changes: boolean;
  /** A person's act: refused when an agent runs it. */
  readonly personal: boolean;
  run(context: Context, values: Record<string, unknown>): Promise<Result | null> | Result | null;
}

interface Definition<P extends Positionals, O extends Options> {
  positionals?: P;
  options?: O;
  changes?: true;
  personal?: true;
  run(context: Context, values: Values<P, O>): Promise<Result | null> | Result | null;
}

/** The one definition of a command: it parses its arguments and renders its help. */
export function defineCommand<
  const P extends Positionals = readonly [],
  const O extends Options = Record<never, never>,
>(definition: Definition<P, O>): Command {
  return {
    positionals: definition.positionals ?? [],
    options: definition.options ?? {},
    changes: definition.changes ?? false,
    personal: definition.personal ?? false,
    run: (context, values) => definition.run(context, values as Values<P, O>),
  };
}

const JSON_OPTION: Option = {
  type: "flag",
  help: "Print one JSON value; errors come as one JSON line on standard error",
};
const WORKSPACE_OPTION: Option = {
  type: "text",
  value: "DIR",
  help: "The workspace (default: THT_WORKSPACE, else the nearest folder with a workspace.yaml)",
};
const HELP_OPTION: Option = { type: "flag", help: "Explain the command" };
const BY_OPTION: Option = { type: "text", value: "WHO", help: "Who does it (default: the workspace's author)" };

/** The options every command takes. */
export function commonOptions(command: Command): Options {
  const by: Options = command.changes ? { by: BY_OPTION } : {};
  return { ...by, json: JSON_OPTION, workspace: WORKSPACE_OPTION, help: HELP_OPTION };
}

export const SESSION_ID = [{ name: "ID", help: "The session's id, as `tht session list` prints it." }] as const;
