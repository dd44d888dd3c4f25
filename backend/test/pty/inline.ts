// Programs that draw on the normal screen, below what is there.
import { type Recording, recording } from "./recording.ts";
import { lineMaker, makeLines, random } from "./words.ts";

const lines = (rows: readonly string[]) => rows.map((row) => `${row}\r\n`).join("");
const eraseUp = (count: number) => "\x1b[2K\x1b[1A".repeat(Math.max(0, count - 1)) + (count > 0 ? "\x1b[2K\x1b[G" : "");

export function inlinePrograms(): Recording[] {
  return [
    shell(),
    repeated(),
    progress(),
    layers(),
    cargo(),
    apt(),
    box("redrawn-box", (text) => text),
    box("redrawn-box-synchronised", (text) => `\x1b[?2026h${text}\x1b[?2026l`),
    tallClear(),
    rerun(),
    historyAbove(),
    leavesAScreen(),
    reprints(),
    wide(),
    clusters(),
    rightToLeft(),
    resized(),
    pagerWithoutScreen(),
    watch(),
    framedText(),
    controls(),
    resets(),
    otherScreens(),
    unfinished(),
  ];
}

function shell(): Recording {
  const shown = makeLines(3, 300, "entry");
  return recording({ name: "shell", text: `$ cat notes\r\n${lines(shown)}$ `, expect: shown });
}

function repeated(): Recording {
  const shown = Array(100).fill("same");
  return recording({
    name: "equal-lines",
    text: `$ yes same | head -100\r\n${lines(shown)}$ `,
    expect: shown,
    match: "exactcount",
  });
}

function progress(): Recording {
  const expect: string[] = [];
  let text = "";
  for (let i = 1; i <= 20; i += 1) {
    text += `fetching part ${i}\r\n`;
    for (let percent = 0; percent <= 100; percent += 4) {
      const full = Math.floor(percent / 5);
      text += `\r[${"#".repeat(full)}${".".repeat(20 - full)}] ${percent}%`;
    }
    text += "\r\n";
    expect.push(`fetching part ${i}`, `[${"#".repeat(20)}] 100%`);
  }
  return recording({ name: "progress-bar", text, expect, match: "exactcount" });
}

