// `node backend/test/pty/record.ts [NAME …]`: runs real programs in a terminal and keeps what they wrote, for the tests of
// transcripts. Run by hand, as programs and their versions differ; what it kept is in backend/test/fixtures/pty.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { spawn } from "@lydell/node-pty";
import type { Recording } from "./recording.ts";
import { makeLines } from "./words.ts";

/** Sent one after another, each when the program has been silent for a while. */
type Step = string | { cols: number; rows: number };

interface Session extends Pick<Recording, "name" | "expect" | "match" | "maxRows"> {
  command: [string, ...string[]];
  steps: Step[];
  cols?: number;
  rows?: number;
}

const FOLDER = fileURLToPath(new URL("../fixtures/pty/", import.meta.url));
const QUIET = 250;
const notes = makeLines(101, 300, "note");
const chapter = makeLines(103, 120, "chapter");
const times = (step: string, count: number): string[] => Array(count).fill(step);

const SESSIONS: Session[] = [
  less("less-pages", [...times(" ", 14), "q"]),
  less("less-lines", [...times("j", 40), ...times("\x04", 24), "q"], 335),
  less(
    "less-back-and-forth",
    [...times(" ", 5), ...times("b", 3), ...times("k", 10), "g", ...times(" ", 14), "q"],
    335,
  ),
  less(
    "less-resized",
    [...times(" ", 4), { cols: 60, rows: 18 }, ...times(" ", 6), { cols: 100, rows: 30 }, ...times(" ", 10), "q"],
    380,
  ),
  {
    name: "less-on-the-normal-screen",
    command: ["less", "-X", "notes"],
    steps: [...times(" ", 14), "q"],
    expect: notes,
    match: "line",
    maxRows: 320,
  },
  {
    name: "vim-pages",
    command: ["vim", "-u", "NONE", "-N", "notes"],
    steps: [...times("\x06", 16), ":q!\r"],
    expect: notes,
    match: "line",
    maxRows: 345,
  },
  {
    name: "vim-types",
    command: ["vim", "-u", "NONE", "-N", "--cmd", "set showmode", "new"],
    steps: ["ifirst typed line\rsecond typed line\rthird\x1b", "ggofourth line put in\x1b", ":q!\r"],
    expect: ["first typed line", "fourth line put in", "second typed line", "third"],
    match: "line",
    maxRows: 20,
  },
  {
    name: "bash-with-history",
    command: ["bash", "--norc", "--noprofile"],
    steps: ["PS1='$ '\r", "cat chapter\r", "clear\r", "\x1b[A\x1b[A\r", "echo done at last\r", "exit\r"],
    expect: [...chapter, "done at last"],
    match: "line",
    maxRows: 290,
  },
  {
    name: "tmux-scrolls",
    command: ["tmux", "-f", "/dev/null", "-L", `thoth-record-${process.pid}`, "new-session", "sh slowly chapter"],
    steps: [],
    expect: chapter,
    match: "line",
    maxRows: 160,
  },
  {
    name: "watch-counts",
    command: ["timeout", "3", "watch", "-n", "0.5", "-t", "head -15 chapter; date +%N"],
    steps: [],
    expect: chapter.slice(0, 15),
    match: "line",
    maxRows: 60,
  },
  {
    name: "python-repeats",
    command: ["python3", "-q"],
    steps: ["for i in range(40): print('value', i)\r\r", "exit()\r"],
    expect: Array.from({ length: 40 }, (_, i) => `value ${i}`),
    match: "line",
    maxRows: 70,
  },
];

function less(name: string, steps: Step[], maxRows = 320): Session {
  return { name, command: ["less", "notes"], steps, expect: notes, match: "line", maxRows };
}

const wanted = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const manifest = new Map<string, object>(known().map((one) => [one.name, one]));
for (const session of SESSIONS) {
  if (wanted.length > 0 && !wanted.includes(session.name)) continue;
  const { bytes, resizes } = await record(session);
  const { name, expect, match, maxRows, cols = 80, rows = 24 } = session;
  writeFileSync(join(FOLDER, `${name}.raw.gz`), gzipSync(bytes, { level: 9 }));
  manifest.set(name, {
    name,
    file: `${name}.raw`,
    bytes: bytes.length,
    cols,
    rows,
    resizes,
    expect,
    match,
    maxRows,
    forbid: [],
  });
  console.log(name, bytes.length);
}
writeFileSync(join(FOLDER, "manifest.json"), `${JSON.stringify({ recordings: [...manifest.values()] }, null, 1)}\n`);

function known(): { name: string }[] {
  try {
    return JSON.parse(readFileSync(join(FOLDER, "manifest.json"), "utf8")).recordings;
  } catch {
    return [];
  }
}

async function record({
  command,
  steps,
  cols = 80,
  rows = 24,
}: Session): Promise<Pick<Recording, "bytes" | "resizes">> {
  const folder = mkdtempSync(join(tmpdir(), "thoth-record-"));
  writeFileSync(join(folder, "notes"), `${notes.join("\n")}\n`);
  writeFileSync(join(folder, "chapter"), `${chapter.join("\n")}\n`);
  writeFileSync(join(folder, "slowly"), 'while read -r line; do echo "$line"; sleep 0.03; done < "$1"; sleep 0.3\n');
  const env = { PATH: process.env.PATH, HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8", LESS: "" };
  const [file, ...args] = command;
  const terminal = spawn(file, args, { cols, rows, cwd: folder, env, encoding: null });
  const chunks: Buffer[] = [];
  const resizes: Recording["resizes"] = [];
  const left = [...steps];
  let length = 0;
  let quiet: NodeJS.Timeout;
  await new Promise<void>((ended) => {
    const next = () => {
      const step = left.shift();
      if (step === undefined) return;
      if (typeof step === "string") terminal.write(step);
      else {
        resizes.push({ offset: length, ...step });
        terminal.resize(step.cols, step.rows);
      }
      quiet = setTimeout(next, QUIET);
    };
    quiet = setTimeout(next, QUIET * 3);
    terminal.onData((data) => {
      const chunk = Buffer.from(data);
      chunks.push(chunk);
      length += chunk.length;
      clearTimeout(quiet);
      quiet = setTimeout(next, QUIET);
    });
    terminal.onExit(() => {
      clearTimeout(quiet);
      ended();
    });
  });
  rmSync(folder, { recursive: true, force: true });
  return { bytes: Buffer.concat(chunks), resizes };
}
