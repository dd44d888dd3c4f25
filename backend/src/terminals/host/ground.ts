const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
/** The first byte, in UTF-8, of the control characters that stand for an escape character and the one after it. */
const C1 = 0xc2;
const ST = 0x9c;

/** A sequence longer than this (a picture, say) goes on in pieces. */
const MAX_HELD = 256 * 1024;

/**
 * Cuts output only where a terminal is at rest: not inside an escape sequence and not inside a character. What is handed
 * on up to any cut can be shown, kept and gone on from; the begun rest waits for its end.
 */
export function createGroundCutter(): { push(chunk: Uint8Array): Uint8Array; rest(): Uint8Array } {
  let held: Uint8Array = new Uint8Array(0);

  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const end = groundEnd(bytes);
      if (bytes.length - end > MAX_HELD) {
        held = new Uint8Array(0);
        return bytes;
      }
      held = end === bytes.length ? new Uint8Array(0) : Uint8Array.from(bytes.subarray(end));
      return bytes.subarray(0, end);
    },
    rest() {
      const bytes = held;
      held = new Uint8Array(0);
      return bytes;
    },
  };
}

/** Where the last whole sequence or character of bytes that begin at rest ends. */
function groundEnd(bytes: Uint8Array): number {
  // An introducer ends whatever went before it, so only what follows the last one can be open.
  const start = lastIntroducer(bytes);
  if (start !== -1 && !isWhole(bytes, start)) {
    // The terminator of a string is an escape sequence itself: begun, it leaves the string open as well.
    const string = openStringBefore(bytes, start);
    return start === bytes.length - 1 && string !== -1 ? string : start;
  }
  return bytes.length - partOfCharacter(bytes);
}

function lastIntroducer(bytes: Uint8Array): number {
  const last = bytes.lastIndexOf(ESC);
  for (let at = bytes.lastIndexOf(C1); at > last; at = at === 0 ? -1 : bytes.lastIndexOf(C1, at - 1)) {
    const kind = kindAt(bytes, at);
    if (kind === 0x5b || isString(kind)) return at;
  }
  return last;
}

/** The second character of a sequence, as it is after an escape character; NaN where it is not there yet. */
function kindAt(bytes: Uint8Array, start: number): number {
  const second = bytes[start + 1] ?? Number.NaN;
  return bytes[start] === ESC ? second : second - 0x40;
}

function isWhole(bytes: Uint8Array, start: number): boolean {
  const kind = kindAt(bytes, start);
  if (Number.isNaN(kind)) return false;
  if (kind === 0x5b) return some(bytes, start + 2, (byte) => byte >= 0x40 && byte <= 0x7e);
  if (isString(kind))
    return some(
      bytes,
      start + 2,
      (byte, at) =>
        byte === CAN ||
        byte === SUB ||
        (byte === BEL && kind === 0x5d) ||
        (byte === ST && at > start + 2 && bytes[at - 1] === C1),
    );
  // Intermediates, then the last byte.
  return some(bytes, start + 1, (byte) => byte >= 0x30 || byte === CAN || byte === SUB);
}

/** DCS, SOS, OSC, PM, APC. */
function isString(kind: number): boolean {
  return kind === 0x50 || kind === 0x58 || kind === 0x5d || kind === 0x5e || kind === 0x5f;
}

function openStringBefore(bytes: Uint8Array, start: number): number {
  const before = lastIntroducer(bytes.subarray(0, start));
  return before !== -1 && isString(kindAt(bytes, before)) && !isWhole(bytes, before) ? before : -1;
}

function some(bytes: Uint8Array, from: number, test: (byte: number, at: number) => boolean): boolean {
  for (let at = from; at < bytes.length; at++) if (test(bytes[at] as number, at)) return true;
  return false;
}

/** How many bytes at the end begin a UTF-8 character that is not whole. */
function partOfCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}
