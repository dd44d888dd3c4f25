import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type JsonEntry, type JsonlResult, peekJsonl, scanJsonl } from "./jsonl-scan.ts";
import type { ReadMark } from "./types.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "thoth-scan-"));
  file = join(folder, "session.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

function scan(from?: ReadMark): JsonlResult & { entries: JsonEntry[]; offsets: number[] } {
  const entries: JsonEntry[] = [];
  const offsets: number[] = [];
  let seq = from?.seq ?? 0;
  const result = scanJsonl(file, {
    from,
    begin(resumed) {
      if (!resumed) seq = 0;
    },
    entry(entry, offset) {
      entries.push(entry);
      offsets.push(offset);
      seq++;
    },
    keep: () => ({ seq, state: { seen: seq } }),
  });
  return { ...result, entries, offsets };
}

const byteOffset = (text: string, of: string) => Buffer.byteLength(text.slice(0, text.indexOf(of)));

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${JSON.stringify({ n: from + index, pad: "x".repeat(90) })}\n`).join(
    "",
  );

test("reads what is an object and passes over what is torn, padded, blank or no object", () => {
  const odd = '\ufeff{"n":0}\r\n\n[1]\n"text"\n42\nnull\n{"n":1\n\0\0\0\0\n{ "n" : 2 }\n{"n":"  "}\n';
  writeFileSync(file, odd);
  const { entries, offsets, resumed, mark, bytesRead } = scan();
  expect(entries).toEqual([{ n: 0 }, { n: 2 }, { n: "  " }]);
  expect(offsets).toEqual([0, byteOffset(odd, '{ "n"'), byteOffset(odd, '{"n":"')]);
  expect({ resumed, offset: mark.offset, bytesRead }).toEqual({
    resumed: false,
    offset: statSync(file).size,
    bytesRead: statSync(file).size,
  });
});

test("an append costs its own bytes and the guard's", () => {
  writeFileSync(file, lines(0, 60_000));
  const first = scan();
  expect(first.entries).toHaveLength(60_000);
  appendFileSync(file, lines(60_000, 60_002));
  const second = scan(first.mark);
  expect(second).toMatchObject({ resumed: true, mark: { seq: 60_002, state: { seen: 60_002 } } });
  expect(second.entries.map(({ n }) => n)).toEqual([60_000, 60_001]);
  expect(second.bytesRead).toBeLessThanOrEqual(lines(60_000, 60_002).length + 8192);
  expect(second.offsets[0]).toBe(first.mark.offset);
});

test("a last line without a newline is tried and read again", () => {
  writeFileSync(file, `${lines(0, 2)}{"n":2}`);
  const whole = scan();
  expect(whole.entries.map(({ n }) => n)).toEqual([0, 1, 2]);
  expect(whole.mark).toMatchObject({ seq: 2, state: { seen: 2 }, offset: lines(0, 2).length });
  appendFileSync(file, '\n{"n":3');
  const next = scan(whole.mark);
  expect(next).toMatchObject({ resumed: true, mark: { seq: 3 } });
  expect(next.entries.map(({ n }) => n)).toEqual([2]);
  appendFileSync(file, "}\n");
  expect(scan(next.mark)).toMatchObject({ resumed: true, entries: [{ n: 3 }], mark: { seq: 4 } });
});

test.each<[string, () => void]>([
  ["truncated", () => writeFileSync(file, lines(0, 50))],
  ["emptied", () => writeFileSync(file, "")],
  ["replaced by a longer one", () => writeFileSync(file, lines(500, 700))],
  ["edited at its end and grown", () => writeFileSync(file, lines(0, 99) + lines(7, 8) + lines(100, 120))],
  ["edited at its start and grown", () => writeFileSync(file, lines(9, 10) + lines(1, 120))],
  [
    "edited in its middle, no longer than before",
    () => writeFileSync(file, lines(0, 48) + lines(47, 49) + lines(50, 100)),
  ],
  [
    "edited in its middle, grown, and put in its place",
    () => {
      writeFileSync(join(folder, "new"), lines(0, 48) + lines(47, 49) + lines(50, 120));
      renameSync(join(folder, "new"), file);
    },
  ],
])("a file that was %s is read from its start", (_, change) => {
  writeFileSync(file, lines(0, 100));
  utimesSync(file, 1, 1);
  const { mark } = scan();
  change();
  const again = scan(mark);
  expect(again.resumed).toBe(false);
  expect(again.entries).toEqual(scan().entries);
});

test("a file that was not touched has nothing new", () => {
  writeFileSync(file, lines(0, 10));
  const { mark } = scan();
  expect(scan(mark)).toMatchObject({ resumed: true, entries: [], mark });
});

test("lines longer than a block are read, and the buffer is not kept", () => {
  const long = JSON.stringify({ text: "é".repeat(5_000_000) });
  writeFileSync(file, `{"n":0}\n${long}\n{"n":1}\n`);
  const { entries } = scan();
  expect(entries.map((entry) => entry.n ?? (entry.text as string).length)).toEqual([0, 5_000_000, 1]);
});

test("lines are found wherever a block ends", () => {
  const text = `${JSON.stringify({ pad: "y".repeat(4_194_304 - 40) })}\n${lines(0, 3)}`;
  for (const shift of [0, 1, 2, 29, 30, 31]) {
    writeFileSync(file, `${" ".repeat(shift)}${text}`);
    expect(scan().entries).toHaveLength(4);
  }
});

test("only lines that may matter are parsed", () => {
  writeFileSync(file, `${lines(0, 3)}{"want":1}\n`);
  const seen: string[] = [];
  const entries: JsonEntry[] = [];
  scanJsonl(file, {
    mayMatter(bytes, start, end) {
      const line = bytes.toString("utf8", start, end);
      seen.push(line);
      return line.includes("want");
    },
    entry: (entry) => void entries.push(entry),
    keep: () => ({ seq: 0, state: null }),
  });
  expect(seen).toHaveLength(4);
  expect(entries).toEqual([{ want: 1 }]);
});

test("a scan inside another one's line disturbs neither", () => {
  const other = join(folder, "other.jsonl");
  writeFileSync(file, lines(0, 100));
  writeFileSync(other, lines(1000, 1100));
  const outer: unknown[] = [];
  scanJsonl(file, {
    entry({ n }) {
      outer.push(n);
      const inner: unknown[] = [];
      scanJsonl(other, { entry: (entry) => void inner.push(entry.n), keep: () => ({ seq: 0, state: null }) });
      expect(inner).toHaveLength(100);
    },
    keep: () => ({ seq: 0, state: null }),
  });
  expect(outer).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test("a peek stops where it is told to, and at its limit", () => {
  writeFileSync(file, lines(0, 5000));
  const seen: unknown[] = [];
  peekJsonl(file, ({ n }) => seen.push(n) === 3);
  expect(seen).toEqual([0, 1, 2]);
  const within =
    readFileSync(file, "utf8")
      .slice(0, 64 << 10)
      .split("\n").length - 1;
  let count = 0;
  peekJsonl(file, () => ++count < 0);
  expect(count).toBe(within);
});

test("a peek goes on past its limit for what it lacks, through lines of megabytes", () => {
  writeFileSync(file, `${lines(0, 2)}${JSON.stringify({ n: 2, picture: "x".repeat(3 << 20) })}\n${lines(3, 200_000)}`);
  const seen: unknown[] = [];
  peekJsonl(
    file,
    ({ n }) => seen.push(n) < 0,
    64 << 10,
    () => !seen.includes(2),
  );
  expect(seen.slice(0, 3)).toEqual([0, 1, 2]);
  expect(seen.length).toBeLessThan(199_000);
});

test("a file that is not there throws what the file system throws", () => {
  expect(() => scan()).toThrow(/ENOENT/);
});

test("reads no further than it is told to", () => {
  writeFileSync(file, lines(0, 5));
  const seen: JsonEntry[] = [];
  const until = lines(0, 3).length;
  const { bytesRead } = scanJsonl(file, {
    until,
    entry: (entry) => seen.push(entry),
    keep: () => ({ seq: 0, state: null }),
  });
  expect(seen.map(({ n }) => n)).toEqual([0, 1, 2]);
  expect(bytesRead).toBe(until);
});
