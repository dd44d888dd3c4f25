// Transcripts as Claude Code leaves them: little that was said between much that tools answered. The same arguments, the
// same files. The mix is an assumption: three bytes in a hundred are prose, and half of the rest are results of tools.
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";

const START = Date.UTC(2026, 0, 5, 8);
const SECOND_MS = 1000;
const TURNS_A_STEP = 6;
const PROSE = 0.03;
const SYLLABLES = "ba co di fu ga he in jo ka li mo nu or pe qui ra so ta un vi wo xe yo za st cr pl tr".split(" ");
const COMMON = "the a of to is and in that it for on with as was be this have not are but from they we can".split(" ");
const SPICE = [
  "C++",
  "#4711",
  "--dry-run",
  "src/cache/warm-up.ts",
  "don't",
  "GlyphCache",
  "retry_after_ms",
  "`parseLine`",
];
const ITALIAN =
  "la sessione è stata approvata perché abbiamo deciso di tenere i documenti nella cartella della banca".split(" ");
const JAPANESE = "会議で決めたのはキャッシュの廃止です設計を見直してから実装します".match(/.{2,4}/gu);

/** Some numbers from 0 to 1 that are always the same ones (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes about `bytes` of transcripts in `files` files into `folder`, and answers how many bytes it were. */
export function writeClaudeCorpus(folder, { files, bytes, seed = 1 }) {
  mkdirSync(folder, { recursive: true });
  const next = chance(seed);
  const words = Array.from({ length: 4000 }, () =>
    Array.from({ length: 2 + next() * 3 }, () => pick(SYLLABLES)).join(""),
  );
  const blocks = Array.from({ length: 24 }, (_, index) => toolResult(index));
  let total = 0;

  function pick(list) {
    return list[Math.floor(next() * list.length)];
  }

  function id() {
    const digits = (length) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
    return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`;
  }

  function sentence(length) {
    const kind = next();
    if (kind < 0.05) return Array.from({ length }, () => pick(ITALIAN)).join(" ");
    if (kind < 0.07) return Array.from({ length: length / 2 }, () => pick(JAPANESE)).join("");
    // Few words are frequent, most are rare.
    const word = () => (next() < 0.4 ? pick(COMMON) : words[Math.floor(next() ** 3 * words.length)]);
    return Array.from({ length }, () => (next() < 0.02 ? pick(SPICE) : word())).join(" ");
  }

  /** A file as the program reads it out, with its numbers and arrows, or what a test runner prints. */
  function toolResult(index) {
    const name = () => words[Math.floor(next() * words.length)];
    const code = (_, line) =>
      `${String(line + 1).padStart(6)}→\t\tconst ${name()} = await ${name()}("${name()}", { ${name()}: '${name()}' });`;
    const tests = () =>
      ` \u001b[32m✓\u001b[39m ${name()} › ${name()} ${name()} "${name()}" (${Math.floor(next() * 1000)} ms)`;
    return Array.from({ length: 4 + ((index * index) >> 1) }, index % 3 === 0 ? tests : code).join("\n");
  }

  for (let file = 0; file < files; file++) {
    const sessionId = id();
    const path = join(folder, `${sessionId}.jsonl`);
    const out = openSync(path, "w");
    // Most sessions are short, a few very long.
    const wanted = (bytes / files) * (0.2 + 2.4 * next() ** 2);
    let time = START + file * 3600 * SECOND_MS;
    let parent = null;
    let lines = [];
    let prose = 0;
    let size = 0;

    function add(type, rest) {
      const uuid = id();
      time += SECOND_MS * (1 + Math.floor(next() * 40));
      const base = { parentUuid: parent, isSidechain: false, userType: "external", cwd: "/home/dev/app", sessionId };
      const line = JSON.stringify({
        ...base,
        version: "2.1.0",
        gitBranch: "main",
        type,
        ...rest,
        uuid,
        timestamp: new Date(time).toISOString(),
      });
      parent = uuid;
      size += Buffer.byteLength(line) + 1;
      lines.push(line);
    }

    while (size < wanted) {
      while (prose <= size * PROSE) {
        const asked = sentence(8 + Math.floor(next() * 40));
        const answered = `${sentence(20 + Math.floor(next() * 80))}.\n\n${sentence(10 + Math.floor(next() * 30))}.`;
        prose += Buffer.byteLength(asked) + Buffer.byteLength(answered);
        add("user", { message: { role: "user", content: asked } });
        add("assistant", { message: { id: id(), role: "assistant", content: [{ type: "text", text: answered }] } });
      }
      for (let step = 0; step < TURNS_A_STEP; step++) {
        const call = `toolu_${id()}`;
        add("assistant", {
          message: {
            id: id(),
            role: "assistant",
            content: [
              next() < 0.2
                ? { type: "thinking", thinking: pick(blocks), signature: pick(blocks).slice(0, 300) }
                : { type: "tool_use", id: call, name: "Bash", input: { command: pick(blocks).slice(0, 400) } },
            ],
          },
        });
        const content = pick(blocks);
        add("user", {
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: call, content }] },
          toolUseResult: { stdout: content, stderr: "", interrupted: false },
        });
      }
      if (lines.length > 500) flush();
    }

    function flush() {
      if (lines.length === 0) return;
      writeSync(out, `${lines.join("\n")}\n`);
      lines = [];
    }
    flush();
    closeSync(out);
    utimesSync(path, time / SECOND_MS, time / SECOND_MS);
    total += size;
  }
  return total;
}
