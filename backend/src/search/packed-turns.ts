import type { PreparedTurn, Text } from "./prepared-reading.ts";

/**
 * Agents' turns on their way to another thread, in two buffers that change hands: copied as objects they cost about as
 * much as reading them did, and what is left of them fills the heap of the thread that writes.
 */
export interface PackedTurns {
  /** {@link FIELDS} numbers a turn. */
  numbers: Float64Array<ArrayBuffer>;
  /** Of each turn: its text, then what is said in it where that is something else, then what is extra. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** seq, role, ts, key, length, and how many bytes its text, what is said in it, and what is extra have. */
const FIELDS = 8;
/** In the place of bytes. */
const AS_TEXT = -1;
const NO_WORDS = -2;

export function packTurns(turns: readonly PreparedTurn[]): PackedTurns {
  const numbers = new Float64Array(turns.length * FIELDS);
  let size = 0;
  let at = 0;
  for (const { seq, role, ts, key, length, text, words } of turns) {
    const said = words === null ? NO_WORDS : words.said === null ? AS_TEXT : bytesOf(words.said);
    const extra = words === null ? 0 : bytesOf(words.extra);
    const fields = [seq, role, ts ?? Number.NaN, key, length, bytesOf(text), said, extra];
    numbers.set(fields, at);
    at += FIELDS;
    size += (fields[5] as number) + Math.max(0, said) + extra;
  }
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  const write = (text: Text) => {
    if (typeof text === "string") end += bytes.write(text, end);
    else {
      bytes.set(text, end);
      end += text.length;
    }
  };
  for (const { text, words } of turns) {
    write(text);
    if (words === null) continue;
    if (words.said !== null) write(words.said);
    write(words.extra);
  }
  return { numbers, bytes };
}

/** The texts are views into the bytes. */
export function unpackTurns({ numbers, bytes }: PackedTurns): PreparedTurn[] {
  const turns: PreparedTurn[] = [];
  let end = 0;
  const take = (size: number) => {
    const start = end;
    end += size;
    return bytes.subarray(start, end);
  };
  for (let at = 0; at < numbers.length; at += FIELDS) {
    // One by one: a list taken from numbers in a buffer is made by an iterator.
    const number = (field: number) => numbers[at + field] as number;
    const [ts, saidSize, extraSize] = [number(2), number(6), number(7)];
    const text = take(number(5));
    const said = saidSize < 0 ? null : take(saidSize);
    turns.push({
      seq: number(0),
      role: number(1),
      ts: Number.isNaN(ts) ? null : ts,
      key: number(3),
      text,
      length: number(4),
      document: null,
      words: saidSize === NO_WORDS ? null : { said, extra: extraSize === 0 ? "" : take(extraSize) },
    });
  }
  return turns;
}

/** Nothing can be taken from them any more. */
export function freeTurns({ numbers, bytes }: PackedTurns): void {
  for (const { buffer } of [numbers, bytes]) buffer.transfer(0);
}

const bytesOf = (text: Text) => (typeof text === "string" ? Buffer.byteLength(text) : text.length);
