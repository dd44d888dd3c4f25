import { expect, it } from "vitest";
import { createEmulator, replay } from "./index.ts";

/** Lines with everything a terminal takes out of them again, in every form. */
const STRINGS = [
  "\x1b[38;2;10;200;30mcolour\x1b[0m and \x1b[4:3mcurly\x1b[0m",
  "città – 漢字 – 👩‍💻 – 🇯🇵",
  "\x1b]8;;https://example.test/a?b=c\x1b\\a link\x1b]8;;\x1b\\ and \x1b]8;id=1;x:y\x07another\x1b]8;;\x07",
  "\x1b]0;a title with words\x07titled",
  "\x1bPq#0;2;0;0;0~~@@vv\x1b\\after an image",
  "\x1b_Gf=100;aGVsbG8gd29ybGQ=\x1b\\after a picture",
  "\x1b^private message\x1b\\after a message",
  "\x1b(0lqqk\x1b(B boxed",
];
const ALONE = [
  "colour and curly",
  "città – 漢字 – 👩‍💻 – 🇯🇵",
  "a link and another",
  "titled",
  "after an image",
  "after a picture",
  "after a message",
  "┌──┐ boxed",
];

it("never shows a part of a line, wherever the beginning is cut off", async () => {
  const bytes = Buffer.from(
    STRINGS.flatMap((line) => [line, line])
      .map((line) => `${line}\r\n`)
      .join(""),
  );
  const known = new Set(ALONE);
  const wrong: string[] = [];
  for (let start = 1; start < bytes.length; start += 1) {
    const emulator = await replay({ bytes: bytes.subarray(start), start, cols: 60, rows: 10, resizes: [] });
    const { text } = emulator.transcript();
    emulator.dispose();
    const after = bytes.subarray(start).toString("latin1").split("\r\n").length - 2;
    const lines = text === "" ? [] : text.split("\n");
    for (const line of lines) if (!known.has(line)) wrong.push(`${start}: ${line}`);
    if (lines.length < after) wrong.push(`${start}: ${after - lines.length} of ${after} lines lost`);
  }
  expect(wrong).toEqual([]);
});

it("reads on from the alternate screen on which the beginning was", async () => {
  const rest = Buffer.from("half a line\x1b[H\x1b[2Kfirst\x1b[2;1H\x1b[2Ksecond\x1b[?1049l$ exit\r\nbye\r\n");
  const emulator = await replay({ bytes: rest, start: 5000, cols: 40, rows: 6, resizes: [] });
  expect(emulator.transcript()).toMatchObject({
    text: "first\nsecond\n\n$ exit\nbye",
    source: "replay",
    startsMidStream: true,
  });
});

it("says partial where rows have cells that nobody knows", async () => {
  const rest = Buffer.from("\x1b[5;10Hchanged\x1b[6;1H\x1b[2Kwhole row\x1b[7;3Hx".repeat(3));
  const emulator = await replay({ bytes: rest, start: 5000, cols: 40, rows: 10, resizes: [] });
  expect(emulator.transcript()).toMatchObject({ text: "whole row", quality: "partial" });
});

it("takes the size from the resizes, also from those before the beginning", async () => {
  const resizes = [
    { offset: 100, cols: 20, rows: 5 },
    { offset: 1010, cols: 30, rows: 6 },
  ];
  const emulator = await replay({
    bytes: Buffer.from("a\r\nbbbbbbb\r\nccc"),
    start: 1000,
    cols: 80,
    rows: 24,
    resizes,
  });
  expect([emulator.cols, emulator.rows, emulator.transcript().text]).toEqual([30, 6, "bbbbbbb\nccc"]);
});

it("answers nothing of what was recorded, and everything after it", async () => {
  const replies: string[] = [];
  const recorded = { bytes: Buffer.from("\x1b[c\x1b[6n"), start: 0, cols: 80, rows: 24, resizes: [] };
  const emulator = await replay(recorded, { onReply: (text) => replies.push(text) });
  await emulator.write(Buffer.from("\x1b[5n"));
  expect(replies).toEqual(["\x1b[0n"]);
});

it("knows everything from a snapshot on", async () => {
  const size = { cols: 40, rows: 6 };
  const before = createEmulator(size);
  await before.write(Buffer.from(`${"gone\r\n".repeat(9)}\x1b[?1049h\x1b[2J\x1b[Hhead\x1b[3;3Hbody\x1b[6;1Hfoot`));
  const bytes = Buffer.from(`${before.snapshot({ scrollback: 0 })}\x1b[3;7H goes on\x1b[4;1Hand on`);
  const emulator = await replay({ bytes, start: 5000, ...size, resizes: [] });
  const { text, quality, startsMidStream } = emulator.transcript();
  expect([emulator.screenText(), quality, startsMidStream]).toEqual([
    "head\n\n  body goes on\nand on\n\nfoot",
    "exact",
    true,
  ]);
  expect(text.split("\n").filter((line) => !/gone|^$/.test(line))).toEqual([
    "head",
    "  body goes on",
    "and on",
    "foot",
  ]);
});
