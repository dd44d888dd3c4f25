/** What the model asked the tool `tht` for, turned into arguments that are safe to run. */
export interface ThtCall {
  args: string[];
  /** Text for the command's standard input. */
  stdin?: string;
  /** The document a `put` would write: allowed only in the phase it belongs to. */
  put?: string;
}

interface Verb {
  flags: readonly string[];
  values: Record<string, RegExp>;
  /** How the text of `stdin` is passed on; absent where there is none. */
  stdin?: readonly string[];
}

const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const ALLOWED: Record<string, Verb> = {
  "session show": { flags: [], values: {} },
  "session documents": { flags: ["--all"], values: { "--key": KEY } },
  "session put": { flags: [], values: {}, stdin: ["--file", "-"] },
  "dwh schema": { flags: [], values: {} },
  "dwh query": { flags: [], values: { "--limit": /^[1-9]\d{0,4}$/ }, stdin: ["--sql-file", "-"] },
};

/**
 * Checks a call against the list of what the agent may run. Throws with the reason and what to do instead; nothing of
 * the call is passed on that is not on the list.
 */
export function checkThtCall(asked: readonly string[], stdin: string | undefined, session: string): ThtCall {
  const [noun = "", verb = "", ...rest] = asked;
  const name = `${noun} ${verb}`;
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
  if (!allowed) {
    const list = Object.keys(ALLOWED).join(", ");
    throw new Error(`tht: "${name.trim()}" is not yours to run. Allowed: ${list}. Decisions are made at the gate.`);
  }
  const { options, positionals } = readOptions(rest, allowed);
  const target = noun === "session" ? sessionTarget(name, positionals, session) : noTarget(name, positionals);
  if (allowed.stdin && !stdin?.trim()) throw new Error(`tht: ${name} needs its text in "stdin".`);
  if (!allowed.stdin && stdin) throw new Error(`tht: ${name} takes no "stdin".`);
  return {
    args: [noun, verb, ...target, ...options, ...(allowed.stdin ?? []), "--json"],
    ...(allowed.stdin ? { stdin } : {}),
    ...(name === "session put" ? { put: target[1] } : {}),
  };
}

function readOptions(rest: readonly string[], verb: Verb): { options: string[]; positionals: string[] } {
  const options: string[] = [];
  const positionals: string[] = [];
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] ?? "";
    if (!word.startsWith("-")) {
      positionals.push(word);
      continue;
    }
    if (word === "--json") continue; // always given
    const [option = "", inline] = split(word);
    const pattern = Object.hasOwn(verb.values, option) ? verb.values[option] : undefined;
    if (inline === undefined && verb.flags.includes(word)) options.push(word);
    else if (pattern) options.push(`${option}=${checked(option, inline ?? rest[++i], pattern)}`);
    else throw new Error(`tht: the option ${option} is not allowed here. Texts and SQL go in "stdin".`);
  }
  return { options, positionals };
}

function split(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function checked(option: string, value: string | undefined, pattern: RegExp): string {
  if (value !== undefined && pattern.test(value)) return value;
  throw new Error(`tht: ${option} does not take ${JSON.stringify(value ?? "nothing")}.`);
}

function sessionTarget(name: string, positionals: readonly string[], session: string): string[] {
  const wanted = name === "session put" ? 1 : 0;
  const rest = positionals[0] === session ? positionals.slice(1) : positionals;
  if (rest.length > wanted) throw new Error(`tht: this process works on session ${session} only.`);
  if (rest.length < wanted) throw new Error("tht: session put needs the key of the document to write.");
  const [key] = rest;
  if (key !== undefined && !KEY.test(key)) throw new Error(`tht: ${JSON.stringify(key)} is not the key of a document.`);
  return [session, ...rest];
}

function noTarget(name: string, positionals: readonly string[]): string[] {
  if (positionals.length > 0)
    throw new Error(`tht: ${name} takes no ${JSON.stringify(positionals[0])}. SQL goes in "stdin".`);
  return [];
}
