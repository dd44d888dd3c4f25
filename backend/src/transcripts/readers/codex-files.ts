import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { entriesOf, folderVariable, inHome, statOf } from "../folders.ts";
import { type JsonEntry, type LineFilter, scanJsonl } from "../jsonl-scan.ts";
import type { Environment, StoreFailure } from "../types.ts";
import { asDictionary, parseJson } from "../values.ts";

/** A session's file. Codex compresses old ones and moves archived ones; the session stays the same. */
export interface Rollout {
  /** The thread's id, by the file's name. */
  id: string;
  /** Where it lies, or would if it were not compressed. */
  path: string;
  archived: boolean;
  size: number;
  mtime: number;
}

const NAME = /^rollout-.*\.(?:jsonl(?:\.zst)?|json)$/;
const COMPRESSED = ".zst";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATED = /^rollout-\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-(?=.)/;
/** `YYYY/MM/DD`, and one more. */
const DEPTH = 4;
const LARGEST = 512 << 20;

export function codexHome(env: Environment): string[] {
  const folder = folderVariable(env, "CODEX_HOME");
  return folder === null ? inHome(env, ".codex") : [folder];
}

export const sessionFolders = (home: string) => [join(home, "sessions"), join(home, "archived_sessions")];

/** Every rollout, once: where a file is there in both forms the plain one counts. */
export function listRollouts(home: string, failures?: StoreFailure[]): Rollout[] {
  const found = new Map<string, Rollout>();
  for (const [index, folder] of sessionFolders(home).entries())
    walk(folder, DEPTH, failures, (path) => {
      const plain = path.endsWith(COMPRESSED) ? path.slice(0, -COMPRESSED.length) : path;
      if (plain !== path && found.has(plain)) return;
      const stats = statOf(path);
      if (!stats?.isFile()) return;
      found.set(plain, { id: idOf(plain), path: plain, archived: index > 0, size: stats.size, mtime: stats.mtimeMs });
    });
  return [...found.values()];
}

function walk(folder: string, depth: number, failures: StoreFailure[] | undefined, visit: (path: string) => void) {
  for (const entry of entriesOf(folder, failures)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) walk(path, depth - 1, failures, visit);
    else if (entry.isFile() && NAME.test(entry.name)) visit(path);
  }
}

function idOf(path: string): string {
  const stem = basename(path).replace(/\.jsonl?$/, "");
  return UUID.exec(stem)?.[0].toLowerCase() ?? stem.replace(DATED, "").replace(/^rollout-/, "");
}

/** Looks the thread up among those that were listed last, or anew. */
export function findRollout(home: string, id: string): Rollout | null {
  const known = remembered?.home === home ? remembered.byId.get(id) : undefined;
  if (known && isThere(known)) return known;
  remembered = { home, byId: new Map(listRollouts(home).map((rollout) => [rollout.id, rollout])) };
  return remembered.byId.get(id) ?? null;
}

/** A fork asks for its source: no walk through years of folders for each. */
let remembered: { home: string; byId: Map<string, Rollout> } | null = null;

const isThere = ({ path }: Pick<Rollout, "path">) => statOf(path)?.isFile() === true || isCompressed(path);

/** Is it there as plain lines, which only ever grow? */
const isPlain = (path: string) => path.endsWith(".jsonl") && statOf(path)?.isFile() === true;

/** Is it there only compressed? */
export const isCompressed = (path: string) => !isPlain(path) && statOf(path + COMPRESSED)?.isFile() === true;

/** All lines up to a byte, whichever form the file has by now. Throws what the file system throws. */
export function eachEntry(
  path: string,
  options: { mayMatter: LineFilter; until?: number },
  entry: (entry: JsonEntry, offset: number) => void,
): number {
  if (isPlain(path)) return scanJsonl(path, { ...options, entry, keep: () => ({ seq: 0, state: null }) }).bytesRead;
  const bytes = readFileSync(path + COMPRESSED);
  eachLine(decompressed(bytes).subarray(0, options.until), options.mayMatter, entry);
  return bytes.length;
}

/** Empty for what is torn. */
function decompressed(bytes: Buffer): Buffer {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: LARGEST });
  } catch {
    return Buffer.alloc(0);
  }
}

function eachLine(bytes: Buffer, mayMatter: LineFilter, take: (entry: JsonEntry, offset: number) => void): void {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    const entry = mayMatter(bytes, start, end) ? asDictionary(parseJson(bytes.toString("utf8", start, end))) : null;
    if (entry) take(entry, start);
    start = end + 1;
  }
}
