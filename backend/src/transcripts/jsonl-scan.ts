import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { lateCrypto } from "../lib/late-crypto.ts";
import type { ReadMark } from "./types.ts";

/** A parsed line that is an object. */
export type JsonEntry = Record<string, unknown>;

/**
 * May the JSON line `bytes[start, end)` hold something the reader wants? Saying yes for nothing costs a parse, saying
 * no wrongly loses a turn. The bytes are only valid during the call.
 */
export type LineFilter = (bytes: Buffer, start: number, end: number) => boolean;

export interface JsonlScan {
  /** Where an earlier scan ended. */
  from?: ReadMark | undefined;
  /** Reads no further than this byte. */
  until?: number;
  /** Only lines it lets through are parsed; without it all are. */
  mayMatter?: LineFilter;
  /** Called once before the first line. `resumed`: what follows comes after the mark; otherwise the file is read from its start. */
  begin?(resumed: boolean): void;
  /** Each line that is a JSON object; `offset` in bytes from the file's start. Anything else is passed over. */
  entry(entry: JsonEntry, offset: number): void;
  /** The objects in a line that is none, for stores known to write such lines; they are passed to `entry`. */
  mend?(line: string): JsonEntry[];
  /** What is to be kept with the mark. Asked before a last line without a newline is tried, which is read again next time. */
  keep(): Pick<ReadMark, "seq" | "state">;
}

export interface JsonlResult {
  resumed: boolean;
  mark: ReadMark;
  bytesRead: number;
}

const BLOCK = 1 << 20;
/** A longer line is no prose, whatever it is, and is passed over without being held. */
const MAX_LINE = 64 << 20;
/** Mending tries a line several times over. */
const MAX_MENDED = 4 << 20;
const GUARD = 4096;
const NEWLINE = 10;
const SHORTEST_OBJECT = 2;

/** One block is enough: reading is synchronous. A scan inside another one's `entry` gets a block of its own. */
let spare: Buffer | null = null;

/**
 * Reads an append-only JSONL file in blocks and goes on from a mark where it holds: where the file is the same one, has
 * grown or was not touched, and begins and ends, up to the mark, as it did. Throws what the file system throws.
 */
export function scanJsonl(path: string, scan: JsonlScan): JsonlResult {
  const file = openSync(path, "r");
  try {
    return new Scanner(file, scan).run();
  } finally {
    closeSync(file);
  }
}

class Scanner {
  readonly #file: number;
  readonly #scan: JsonlScan;
  /** `#block[0, #have)` is the file from `#base` on. */
  #block: Buffer = spare ?? Buffer.allocUnsafeSlow(BLOCK);
  #have = 0;
  #base = 0;
  /** The file's first bytes, as many as the guard covers. */
  #head = Buffer.alloc(0);
  #bytesRead = 0;

  constructor(file: number, scan: JsonlScan) {
    this.#file = file;
    this.#scan = scan;
    spare = null;
  }

