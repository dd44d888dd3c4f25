import { describe, expect, it } from "vitest";
import { judge, type Recording } from "../../../test/pty/recording.ts";
import { genuineConversations, givenRecordings, ownRecordings } from "../../../test/pty/stored-recordings.ts";
import { random } from "../../../test/pty/words.ts";
import { createEmulator, replay } from "./index.ts";

const own = ownRecordings();
const given = givenRecordings();

/** The beginning of a stream isn't there in a recording of this name. */
const isCut = ({ name }: Recording) => name.includes("tail");

async function transcriptOf(recorded: Recording, chunk = Number.POSITIVE_INFINITY) {
  const { bytes, cols, rows, resizes } = recorded;
  if (isCut(recorded)) {
    const start = 1_000_000;
    const emulator = await replay({ bytes, start, cols, rows, resizes: [] });
    return emulator.transcript({ redact: false });
  }
  const emulator = createEmulator({ cols, rows });
  let at = 0;
  const writeTo = async (end: number) => {
    for (; at < end; at += Math.min(chunk, end - at))
      await emulator.write(bytes.subarray(at, Math.min(end, at + chunk)));
    at = end;
  };
  for (const resize of resizes) {
    await writeTo(resize.offset);
    emulator.resize(resize.cols, resize.rows);
  }
  await writeTo(bytes.length);
  const transcript = emulator.transcript({ redact: false });
  emulator.dispose();
  return transcript;
}

describe("what was shown is in the transcript, in order, with hardly a copy", () => {
  it.each([...own, ...given].map((recorded) => [recorded.name, recorded] as const))("%s", async (_, recorded) => {
    const { text, quality } = await transcriptOf(recorded);
    const { found, duplicates, rows, forbidden, missing } = judge(text.split("\n"), recorded);
    expect({ found, missing, forbidden, quality }).toEqual({
      found: recorded.expect.length,
      missing: null,
      forbidden: [],
      quality: "exact",
    });
    expect(rows).toBeLessThanOrEqual(recorded.maxRows);
    expect(duplicates).toBeLessThanOrEqual(recorded.match === "exactcount" ? 0 : recorded.rows);
  });
});

const conversations = genuineConversations();

describe.runIf(conversations.length > 0)("conversations with real agents", () => {
  const bare = (text: string) => text.replace(/[\s│┃▌❯›•●>⏺⎿*]+/g, " ").trim();

  it.each(conversations.map((one) => [one.name, one] as const))("%s", async (_, conversation) => {
    const { bytes, cols, rows, prompts, lines } = conversation;
    const emulator = createEmulator({ cols, rows });
    await emulator.write(bytes);
    const { text } = emulator.transcript({ redact: false });
    // An agent divides long lines by itself.
    const whole = bare(text);
    let at = 0;
    const missing = lines.filter((line) => {
      const found = whole.indexOf(bare(line), at);
      if (found >= 0) at = found + bare(line).length;
      return found < 0;
    });
    expect(missing).toEqual([]);
    expect(prompts.filter((prompt) => !whole.includes(bare(prompt)))).toEqual([]);
    const shown = text.split("\n").map(bare);
    const wanted = new Map<string, number>();
    for (const line of lines.map(bare)) wanted.set(line, (wanted.get(line) ?? 0) + 1);
    const copies = [...wanted].map(([line, count]) => Math.max(0, shown.filter((row) => row === line).length - count));
    expect(copies.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(rows);
  });
});

describe("chunks of any size give the same text", () => {
  // A byte at a time is slow, and says nothing more on the hundredth screen than on the third.
  const short = own.map((recorded) => ({ ...recorded, bytes: recorded.bytes.subarray(0, 30_000) }));

  it.each(short.map((recorded) => [recorded.name, recorded] as const))("%s", async (name, recorded) => {
    const resizes = recorded.resizes.filter(({ offset }) => offset <= recorded.bytes.length);
    const cut = { ...recorded, resizes };
    const whole = await transcriptOf(cut);
    const next = random(name.length);
    for (const chunk of [1, 3, 17, 1 + Math.floor(next() * 4096)])
      expect(await transcriptOf(cut, chunk)).toEqual(whole);
  });
});
