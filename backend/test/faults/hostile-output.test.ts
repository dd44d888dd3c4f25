import { expect, it } from "vitest";
import { createEmulator, replay } from "../../src/terminals/emulator/index.ts";
import { random } from "../pty/words.ts";

const STREAMS = process.env.THOTH_FAULTS === "long" ? 2000 : 200;
const TEXTS = ["word ", "漢字", "é", "👩‍💻", "line 7", "x".repeat(50), "\r\n", "\r\n", "\n", "\t", "\b"];
const MODES = [
  "?1049h",
  "?1049l",
  "?47h",
  "?47l",
  "?6h",
  "?6l",
  "?7l",
  "?7h",
  "4h",
  "4l",
  "?2026h",
  "?2026l",
  "?1047h",
];

/** Output that makes no sense: any text, any sequence, any parameters. */
function nonsense(seed: number) {
  const next = random(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = (list: readonly string[]) => list[below(list.length)] as string;
  const sequence = () => {
    const kind = below(9);
    if (kind === 0) return `\x1b[${below(25)};${below(70)}H`;
    if (kind === 1) return `\x1b[${below(4)}${pick(["J", "K"])}`;
    if (kind === 2) return `\x1b[${below(5)}${pick(["L", "M", "S", "T", "X", "P", "@", "b"])}`;
    if (kind === 3) return `\x1b[${below(12)};${below(25)}r`;
    if (kind === 4) return `\x1b[${pick(MODES)}`;
    return pick(["\x1bM", "\x1b7", "\x1b8", "\x1bc", "\x1b#8", "\x1b]0;title\x07", "\x1b[31m", "\x1bP"]);
  };
  const parts = Array.from({ length: 20 + below(400) }, () => (next() < 0.6 ? pick(TEXTS) : sequence()));
  const bytes = Buffer.from(parts.join(""));
  const resizes = Array.from({ length: below(3) }, () => ({
    offset: below(bytes.length),
    cols: 2 + below(80),
    rows: 1 + below(30),
  }));
  resizes.sort((a, b) => a.offset - b.offset);
  return { bytes, resizes, cols: 2 + below(60), rows: 1 + below(20), chunk: 1 + below(40), start: below(bytes.length) };
}

type Nonsense = ReturnType<typeof nonsense>;

async function shown({ bytes, resizes, cols, rows }: Nonsense, chunk: number) {
  const emulator = createEmulator({ cols, rows });
  let at = 0;
  for (const { offset, ...size } of [...resizes, { offset: bytes.length, cols: 0, rows: 0 }]) {
    for (; at < offset; at = Math.min(offset, at + chunk))
      await emulator.write(bytes.subarray(at, Math.min(offset, at + chunk)));
    if (size.cols > 0) emulator.resize(size.cols, size.rows);
  }
  const result = { transcript: emulator.transcript(), snapshot: emulator.snapshot() };
  emulator.dispose();
  return result;
}

it(`takes any output, in any chunks, from any beginning on (${STREAMS} streams)`, async () => {
  for (let seed = 1; seed <= STREAMS; seed += 1) {
    const stream = nonsense(seed);
    const { bytes, start, cols, rows, resizes } = stream;
    expect(await shown(stream, stream.chunk), `stream ${seed}`).toEqual(await shown(stream, bytes.length));
    const emulator = await replay({ bytes: bytes.subarray(start), start, cols, rows, resizes });
    expect(emulator.transcript().source).toMatch(/^(replay|screen)$/);
    emulator.dispose();
  }
}, 600_000);

it.each([354, 1122, 1250])(
  "takes another size in the middle of a joined character, in any chunks (stream %d)",
  async (seed) => {
    const stream = nonsense(seed);
    expect(await shown(stream, 1)).toEqual(await shown(stream, stream.bytes.length));
  },
);

it("erases the screen up to its last cell", async () => {
  const emulator = createEmulator({ cols: 5, rows: 3 });
  await emulator.write(Buffer.from("one\r\ntwo\x1b[3;5H\x1b[1J\x1b[Hnew"));
  expect(emulator.screenText()).toBe("new");
});
