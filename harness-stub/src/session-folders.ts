import type { Dirent } from "node:fs";
import { join } from "node:path";
import { lstatSync, readdirSync } from "./fs.ts";
import { Problem, systemCode } from "./problem.ts";
import { checkSessionId, isSessionId } from "./session-id.ts";

/** The ids of all session folders, in no order. Links, files, and folders with other names are not sessions. */
export function listSessionIds(sessionsRoot: string): string[] {
  return folderEntries(sessionsRoot)
    .filter((entry) => entry.isDirectory() && isSessionId(entry.name))
    .map((entry) => entry.name);
}

/** The folder of a session. Throws `invalid-id` or `session-not-found`. */
export function sessionFolder(sessionsRoot: string, id: string): string {
  checkSessionId(id);
  const folder = join(sessionsRoot, id);
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) {
    throw new Problem(
      "invalid-id",
      `${id} is a symbolic link, not a session folder.`,
      "Move the real folder there: links are not followed.",
    );
  }
  if (!stat?.isDirectory()) {
    throw new Problem("session-not-found", `There is no session ${id}.`, "`tht session list` prints those there are.");
  }
  return folder;
}

/** What a folder holds; one that isn't there holds nothing. */
export function folderEntries(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
