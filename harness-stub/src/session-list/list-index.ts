import { join } from "node:path";
import { existsSync, lstatSync, readFileSync } from "../fs.ts";
import { systemCode } from "../problem.ts";
import type { SessionRow } from "../session-row.ts";
import type { Workflow } from "../workflow.ts";
import type { Stamps } from "./stamps.ts";

export const INDEX_FOLDER = ".index";
export const INDEX_FILE = "list";
/** Goes up whenever a row, or what it is read from, changes its meaning. */
const VERSION = 2;
/** A larger index is not worth its memory. */
export const MAX_INDEX_BYTES = 256 * 1024 * 1024;
/**
 * The index's own time of change, in seconds since 1970. Whoever writes into it gives it another one, and then it is no
 * longer trusted. A checksum would say the same, and take longer than everything else at a thousand sessions.
 */
export const SEAL = 1;

/**
 * What is kept of the last list. On the disk: a line that says whose it is; a line with the stamps of the sessions root,
 * the ids, where the stamps of each end, and the length of the rows; the stamps as 64-bit floating point numbers; the
 * rows as `session list --json` prints them. A list that didn't change is printed without being parsed.
 */
export interface ListIndex {
  /** Tells when a session comes or goes. Empty: not known. */
  root: readonly number[];
  ids: readonly string[];
  /** Where the stamps of each id end; the next one's begin there. */
  ends: readonly number[];
  stamps: Stamps;
  /** A JSON array with a row for each id, in their order, and a newline. */
  rows: Buffer;
}

const identity = (workflow: Workflow) => `${JSON.stringify({ index: VERSION, workflow })}\n`;

export function encodeIndex(workflow: Workflow, { root, ids, ends, stamps, rows }: ListIndex): Buffer {
  const numbers = Float64Array.from(stamps);
  return Buffer.concat([
    Buffer.from(identity(workflow)),
    Buffer.from(`${JSON.stringify([root, ids, ends, rows.length])}\n`),
    Buffer.from(numbers.buffer),
    rows,
  ]);
}

/** Null where there is none, or it is broken, or of another version or workflow. */
export function readIndex(root: string, workflow: Workflow): ListIndex | null {
  const bytes = readSealed(join(root, INDEX_FOLDER, INDEX_FILE));
  return bytes && decodeIndex(workflow, bytes);
}

/** Whether a list was kept, and be it one that is no longer believed. */
export const hasIndex = (root: string) => existsSync(join(root, INDEX_FOLDER, INDEX_FILE));

function readSealed(path: string): Buffer | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MAX_INDEX_BYTES || stat.mtimeMs !== SEAL * 1000) return null;
    return readFileSync(path);
  } catch (error) {
    // Somebody else's, or a disk that fails: the sessions are read one by one then.
    if (systemCode(error)) return null;
    throw error;
  }
}

function decodeIndex(workflow: Workflow, bytes: Buffer): ListIndex | null {
  const head = Buffer.from(identity(workflow));
  if (!bytes.subarray(0, head.length).equals(head)) return null;
  const numbersAt = bytes.indexOf("\n", head.length) + 1;
  const [root, ids, ends, length] = parseArray(bytes.toString("latin1", head.length, numbersAt)) ?? [];
  if (!Array.isArray(root) || !Array.isArray(ids) || !Array.isArray(ends) || ids.length !== ends.length) return null;
  const count = ends.at(-1) ?? 0;
  if (!Number.isSafeInteger(count) || count < 0 || count * 8 > bytes.length - numbersAt) return null;
  const stamps = new Float64Array(count);
  const rowsAt = numbersAt + bytes.copy(new Uint8Array(stamps.buffer), 0, numbersAt);
  const rows = bytes.subarray(rowsAt);
  return rows.length === length ? { root, ids, ends, stamps, rows } : null;
}

/** The rows of an index, in the order of its ids; null where they are no such thing. */
export const parseRows = ({ rows }: ListIndex) => parseArray(rows.toString()) as (SessionRow | null)[] | null;

function parseArray(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