  run(): JsonlResult {
    const stats = fstatSync(this.#file);
    const { from } = this.#scan;
    const resumed = from !== undefined && this.#resume(from, stats);
    if (!resumed) this.#restart();
    this.#scan.begin?.(resumed);
    const offset = this.#lines(resumed ? from.offset : 0);
    const tail = offset - this.#base;
    const kept = structuredClone(this.#scan.keep());
    const mark = { ...kept, offset, guard: this.#guard(offset, tail, stats) };
    if (tail < this.#have) this.#line(this.#block.subarray(0, this.#have), tail, this.#have);
    if (this.#block.length === BLOCK) spare = this.#block;
    return { resumed, mark, bytesRead: this.#bytesRead };
  }

  /** Answers the offset after the last newline, with the guard's bytes before it in the block. */
  #lines(from: number): number {
    let at = from - this.#base;
    let searched = at;
    let tooLong = false;
    for (;;) {
      // A view that ends where the bytes end: nothing stale of an earlier file can be found in it.
      const bytes = this.#block.subarray(0, this.#have);
      for (let end = bytes.indexOf(NEWLINE, searched); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
        if (!tooLong) this.#line(bytes, at, end);
        tooLong = false;
        at = end + 1;
      }
      searched = this.#have;
      tooLong ||= this.#have - at >= MAX_LINE;
      if (tooLong) at = this.#have;
      const dropped = this.#makeRoom(at);
      at -= dropped;
      searched -= dropped;
      if (this.#fill() === 0) return this.#base + at;
    }
  }

  #line(bytes: Buffer, start: number, end: number): void {
    if (end - start < SHORTEST_OBJECT) return;
    const offset = this.#base + start;
    const first = offset === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? start + 3 : start;
    if (this.#scan.mayMatter?.(bytes, first, end) === false) return;
    const entry = parseObject(bytes, first, end);
    if (entry) this.#scan.entry(entry, offset);
    else if (this.#scan.mend && end - first <= MAX_MENDED)
      for (const mended of this.#scan.mend(bytes.toString("utf8", first, end))) this.#scan.entry(mended, offset);
  }

  /** Drops what was read before `at`, but for the guard's bytes; answers how much. */
  #makeRoom(at: number): number {
    const drop = Math.max(0, at - GUARD);
    if (drop > 0) {
      this.#block.copyWithin(0, drop, this.#have);
      this.#base += drop;
      this.#have -= drop;
    }
    if (this.#have === this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(this.#block.length * 2);
      this.#block.copy(larger, 0, 0, this.#have);
      this.#block = larger;
    }
    return drop;
  }

  #fill(): number {
    const at = this.#base + this.#have;
    const room = Math.min(this.#block.length - this.#have, Math.max(0, (this.#scan.until ?? Infinity) - at));
    const read = readSync(this.#file, this.#block, this.#have, room, at);
    if (this.#base === 0 && this.#have < GUARD)
      this.#head = Buffer.from(this.#block.subarray(0, Math.min(GUARD, this.#have + read)));
    this.#have += read;
    this.#bytesRead += read;
    return read;
  }

  #restart(): void {
    this.#base = 0;
    this.#have = 0;
    this.#head = Buffer.alloc(0);
  }

  /** Does the mark still hold? Then the block begins with the guard's last bytes. */
  #resume({ offset, guard }: ReadMark, stats: Stats): boolean {
    const [node, size = 0, time] = guard.split(" ").map(Number);
    const untouched = stats.size === size && stats.mtimeMs === time;
    if (stats.ino !== node || stats.size < offset || !(stats.size > size || untouched)) return false;
    const covered = Math.min(GUARD, offset);
    this.#base = offset - covered;
    if (this.#base > 0) {
      this.#head = Buffer.alloc(covered);
      this.#bytesRead += readSync(this.#file, this.#head, 0, covered, 0);
    }
    while (this.#have < covered) if (this.#fill() === 0) return false;
    return guard.endsWith(` ${this.#digest(offset, covered)}`);
  }

  #guard(offset: number, at: number, stats: Stats): string {
    return `${stats.ino} ${stats.size} ${stats.mtimeMs} ${this.#digest(offset, at)}`;
  }

  /** Of the bytes at the file's start and of those before `offset`, which lies at `at` in the block. */
  #digest(offset: number, at: number): string {
    const covered = Math.min(GUARD, offset);
    const both = Buffer.concat([this.#head.subarray(0, covered), this.#block.subarray(at - covered, at)]);
    return lateCrypto().hash("sha1", both, "hex");
  }
}

/**
 * The objects at the beginning of a file, until `visit` answers true or `limit` bytes are through: for what a store
 * says about a session at its start. With `lacks` it goes on past the limit for as long as that is true: the first line
 * that says it may hold a picture. Throws what the file system throws.
 */
export function peekJsonl(
  path: string,
  visit: (entry: JsonEntry) => boolean,
  limit = 64 << 10,
  lacks: () => boolean = () => false,
): void {
  const file = openSync(path, "r");
  try {
    let block = Buffer.allocUnsafe(Math.min(limit, 8 << 10));
    let have = 0;
    let at = 0;
    let searched = 0;
    for (;;) {
      const read = readSync(file, block, have, block.length - have, have);
      have += read;
      const bytes = block.subarray(0, have);
      for (let end = bytes.indexOf(NEWLINE, searched); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
        const entry = parseObject(bytes, at === 0 && bytes[0] === 0xef ? 3 : at, end);
        at = end + 1;
        if (entry && visit(entry)) return;
      }
      searched = have;
      if (read === 0 || have >= MAX_LINE || (have >= limit && !lacks())) {
        const tail = parseObject(bytes, at, have);
        if (tail) visit(tail);
        return;
      }
      if (have === block.length) {
        const larger = Buffer.allocUnsafe(Math.min(have < limit ? limit : MAX_LINE, block.length * 4));
        block.copy(larger);
        block = larger;
      }
    }
  } finally {
    closeSync(file);
  }
}

function parseObject(bytes: Buffer, start: number, end: number): JsonEntry | null {
  // A crash may have left NULs where the next line was then written.
  let from = start;
  while (from < end && bytes[from] === 0) from++;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8", from, end));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonEntry) : null;
  } catch (error) {
    // Torn by a crash, padded with NULs, or cut: the line is lost, those around it are not.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
