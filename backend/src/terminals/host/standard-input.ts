import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import type { HostSpec } from "./protocol.ts";

/** The same for every program: what differs is only in its arguments, and nothing in them is read as a command. */
const SCRIPT = 'exec 3<"$1" || exit 126; rm -f -- "$1"; shift; exec "$@" <&3 3<&-';

/**
 * The command with a text as its standard input, up to the end, while its output goes to the terminal. The text lies in
 * a file of ours until the program has opened it: a pipe would need a writer for as long as the program doesn't read.
 */
export async function withStandardInput(spec: HostSpec, folder: string): Promise<{ argv: string[]; file: string }> {
  // Told here as for any other command, and not by the shell on the screen.
  await findProgram(spec);
  const file = join(folder, `input-${randomUUID()}`);
  await writeFile(file, spec.firstInput?.text ?? "", { mode: 0o600, flag: "wx" });
  return { argv: ["/bin/sh", "-c", SCRIPT, "sh", file, ...spec.argv], file };
}
