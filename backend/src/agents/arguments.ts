/** What can stand in braces inside any argument of a configuration. */
export interface Placeholders {
  sessionId?: string | undefined;
  newSessionId?: string | undefined;
  prompt?: string | undefined;
}

const TOKEN = /\{(sessionId|newSessionId|prompt)\}/g;

/** Replaces each placeholder that has a value, once: braces inside a value stay what they are. */
export function fillArguments(args: readonly string[], values: Placeholders): string[] {
  return args.map((arg) => arg.replaceAll(TOKEN, (token, name: string) => values[name as keyof Placeholders] ?? token));
}

export function mentions(args: readonly string[], name: keyof Placeholders): boolean {
  return args.some((arg) => arg.includes(`{${name}}`));
}

/** The arguments with that value where they ask for it, else at their end. */
export function withValue(args: readonly string[], name: keyof Placeholders, value: string): string[] {
  return mentions(args, name) ? fillArguments(args, { [name]: value }) : [...args, value];
}
