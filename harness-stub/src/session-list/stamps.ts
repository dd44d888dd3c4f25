import type { Stats } from "node:fs";
import { lstatSync } from "../fs.ts";
import { systemCode } from "../problem.ts";
import { LEDGER_FILE, MANIFEST_FILE, type Workflow } from "../workflow.ts";

/**
 * What the disk says of the files that a session's row was read from: four numbers for each. Which of the
 * {@link stampedPaths} it is, its size, and when its content and its inode were last changed, in milliseconds since
 * 1970. Whatever is done to a file sets the last one, and nobody can set it back.
 */
export type Stamps = ArrayLike<number>;
const STAMP_LENGTH = 4;

const FOLDER = 0;
export const MANIFEST = 1;
export const LEDGER = 2;
const FIRST_DOCUMENT = 3;

/** What follows a session's folder in the paths of the folder itself and of each file that a row may depend on. */
export const stampedPaths = (workflow: Workflow): readonly string[] => [
  "",
  `/${MANIFEST_FILE}`,
  `/${LEDGER_FILE}`,
  ...filesOf(workflow).map(({ file }) => `/${file}`),
];

/** Where the documents of these keys stand among the {@link stampedPaths}. */
export const documentPaths = (workflow: Workflow, keys: readonly string[]): number[] =>
  filesOf(workflow).flatMap(({ key }, index) => (keys.includes(key) ? FIRST_DOCUMENT + index : []));

const filesOf = (workflow: Workflow) =>
  workflow.flatMap((phase) => phase.documents.filter((document) => document.file !== null));

const QUIET = { throwIfNoEntry: false } as const;

/** Undefined where there is nothing, or nothing that may be seen. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, QUIET);
  } catch (error) {
    if (systemCode(error)) return undefined;
    throw error;
  }
}

/** Stamps whatever of a session's folder is there. */
export function takeStamps(folder: string, paths: readonly string[]): number[] {
  return paths.flatMap((path, which) => {
    const stat = statOf(folder + path);
    return stat ? [which, stat.size, stat.mtimeMs, stat.ctimeMs] : [];
  });
}

/** The stamps of these paths. Where one of them is not there, the folder's own tells when it comes. */
export function selectStamps(stamps: readonly number[], paths: readonly number[]): number[] {
  const present = stamps.filter((_, at) => at % STAMP_LENGTH === 0);
  const wanted = paths.every((path) => present.includes(path)) ? paths : [FOLDER, ...paths];
  return stamps.filter((_, at) => wanted.includes(stamps[at - (at % STAMP_LENGTH)] as number));
}

/**
 * Whether all was last changed before `time`. What changes after it then gets another stamp, however coarse the disk's
 * clock is; a file as old as `time` could still change within the same tick.
 */
export function areOlderThan(stamps: readonly number[], time: number): boolean {
  return stamps.every((number, at) => at % STAMP_LENGTH !== 3 || number < time);
}

/** Whether the disk still says of `folder` what `stamps` say from `start` to `end`; false where they say nothing. */
export function areCurrent(
  folder: string,
  paths: readonly string[],
  stamps: Stamps,
  start: number,
  end: number,
): boolean {
  for (let at = start; at < end; at += STAMP_LENGTH) {
    const stat = statOf(folder + paths[stamps[at] as number]);
    if (!stat || stat.size !== stamps[at + 1]) return false;
    if (stat.mtimeMs !== stamps[at + 2] || stat.ctimeMs !== stamps[at + 3]) return false;
  }
  return end > start;
}
