import { fail, ok, type Verdict, warn } from "./finding.ts";

/** Everything is tried on this line of Node; the one before runs the code, but nobody checks that it does. */
const TRIED = 24;
const RUNS = 22;

export function checkNode(version: string): Verdict {
  const major = Number(version.split(".", 1)[0]);
  const todo =
    "Run `npm run setup` in the repository and start the programs by node_modules/.bin/thoth: they bring their own Node.";
  if (major >= TRIED) return ok(version);
  if (major >= RUNS) return warn(`${version}; this program is made for ${TRIED}`, todo);
  return fail(`${version} is too old: ${TRIED} is needed`, todo);
}
