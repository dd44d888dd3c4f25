// Programs that draw on the whole screen, each in the way that some family of real ones does.
import { type Recording, recording } from "./recording.ts";
import { lineMaker, makeLines, random } from "./words.ts";

const ENTER = "\x1b[?1049h\x1b[2J\x1b[H";
const LEAVE = "\x1b[?1049l";
const at = (row: number, column = 1) => `\x1b[${row};${column}H`;
const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

interface Look {
  cols?: number;
  rows?: number;
  /** Lines that come with each frame. */
  step?: number;
  footer?: (frame: number) => string[];
  header?: string;
}

/** The screens of a program that shows the newest lines between a header and a footer. */
function screens(
  lines: string[],
  { rows = 24, step = 1, footer = () => ["ready"], header = "A PROGRAM" }: Look,
): string[][] {
  const body = rows - 2 - footer(0).length;
  const frames: string[][] = [];
  for (let shown = step; shown <= lines.length; shown += step) {
    const visible = lines.slice(Math.max(0, shown - body), shown);
    const blanks = Array(body - visible.length).fill("");
    frames.push([header, "", ...visible, ...blanks, ...footer(frames.length)]);
  }
  return frames;
}

const repaint = (frame: string[]) => `\x1b[H${frame.map((row) => `${row}\x1b[K`).join("\r\n")}`;
const clearAndPaint = (frame: string[]) => `\x1b[2J${frame.map((row, i) => `${at(i + 1)}${row}`).join("")}`;

/** Writes only cells that changed, as ratatui, OpenTUI and ncurses do. */
function cellDiff(before: string[], after: string[], cols: number): string {
  let out = "";
  after.forEach((row, y) => {
    const [old, now] = [(before[y] ?? "").padEnd(cols), row.padEnd(cols)];
    for (let x = 0; x < cols; x += 1) {
      if (old[x] === now[x]) continue;
      let end = x;
      while (end < cols && old[end] !== now[end]) end += 1;
      out += at(y + 1, x + 1) + now.slice(x, end);
      x = end;
    }
  });
  return out;
}

function drawn(
  name: string,
  draw: (frame: string[], before: string[]) => string,
  look: Look = {},
  count = 150,
): Recording {
  const lines = makeLines(name.length * 7, count, "turn");
  const frames = screens(lines, look);
  const text = frames.map((frame, i) => draw(frame, frames[i - 1] ?? [])).join("");
  const { cols = 80, rows = 24 } = look;
  return recording({ name, text: ENTER + text + LEAVE, expect: lines, cols, rows });
}

const synchronised = (text: string) => `\x1b[?2026h${text}\x1b[?2026l`;

export function fullScreenPrograms(): Recording[] {
  const spinning = (frame: number) => [`${SPINNER[frame % 10]} working ${frame}s`, "? for shortcuts"];
  return [
    drawn("repaint", repaint),
    drawn("repaint-clock", repaint, {
      footer: (frame) => [`12:${String(frame % 60).padStart(2, "0")}:07  3.${frame}k tokens`],
    }),
    drawn(
      "repaint-spinner",
      (frame, before) => repaint(frame) + repaint([...before.slice(0, -2), ...frame.slice(-2)]).repeat(0),
      { footer: spinning },
    ),
    drawn("clear-and-paint", clearAndPaint),
    drawn("clear-and-paint-synchronised", (frame) => synchronised(clearAndPaint(frame)), { step: 3 }),
    drawn("bottom-up", (frame) =>
      frame
        .map((row, i) => [i, row] as const)
        .reverse()
        .map(([i, row]) => `${at(i + 1)}${row}\x1b[K`)
        .join(""),
    ),
    drawn("footer-first", (frame) => `${at(24)}${frame.at(-1)}\x1b[K${repaint(frame.slice(0, -1))}`),
    drawn("cell-diff", (frame, before) => cellDiff(before, frame, 80)),
    drawn("cell-diff-synchronised", (frame, before) => synchronised(cellDiff(before, frame, 80)), { step: 4 }, 160),
    drawn("cell-diff-pages", (frame, before) => cellDiff(before, frame, 80), { step: 20 }, 160),
    drawn("cell-diff-wide", (frame, before) => cellDiff(before, frame, 200), { cols: 200, rows: 50, footer: spinning }),
    drawn("no-footer-tiny", repaint, { rows: 6 }, 80),
    region("region", 22),
    region("region-two-row-footer", 21),
    inserted(),
    streamed(false),
    streamed(true),
    modal(),
    panel("panel-gutter", "    "),
    panel("panel-border", " │ "),
    dashboard(),
    sorted(),
    menu(),
    input(),
    scrolledBack(),
    identical(),
    numbered(),
  ];
}

/** New lines at the bottom of a scroll region, a clock below it. */
function region(name: string, bottom: number): Recording {
  const lines = makeLines(31, 200, "row");
  const rest = Array.from({ length: 24 - bottom }, (_, i) => `${at(bottom + 1 + i)}footer ${i}`).join("");
  const text = lines.map(
    (line, i) => `\x1b[2;${bottom}r${at(bottom)}\r\n${line}\x1b[r${at(24, 60)}${String(i).padStart(4)}s`,
  );
  return recording({ name, text: `${ENTER}header${rest}${text.join("")}${LEAVE}`, expect: lines });
}

/** The newest at the top, room made by scrolling down. */
function inserted(): Recording {
  const lines = makeLines(37, 100, "news");
  const text = lines.map((line) => `\x1b[2;24r\x1b[2;1H\x1bM${line}`).join("");
  return recording({
    name: "newest-at-the-top",
    text: `${ENTER}headlines${text}\x1b[r${LEAVE}`,
    expect: [...lines].reverse(),
  });
}

/** An answer that comes word by word, breaks at the right edge, and scrolls. */
function streamed(frames: boolean): Recording {
  const make = lineMaker(41, "paragraph");
  const width = 60;
  const finished: string[] = [];
  let text = ENTER;
  for (let i = 1; i <= 30; i += 1) {
    const rows = [""];
    for (const word of make(i, 30).split(" ")) {
      const last = rows.at(-1) as string;
      if (`${last} ${word}`.length > width) rows.push(word);
      else rows[rows.length - 1] = last === "" ? word : `${last} ${word}`;
      const body = [...finished, ...rows].slice(-20);
      const frame = ["An agent", "", ...body, ...Array(20 - body.length).fill(""), `${SPINNER[i % 10]} thinking`, "> "];
      const drawing = repaint(frame);
      text += frames ? synchronised(drawing) : drawing;
    }
    finished.push(...rows);
  }
  return recording({ name: frames ? "streamed-synchronised" : "streamed", text: text + LEAVE, expect: finished });
}

/** A dialog over the text, five times, then scrolling back and forth. */
function modal(): Recording {
  const lines = makeLines(43, 80, "item");
  const frame = (end: number, open: boolean) => {
    const body = lines.slice(Math.max(0, end - 22), end);
    const rows = ["Title", ...body, ...Array(22 - body.length).fill(""), "q quits"];
    if (open)
      ["┌──────────────────┐", "│ Allow this? y/n  │", "└──────────────────┘"].forEach((row, i) => {
        rows[10 + i] = `          ${row}`;
      });
    return repaint(rows);
  };
  let text = ENTER;
  for (let end = 22; end <= 80; end += 1)
    text += frame(end, false) + (end % 12 === 0 ? frame(end, true) + frame(end, false) : "");
  for (let end = 79; end >= 60; end -= 1) text += frame(end, false);
  for (let end = 61; end <= 80; end += 1) text += frame(end, false);
  return recording({ name: "dialog-over-text", text: text + LEAVE, expect: lines, maxRows: 110 });
}

/** Text that scrolls at the left of a panel that stays. */
function panel(name: string, gutter: string): Recording {
  const lines = makeLines(47, 120, "entry");
  const side = Array.from({ length: 26 }, (_, i) => (i % 3 === 0 ? `setting ${String.fromCharCode(97 + i)}` : ""));
  const frames = screens(lines, { rows: 28 });
  const text = frames
    .map((frame, f) =>
      repaint(
        frame.map((row, i) => `${row.padEnd(76)}${gutter}${i === 3 ? `tokens ${f * 13}` : (side[i] ?? "")}`.trimEnd()),
      ),
    )
    .join("");
  return recording({
    name,
    text: ENTER + text + LEAVE,
    cols: 110,
    rows: 28,
    expect: lines,
    match: "contains",
    maxRows: 160,
  });
}

/** A table whose values change in place. */
function dashboard(): Recording {
  const next = random(53);
  const names = makeLines(53, 15, "service").map((line) => line.split(" ").slice(1, 4).join("-"));
  let text = ENTER;
  let last: string[] = [];
  for (let tick = 0; tick < 200; tick += 1) {
    last = names.map(
      (name) => `${name.padEnd(30)} ${(next() * 100).toFixed(1).padStart(5)}%  ${Math.floor(next() * 900)} MiB`,
    );
    text += repaint(["NAME  CPU  MEM", ...last]);
  }
  return recording({ name: "dashboard", text: text + LEAVE, expect: last, maxRows: 30 });
}

/** As top does: the same rows in another order each time, only their cells that changed. */
function sorted(): Recording {
  const next = random(59);
  const names = makeLines(59, 18, "proc").map((line) => line.split(" ").slice(2, 5).join("-"));
  let before: string[] = [];
  let text = ENTER;
  for (let tick = 0; tick < 60; tick += 1) {
    const rows = [...names]
      .sort(() => next() - 0.5)
      .map(
        (name, i) =>
          `${String(1000 + names.indexOf(name)).padStart(6)} root ${String(tick * 3 + i).padStart(4)}.0 ${name}`,
      );
    const frame = [`top - 12:00:${String(tick).padStart(2, "0")} up 1 day`, "", ...rows];
    text += cellDiff(before, frame, 80);
    before = frame;
  }
  return recording({ name: "sorted-table", text: text + LEAVE, expect: [], maxRows: 1200 });
}

/** A list with a mark that moves down and up. */
function menu(): Recording {
  const items = makeLines(61, 15, "choice");
  let text = ENTER;
  for (const chosen of [...items.keys(), ...[...items.keys()].reverse()]) {
    text += repaint(["Choose:", ...items.map((item, i) => `${i === chosen ? "❯" : " "} ${item}`)]);
  }
  return recording({ name: "menu", text: text + LEAVE, expect: items.slice(1), match: "contains", maxRows: 40 });
}

/** Messages typed into a field and sent; the field is emptied. */
function input(): Recording {
  const messages = makeLines(67, 40, "question");
  const history: string[] = [];
  let text = ENTER;
  const draw = (draft: string) => {
    const body = history.slice(-18);
    text += repaint([
      "Chat",
      ...body,
      ...Array(18 - body.length).fill(""),
      "────────────────────",
      `❯ ${draft}`,
      "────────────────────",
      "  auto mode",
    ]);
  };
  for (const message of messages) {
    for (let i = 3; i < message.length; i += 7) draw(message.slice(0, i));
    draw(message);
    history.push(`❯ ${message}`, `● answer to ${message}`);
    draw("");
  }
  const expect = messages.flatMap((message) => [`❯ ${message}`, `● answer to ${message}`]);
  return recording({ name: "input-field", text: text + LEAVE, expect });
}

/** A reader that goes a page down and up again. */
function scrolledBack(): Recording {
  const lines = makeLines(71, 200, "verse");
  const page = (from: number) => repaint([...lines.slice(from, from + 23), `lines ${from + 1}-${from + 23}`]);
  let text = ENTER;
  for (let from = 0; from <= 170; from += 23) text += page(from);
  text += page(177) + page(100) + page(60) + page(0) + page(177);
  return recording({ name: "pages-and-back", text: text + LEAVE, expect: lines, maxRows: 240 });
}

/** Equal rows that keep their number. */
function identical(): Recording {
  const lines = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? `step ${i}` : "ok"));
  const text = screens(lines, {}).map(repaint).join("");
  return recording({ name: "equal-rows", text: ENTER + text + LEAVE, expect: lines, match: "exactcount" });
}

/** Pages whose rows differ by their number alone. */
function numbered(): Recording {
  const lines = Array.from({ length: 120 }, (_, i) => `Item number ${i + 1}`);
  const text = screens(lines, { rows: 12, step: 9 }).map(repaint).join("");
  return recording({
    name: "rows-that-differ-by-number",
    text: ENTER + text + LEAVE,
    expect: lines.slice(0, 117),
    rows: 12,
  });
}
