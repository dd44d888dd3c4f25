import { expect, it } from "vitest";
import { replay } from "../../src/terminals/emulator/index.ts";
import type { Recording } from "../pty/recording.ts";
import { givenRecordings, ownRecordings } from "../pty/stored-recordings.ts";
import { random } from "../pty/words.ts";

const LONG = process.env.THOTH_FAULTS === "long";
const CUTS = LONG ? 10_000 : 250;
/** Beyond this a cut takes so long that few could be tried. */
const LARGEST = LONG ? 700_000 : 60_000;

/** Rows that say something about a moment, such as a percentage: after a cut other moments of them are left. */
const ofTheMoment = (line: string) => line.replace(/\d+([.:]\d+)*/g, "0").replace(/[#=.⠀-⣿]+/g, "~");

async function linesFrom(recorded: Recording, start: number): Promise<string[]> {
  const { bytes, cols, rows, resizes } = recorded;
  const emulator = await replay({ bytes: bytes.subarray(start), start, cols, rows, resizes });
  const { text } = emulator.transcript({ redact: false });
  emulator.dispose();
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

it(
  `has no line that was never shown, wherever the beginning is cut off (${CUTS} cuts)`,
  async () => {
    const recordings = [...ownRecordings(), ...givenRecordings()].filter(({ bytes }) => bytes.length <= LARGEST);
    const next = random(2026);
    const whole = new Map<string, Set<string>>();
    const garbage: string[] = [];
    for (let i = 0; i < CUTS; i += 1) {
      const recorded = recordings[i % recordings.length] as Recording;
      if (!whole.has(recorded.name)) {
        const lines = await linesFrom(recorded, 0);
        whole.set(recorded.name, new Set([...lines, ...lines.map(ofTheMoment)]));
      }
      const start = 1 + Math.floor(next() * (recorded.bytes.length - 1));
      const known = whole.get(recorded.name) as Set<string>;
      for (const line of await linesFrom(recorded, start)) {
        // A panel that never moved again is no panel yet: its text still stands at the right of the line.
        const left = recorded.match === "contains" ? (line.split(/ {4}| │/)[0] as string).trim() : line;
        if (![line, left, ofTheMoment(line)].some((text) => known.has(text)))
          garbage.push(`${recorded.name} at ${start}: ${line}`);
      }
    }
    expect(garbage).toEqual([]);
  },
  LONG ? 1_800_000 : 120_000,
);
