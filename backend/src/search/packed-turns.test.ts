import { expect, test } from "vitest";
import { freeTurns, packTurns, unpackTurns } from "./packed-turns.ts";
import { type PreparedTurn, prepare, type Text } from "./prepared-reading.ts";

const head = { sessionId: "one", cwd: null, title: null, startedAt: null, forkOf: null, subagentOf: null };
const said = [
  "A plain sentence that is long enough, about GlyphCacheWarmer and C++.",
  "short",
  "Perché no: abbiamo deciso che la banca è la cartella dei documenti 🎉.",
  "会議で決めたのはキャッシュの廃止です",
  "\ud83d half of a picture, and a NUL \0 in the middle of the text",
];

function prepared(): PreparedTurn[] {
  const turns = said.map((text, seq) => ({
    seq,
    ts: seq === 1 ? null : `2026-11-0${seq + 1}T10:00:00.000Z`,
    role: seq % 2 === 0 ? ("user" as const) : ("assistant" as const),
    text,
    key: `key ${seq}`,
  }));
  return [...prepare("claude", { head, turns, appended: false, mark: null }).turns];
}

const textOf = (text: Text) => Buffer.from(text as Uint8Array).toString();

const readable = (turns: readonly PreparedTurn[]) =>
  turns.map(({ text, words, ...turn }) => ({
    ...turn,
    text: textOf(text),
    words: words && { said: words.said === null ? null : textOf(words.said), extra: textOf(words.extra) },
  }));

test("turns come to another thread as they left", () => {
  const turns = prepared();
  const packed = packTurns(turns);
  const sent = structuredClone(packed, { transfer: [packed.numbers.buffer, packed.bytes.buffer] });
  expect(packed.bytes.byteLength).toBe(0);
  expect(readable(unpackTurns(sent))).toEqual(readable(turns));
  expect(turns.map(({ words }) => words !== null)).toEqual([true, false, true, true, true]);
});

test("what was unpacked can be packed again; no turns are none", () => {
  const turns = prepared();
  const again = unpackTurns(packTurns(unpackTurns(packTurns(turns))));
  expect(readable(again)).toEqual(readable(turns));
  expect(unpackTurns(packTurns([]))).toEqual([]);
});

test("freed, they hold no memory", () => {
  const packed = packTurns(prepared());
  freeTurns(packed);
  expect([packed.numbers.byteLength, packed.bytes.byteLength]).toEqual([0, 0]);
});
