import { join } from "node:path";
import { realPath } from "../../lib/real-path.ts";
import { entriesOf, folderVariable, inHome, isEvidence } from "../folders.ts";
import type { Environment, Presence, Reader, ReaderContext, StoreFailure, Unit } from "../types.ts";
import { headOfPiFile, listPiFolder, readPiFile } from "./pi-file.ts";

/** Pi: `<agent folder>/sessions/--<cwd>--/<time>_<id>.jsonl`, or all in one folder that the user chose. */
export const pi: Reader = {
  agent: "pi",
  version: 1,
  appendOnly: true,
  roots: ({ env }) => [...sessionFolders(env), ...chosenFolder(env)],
  list,
  head: headOfPiFile,
  read: (unit, _context, options = {}) => readPiFile(unit, options),
  presence(sessionId, cwd, context): Presence {
    // Pi finds a session of any project by its id, to fork it.
    if (list(context).units.some((unit) => unit.sessionId === sessionId)) return "present";
    return isEvidence(homesOf(cwd, context.env)) ? "gone" : "unknown";
  },
  resumeCommand: (sessionId) => ["pi", "--session", sessionId],
};

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const units: Unit[] = [];
  const failures: StoreFailure[] = [];
  const take = (folder: string) => {
    const found = listPiFolder(folder);
    units.push(...found.units);
    failures.push(...found.failures);
  };
  for (const folder of chosenFolder(env)) take(folder);
  for (const root of sessionFolders(env)) {
    for (const entry of entriesOf(root, failures)) if (entry.isDirectory()) take(join(root, entry.name));
  }
  return { units, failures };
}

function sessionFolders(env: Environment): string[] {
  const agent = folderVariable(env, "PI_CODING_AGENT_DIR");
  return agent === null ? inHome(env, ".pi", "agent", "sessions") : [join(agent, "sessions")];
}

function chosenFolder(env: Environment): string[] {
  const folder = folderVariable(env, "PI_CODING_AGENT_SESSION_DIR");
  return folder === null ? [] : [folder];
}

/** Where a session that is started in `cwd` lies. */
function homesOf(cwd: string, env: Environment): string[] {
  const chosen = chosenFolder(env);
  if (chosen.length > 0) return chosen;
  const slugs = new Set(
    [cwd, realPath(cwd)].map((path) => `--${path.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`),
  );
  return sessionFolders(env).flatMap((root) => [...slugs].map((slug) => join(root, slug)));
}
