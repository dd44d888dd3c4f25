import type { Options, Positionals, Values } from "./arguments.ts";
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

/** What is printed at the end: `value` with `--json`, `text` without it. */
export interface Result {
  value: unknown;
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

export const SESSION_ID = [{ name: "ID", help: "The session's id, as `tht session list` prints it." }] as const;
