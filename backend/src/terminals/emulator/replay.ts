import { openEmulator } from "./emulator.ts";
import { findHead, type RingHead } from "./ring-head.ts";
import { HOLE } from "./screen.ts";
import { seamsHold } from "./self-test.ts";
import type { Emulator, EmulatorOptions, RecordedOutput } from "./types.ts";

const NEW_LINE = "\r\n\x1b[2K";

/**
 * An emulator that was fed with recorded output; only queries that come after it are answered. When the beginning is gone, what the screen had then
 * isn't known: rows that still hold something of it are left out, and the transcript says `partial`.
 */
export async function replay(
  recorded: RecordedOutput,
  options: Omit<EmulatorOptions, "cols" | "rows" | "startsMidStream"> = {},
): Promise<Emulator> {
  const { bytes, start } = recorded;
  const cut = start > 0;
  const head: RingHead = cut ? findHead(bytes) : { start: 0, alternate: false, afterLine: false, placed: bytes.length };
  const size = sizeAt(recorded, start + head.start);
  const { onReply } = options;
  let live = false;
  const answering = onReply && { onReply: (text: string) => live && onReply(text) };
  const origin = { source: "replay", startsMidStream: cut, withoutSeams: !seamsHold() } as const;
  const emulator = openEmulator({ ...options, ...size, ...answering }, origin);
  if (cut) await emulator.write(Buffer.from(unknownScreens(emulator, head)));
  let at = head.start;
  const writeTo = async (end: number) => {
    if (end <= at) return;
    await emulator.write(bytes.subarray(at, end));
    at = end;
  };
  const events = recorded.resizes
    .map(({ offset, cols, rows }) => ({ at: offset - start, act: async () => emulator.resize(cols, rows) }))
    .filter((event) => event.at > head.start);
  if (cut && head.placed > head.start) {
    // Only from here on it is sure on which rows things are drawn.
    events.push({ at: head.placed, act: () => emulator.write(Buffer.from(unknownRows(emulator))) });
    events.sort((a, b) => a.at - b.at);
  }
  for (const event of events) {
    if (event.at > bytes.length) break;
    await writeTo(event.at);
    await event.act();
  }
  await writeTo(bytes.length);
  live = true;
  return emulator;
}

function sizeAt({ cols, rows, resizes }: RecordedOutput, offset: number): { cols: number; rows: number } {
  const last = resizes.filter((resize) => resize.offset <= offset).at(-1);
  return last ? { cols: last.cols, rows: last.rows } : { cols, rows };
}

/** Nobody knows what is on the screen; where reading starts after a line end, there is a new line below it. */
function unknownScreens(size: Emulator, { alternate, afterLine }: RingHead): string {
  const screen = unknownRows(size);
  const start = afterLine ? NEW_LINE : "\r";
  return alternate ? `${screen}${NEW_LINE}\x1b[?1049h${screen}${start}` : `${screen}${start}`;
}

/** Fills the screen with holes; the cursor stays at the end. */
function unknownRows({ cols, rows }: Emulator): string {
  const row = HOLE.repeat(cols);
  return Array.from({ length: rows }, (_, at) => `\x1b[${at + 1};1H${row}`).join("");
}
