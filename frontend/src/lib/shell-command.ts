/** An argument list as one line for a POSIX shell. */
export const shellCommand = (argv: readonly string[]): string => argv.map(quoted).join(" ");

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);
