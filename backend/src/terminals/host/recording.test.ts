import { expect, test } from "vitest";
import { createEmulator, replay } from "../emulator/index.ts";
import { createGroundCutter } from "./ground.ts";
import { createRecording } from "./recording.ts";

const SMALL = { keep: 16_384, every: 2_048 };

/** A program that draws like many: colours, cursor moves, regions, wide characters, and both screens. */
function* drawing(seed: number): Generator<string> {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  for (let n = 0; n < 4_000; n++) {
    const kinds = [
      () => `line ${n} è 漢字 😀\r\n`,
      () => `\u001b[${1 + random(20)};${1 + random(60)}H\u001b[3${random(8)}mat ${n}\u001b[0m`,
      () => `\u001b[${1 + random(3)}L`,
      () => "\u001b[2J\u001b[H",
      () => `\u001b[${2 + random(5)};${12 + random(8)}r`,
      () => "\u001b[r",
      () => (random(20) === 0 ? "\u001b[?1049h" : ""),
      () => (random(10) === 0 ? "\u001b[?1049l" : ""),
      () => `\u001b]0;title ${n}\u0007`,
    ];
    yield (kinds[random(kinds.length)] as () => string)();
  }
}

test.each([1, 2, 3])("however much was dropped, a replay ends with the right screen (%i)", async (seed) => {
  const size = { cols: 80, rows: 24 };
  const emulator = createEmulator(size);
  const recording = createRecording({ ...size, ...SMALL });
  const cutter = createGroundCutter();
  let n = 0;
  for (const part of drawing(seed)) {
    const bytes = Uint8Array.from(cutter.push(Buffer.from(part)));
    await emulator.write(bytes);
    recording.push(bytes, () => emulator.snapshot({ scrollback: 0 }));
    if (++n % 400 !== 0) continue;
    const next = { cols: 60 + (n % 50), rows: 20 + (n % 7) };
    emulator.resize(next.cols, next.rows);
    recording.resize(next);
    const { recorded } = recording.replayable();
    const replayed = await replay(recorded);
    expect(replayed.screenText()).toBe(emulator.screenText());
    replayed.dispose();
  }
  const { recorded, cut } = recording.replayable();
  expect(cut).toBe(true);
  expect(recorded.bytes.length).toBeGreaterThanOrEqual(SMALL.keep);
  expect(recorded.bytes.length).toBeLessThan(SMALL.keep + 3 * SMALL.every + 16_384);
  emulator.dispose();
});

test("what was not dropped is given as it came, with each size at its place", () => {
  const recording = createRecording({ cols: 80, rows: 24 });
  recording.push(Buffer.from("one"), () => "");
  recording.resize({ cols: 100, rows: 30 });
  recording.push(Buffer.from("two"), () => "");
  expect(recording.replayable()).toEqual({
    cut: false,
    recorded: {
      bytes: Buffer.from("onetwo"),
      start: 0,
      cols: 80,
      rows: 24,
      resizes: [{ offset: 3, cols: 100, rows: 30 }],
    },
  });
  expect(recording.offset).toBe(6);
});
