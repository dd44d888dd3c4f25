// Two simpler ways from a terminal's output to text, to measure the ledger against: both look at the screen now and then.
import { openHeadless } from "../../backend/src/terminals/emulator/headless.ts";

/** Rows that a rival keeps at most. */
const MOST_ROWS = 20_000;
/** A piece without a line's end or a repaint is no longer. */
const LONGEST = 65_536;
const ESC = "\x1b";
const REPAINTS = new RegExp(`${ESC}\\[(?:(?:1;1)?H|[23]J|\\?1049h)`, "g");

/** Adds the rows of each look that the look before didn't have. */
export const sampling = (recorded) =>
  look(recorded, (history, screen, before) => {
    const had = new Set(before);
    history.push(...screen.filter((row) => !had.has(row)));
  });

/** Joins each look to the end of what it has, where they overlap; otherwise adds all of it. */
export const stitching = (recorded) =>
  look(recorded, (history, screen) => {
    let overlap = Math.min(screen.length, history.length);
    while (overlap > 0 && !screen.slice(0, overlap).every((row, i) => history[history.length - overlap + i] === row))
      overlap -= 1;
    history.push(...screen.slice(overlap));
  });

async function look({ bytes, cols, rows, resizes }, take) {
  const terminal = openHeadless(cols, rows, 200);
  const write = (text) => new Promise((done) => terminal.write(text, done));
  const history = [];
  let before = [];
  let at = 0;
  for (const { offset, ...size } of [...resizes, { offset: bytes.length }]) {
    for (const piece of pieces(bytes.subarray(at, offset).toString("utf8"), cols, rows)) {
      await write(piece);
      const screen = screenOf(terminal);
      take(history, screen, before);
      before = screen;
      if (history.length > MOST_ROWS) history.splice(0, history.length - MOST_ROWS);
    }
    at = offset;
    if (size.cols) terminal.resize(size.cols, size.rows);
  }
  terminal.dispose();
  return history;
}

function screenOf(terminal) {
  const { active } = terminal.buffer;
  const screen = Array.from(
    { length: terminal.rows },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
  );
  while (screen.length > 0 && screen.at(-1) === "") screen.pop();
  return screen;
}

/** Ends after half a screen of lines, after a quarter of a screen of characters at a line's end, and before a repaint. */
function* pieces(text, cols, rows) {
  const repaints = new Set([...text.matchAll(REPAINTS)].map((match) => match.index));
  const much = Math.max(256, (cols * rows) / 4, text.length / 4000);
  let from = 0;
  let lines = 0;
  for (let at = 0; at < text.length; at += 1) {
    const line = text[at] === "\n";
    if (line) lines += 1;
    const full = line && (lines >= rows / 2 || at - from >= much);
    if (!full && at - from < LONGEST && !(repaints.has(at) && at - from >= 32)) continue;
    yield text.slice(from, full ? at + 1 : at);
    from = full ? at + 1 : at;
    lines = 0;
  }
  yield text.slice(from);
}
