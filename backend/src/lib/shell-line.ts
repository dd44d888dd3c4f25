/** One argument list as a line for a POSIX shell. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(" ");
}

/** One argument as a POSIX shell has to be given it: quoted where it would mean something else. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