/** Three rows that are gone up to and overwritten, block after block. */
function layers(): Recording {
  const expect: string[] = [];
  let text = "";
  for (let block = 0; block < 12; block += 1) {
    const row = (name: string, percent: number) => `layer ${name}${block}: ${percent}%`;
    text += lines(["a", "b", "c"].map((name) => row(name, 0)));
    for (let percent = 5; percent <= 100; percent += 5) {
      text += `\x1b[3A${["a", "b", "c"].map((name) => `\r${row(name, percent)}\x1b[K\n`).join("")}`;
    }
    expect.push(...["a", "b", "c"].map((name) => row(name, 100)));
  }
  return recording({ name: "progress-rows", text: text.replaceAll("\x1b[K\n", "\x1b[K\r\n"), expect });
}

/** Lines that come above a bar at the bottom. */
function cargo(): Recording {
  const expect = makeLines(5, 120, "   Compiling crate");
  const text = expect
    .map((line, i) => `\r\x1b[K${line}\r\n    Building [${"=".repeat(i / 6)}>] ${i}/120: things`)
    .join("");
  return recording({ name: "bar-below-lines", text: `${text}\r\x1b[K    Finished in 3.2s\r\n$ `, expect });
}

/** A bar kept below the scroll region of the normal screen. */
function apt(): Recording {
  const expect = makeLines(7, 120, "Unpacking package");
  let text = "\x1b7\x1b[1;23r\x1b8\x1b[1A";
  for (const [i, line] of expect.entries()) {
    text += `${line}\r\n\x1b7\x1b[24;1H\x1b[42mProgress: [${String(i).padStart(3)}%]\x1b[0m ${"#".repeat(i / 4)}\x1b8`;
  }
  return recording({ name: "bar-below-region", text: `$ apt install\r\n${text}\x1b7\x1b[1;24r\x1b8\x1b[J$ `, expect });
}

/** As Ink does: the box is erased and drawn again below what became history. */
function box(name: string, frame: (text: string) => string): Recording {
  const make = lineMaker(11, "answer");
  const expect: string[] = [];
  let text = "$ agent\r\n";
  let height = 0;
  const draw = (history: string[], live: string[]) => {
    const rows = [
      ...live,
      "╭──────────────────────────────╮",
      "│ >                            │",
      "╰──────────────────────────────╯",
      "  ? for shortcuts",
    ];
    text += frame(eraseUp(height) + lines(history) + rows.join("\r\n"));
    height = rows.length;
  };
  for (let turn = 1; turn <= 40; turn += 1) {
    const answer = [make(turn, 9), `  and more of ${turn}`, `  the end of ${turn}`];
    draw([`> question ${turn}`], ["* thinking"]);
    for (let i = 1; i <= answer.length; i += 1) draw([], [...answer.slice(0, i), "* writing"]);
    draw(answer, []);
    expect.push(`> question ${turn}`, ...answer);
  }
  // What it did meanwhile was shown, too, and its words are others each time.
  return recording({ name, text: `${text}\r\n`, expect, maxRows: expect.length + 100 });
}

/** More than a screen, cleared with its scrollback and written again with each change. */
function tallClear(): Recording {
  const all = makeLines(13, 90, "block");
  let text = "";
  for (let count = 30; count <= 90; count += 3) text += `\x1b[2J\x1b[3J\x1b[H${lines(all.slice(0, count))}`;
  return recording({ name: "cleared-and-written-again", text, expect: all });
}

function rerun(): Recording {
  const tests = makeLines(17, 30, "test");
  const run = (result: string) => `$ check\r\n${lines(tests)}${result}\r\n`;
  return recording({
    name: "cleared-between-runs",
    text: `${run("2 FAILED of 30")}\x1b[H\x1b[2J${run("30 PASSED of 30")}$ `,
    expect: ["2 FAILED of 30", "30 PASSED of 30"],
    maxRows: 70,
  });
}

/** As Codex does: history goes through a scroll region above what is drawn at the bottom. */
function historyAbove(): Recording {
  const expect = makeLines(19, 150, "• finding");
  let text = `${"\r\n".repeat(24)}\x1b[22;1H› ask anything\x1b[23;1H\x1b[24;1H  send with enter`;
  for (const line of expect) text += `\x1b[1;20r\x1b[20;1H\r\n${line}\x1b[r\x1b[22;3H`;
  return recording({ name: "history-above-a-field", text: `${text}\r\n`, expect });
}

function leavesAScreen(): Recording {
  const [before, inside, after] = [
    makeLines(23, 10, "before"),
    makeLines(29, 15, "inside"),
    makeLines(31, 10, "after"),
  ];
  const screen = `\x1b[?1049h\x1b[H\x1b[2J${inside.map((line, i) => `\x1b[${i + 1};1H${line}`).join("")}`;
  return recording({
    name: "a-screen-in-between",
    text: `${lines(before)}$ show\r\n${screen}\x1b[?1049l$ next\r\n${lines(after)}$ `,
    expect: [...before, "$ show", ...inside, "$ next", ...after],
  });
}

/** What was on a screen of its own is written out at the end. */
function reprints(): Recording {
  const all = makeLines(37, 60, "message");
  let text = "$ agent\r\n\x1b[?1049h\x1b[H\x1b[2J";
  for (let end = 20; end <= 60; end += 1)
    text += `\x1b[H${all
      .slice(end - 20, end)
      .map((line) => `${line}\x1b[K`)
      .join("\r\n")}`;
  return recording({ name: "written-out-at-the-end", text: `${text}\x1b[?1049l${lines(all)}$ `, expect: all });
}

function wide(): Recording {
  const part = "終端の出力を別の作業者へ渡すための試験文字列。";
  const expect = Array.from({ length: 80 }, (_, i) => `第${i + 1}行 ${part.repeat(1 + (i % 3))}終`);
  return recording({ name: "double-width", text: lines(expect), expect, cols: 41 });
}

function clusters(): Recording {
  const expect = Array.from({ length: 30 }, (_, i) => `faces ${i} 👩‍💻 🇯🇵 é 👍🏽 ❤️ नमस्ते tail ${i}`);
  return recording({ name: "clusters", text: lines(expect), expect });
}

function rightToLeft(): Recording {
  const expect = Array.from({ length: 20 }, (_, i) => `${i} שלום עולם مرحبا بالعالم می‌خواهم ${i}`);
  return recording({ name: "right-to-left", text: lines(expect.map((line) => `\u202b${line}\u202c`)), expect });
}

function resized(): Recording {
  const expect = makeLines(41, 240, "record").map((line) => `${line} ${line.length} and some more words`);
  const parts = [0, 60, 120, 180].map((from) => lines(expect.slice(from, from + 60)));
  const sizes = [
    { cols: 50, rows: 24 },
    { cols: 120, rows: 40 },
    { cols: 80, rows: 10 },
  ];
  let offset = 0;
  const resizes = sizes.map((size, i) => {
    offset += Buffer.byteLength(parts[i] as string);
    return { offset, ...size };
  });
  return recording({ name: "resized", text: parts.join(""), expect, resizes });
}

/** As git's pager does by default: no screen of its own. */
function pagerWithoutScreen(): Recording {
  const expect = makeLines(43, 100, "commit");
  let text = `$ git log\r\n${expect.slice(0, 23).join("\r\n")}\r\n:`;
  for (const line of expect.slice(23)) text += `\r\x1b[K${line}\r\n:`;
  return recording({ name: "pager-without-screen", text: `${text}\r\x1b[K$ `, expect, forbid: [":\u0000"] });
}

function watch(): Recording {
  let text = "\x1b[?1049h";
  for (let i = 1; i <= 20; i += 1)
    text += `\x1b[H\x1b[2JEvery 2.0s: count${" ".repeat(40)}12:00:${String(i).padStart(2, "0")}\x1b[3;1H${i} files\x1b[4;1Hall is well`;
  return recording({ name: "watch", text: `${text}\x1b[?1049l`, expect: ["20 files", "all is well"], maxRows: 50 });
}

/** Text in a frame, a table and a tree. */
function framedText(): Recording {
  const framed = ["╭──────────────╮", "│ hello there  │", "│ second row   │", "╰──────────────╯"];
  const rest = [
    "┌─────┬─────┐",
    "│ a   │ b   │",
    "├─────┼─────┤",
    "│ c   │ d   │",
    "└─────┴─────┘",
    "├── src",
    "│   └── main.ts",
    "└── docs",
  ];
  return recording({
    name: "frames",
    text: lines([...framed, ...rest]),
    expect: ["hello there", "second row", "a   │ b", "c   │ d", "├── src", "│   └── main.ts", "└── docs"],
    match: "exactcount",
    maxRows: 7,
    forbid: ["╭", "┌─", "╯"],
  });
}

function controls(): Recording {
  const text = [
    "\x1b]0;WINDOW-TITLE\x07plain one",
    "\x1b]8;;https://HIDDEN.example\x1b\\link text\x1b]8;;\x1b\\",
    "\x1bPqSIXEL-DATA\x1b\\\x1b_APC-DATA\x1b\\\x1b^PM-DATA\x1b\\\x1bXSOS-DATA\x1b\\\x1b]52;c;Q0xJUEJPQVJE\x07plain two",
    "safe\u202e\u2066\u200b\u00ad text\u2069",
    "\x1b[31;1mcoloured\x1b[0m \u009b32mC1\u009b0m",
  ];
  return recording({
    name: "control-strings",
    text: lines(text),
    expect: ["plain one", "link text", "plain two", "safe text", "coloured C1"],
    maxRows: 5,
    forbid: ["WINDOW", "HIDDEN", "SIXEL", "DATA", "Q0xJ", "[31", "\u202e", "\u001b"],
  });
}

function resets(): Recording {
  const [one, two] = [makeLines(47, 40, "first"), makeLines(53, 40, "second")];
  return recording({
    name: "reset-in-between",
    text: `${lines(one)}\x1b#8\x1bc\x1b[?3h${lines(two)}`,
    expect: [...one, ...two],
    maxRows: 120,
  });
}

function otherScreens(): Recording {
  const [a, b, c] = [
    makeLines(59, 30, "normal"),
    makeLines(61, 10, "forty-seven"),
    makeLines(67, 10, "ten-forty-seven"),
  ];
  const place = (rows: string[]) => rows.map((row, i) => `\x1b[${i + 1};1H\x1b[2K${row}`).join("");
  return recording({
    name: "old-ways-to-the-other-screen",
    text: `${lines(a)}\x1b7\x1b[?47h${place(b)}\x1b[?47l\x1b8\r\nback\r\n\x1b7\x1b[?1047h${place(c)}\x1b[?1047l\x1b8\r\nagain\r\n`,
    expect: [...a, ...b, "back", ...c, "again"],
  });
}

/** Frames and strings that don't end. */
function unfinished(): Recording {
  const next = random(71);
  const [one, two] = [makeLines(73, 60, "early"), makeLines(79, 60, "late")];
  const noise = Array.from({ length: 5000 }, () => String.fromCharCode(97 + Math.floor(next() * 26))).join("");
  return recording({
    name: "never-ended",
    text: `\x1b[?2026h${lines(one)}\x1b]777;${noise}\x18${lines(two)}\x1bP${noise}`,
    expect: [...one, ...two],
    forbid: [noise.slice(0, 40)],
  });
}
