// Where the kept end of a stream can be read from. Its first bytes may be the rest of a character, of a control sequence
// or of a string, and the row they belong to is half gone.

const ESC = 0x1b;
const LF = 0x0a;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
/** An operating system command that ends with a bell is no longer than this. */
const LONGEST_COMMAND = 4096;

/** Some frames of a screen. */
const SOON = 8192;

const SWITCH = /^\[\?(?:[\d;]*;)?(?:1049|1047|47)(?:;[\d;]*)?([hl])/;
const PLACE = /^\[\d*(?:;\d*)?[Hf]/;
const REGION = /^\[\d*(?:;\d*)?r/;
const WHOLE = /^(?:c|\[(?:;|1;1)?H|\[[23]J|\[\?2026h)/;

export interface RingHead {
  /** The first byte to be read. */
  start: number;
  /** The program was on the alternate screen. */
  alternate: boolean;
  /** Reading starts after a line end. */
  afterLine: boolean;
  /** The first byte from which on it is known on which row things are drawn. */
  placed: number;
}

export function findHead(bytes: Uint8Array): RingHead {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  // A reset, such as a snapshot begins with: from here on everything is known.
  if (text.startsWith("\x1bc")) return { start: 0, alternate: false, afterLine: false, placed: 0 };
  const from = afterTornString(text, afterTornCharacter(bytes));
  let start = -1;
  let firstLine = -1;
  let firstEscape = -1;
  let placed = -1;
  let switched: "h" | "l" | null = null;
  let places = 0;
  let region = -1;
  let lines = 0;
  for (const { at, kind, sequence } of marks(text, from)) {
    if (kind === "line") {
      lines += 1;
      if (firstLine < 0) firstLine = at + 1;
      // Without a return before it the line may begin anywhere.
      if (start < 0 && text[at - 1] === "\r") start = at + 1;
      continue;
    }
    if (firstEscape < 0) firstEscape = at;
    const toggle = SWITCH.exec(sequence);
    if (start < 0 && (toggle || WHOLE.test(sequence))) start = at;
    if (toggle) {
      switched = toggle[1] as "h" | "l";
      break;
    }
    if (region < 0 && REGION.test(sequence)) region = at;
    if (!PLACE.test(sequence)) continue;
    places += 1;
    if (placed < 0) placed = at;
  }
  const alternate = switched ? switched === "l" : places > lines * 2;
  // A program that sets what scrolls does so again and again, and before that it isn't known what a line end moves.
  if (region >= 0 && placed >= 0 && region - placed <= SOON) placed = region;
  // A program that places its rows soon does so with every frame; what it draws up to then has no row of its own.
  if (alternate && placed >= 0 && placed - from <= SOON) start = placed;
  // With neither it may be text as well as the inside of a string.
  if (start < 0) start = firstLine >= 0 ? firstLine : firstEscape >= 0 ? firstEscape : text.length;
  const afterLine = text[start - 1] === "\n";
  return { start, alternate, afterLine, placed: Math.max(start, placed < 0 ? text.length : placed) };
}

function afterTornCharacter(bytes: Uint8Array): number {
  let at = 0;
  while (at < 3 && at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at += 1;
  return at;
}

/** A string terminator with no beginning ends a string whose beginning is gone. */
function afterTornString(text: string, from: number): number {
  const next = text.indexOf("\x1b", from);
  if (next >= 0 && text[next + 1] === "\\") return next + 2;
  const end = next < 0 ? text.length : next;
  const bell = text.indexOf("\x07", from);
  if (bell < 0 || bell >= end || bell - from > LONGEST_COMMAND) return from;
  const line = text.indexOf("\n", from);
  return line >= 0 && line < bell ? from : bell + 1;
}

interface Mark {
  at: number;
  kind: "line" | "escape";
  /** What follows the escape character. */
  sequence: string;
}

/** Line ends and control sequences, without those inside of strings. */
function* marks(text: string, from: number): Generator<Mark> {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF) yield { at, kind: "line", sequence: "" };
    if (code !== ESC) continue;
    const sequence = text.slice(at + 1, at + 24);
    if (/^[\]PX^_]/.test(sequence)) at = endOfString(text, at + 2, sequence[0] === "]");
    else yield { at, kind: "escape", sequence };
  }
}

/** The last character of a string that began before `from`. */
function endOfString(text: string, from: number, bellEnds: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CAN || code === SUB || (bellEnds && code === BEL)) return at;
    if (code === ESC) return text[at + 1] === "\\" ? at + 1 : at - 1;
  }
  return text.length;
}
