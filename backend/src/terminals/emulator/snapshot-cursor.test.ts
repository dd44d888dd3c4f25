import { expect, test } from "vitest";
import { createEmulator } from "./index.ts";

/** Screen and what is written after it, of a terminal and of one that has its snapshot. */
async function both(drawn: string, cols: number, rows: number, more = "Q\r\nW\u001b8E") {
  const first = createEmulator({ cols, rows });
  await first.write(Buffer.from(drawn));
  const second = createEmulator({ cols, rows });
  await second.write(Buffer.from(first.snapshot()));
  const texts: string[][] = [];
  for (const emulator of [first, second]) {
    const before = emulator.screenText();
    await emulator.write(Buffer.from(more));
    texts.push([before, emulator.screenText()]);
    emulator.dispose();
  }
  return texts;
}

test.each([
  ["a full last row below the cursor", `\u001b[3;1H${"x".repeat(20)}\u001b[1;6H`],
  ["a full row that holds the cursor back, others below", `\u001b[2;1Hlow\u001b[1;1H${"x".repeat(20)}`],
  ["a wide character at the end of it", `\u001b[2;1Hlow\u001b[1;19H漢`],
  ["a wrapped row whose beginning was erased", `${"x".repeat(18)}漢字漢字\u001b[1;20H\u001b[1K\u001b[2;3H`],
  ["origin mode, and a saved cursor", "\r\n\u001b7\u001b[?6h"],
  ["origin mode in a region", "\u001b[1;2HA\u001b7\u001b[2;3r\u001b[?6h\u001b[2;4H"],
  ["a cursor saved below what scrolled away", `${"line\r\n".repeat(9)}\u001b[2;5H\u001b7\u001b[H`],
  ["a region, and a full row", `\u001b[1;2r\u001b[1;1H${"x".repeat(20)}`],
])("the stream goes on where it was: %s", async (_name, drawn) => {
  const [one, other] = await both(drawn, 20, 3);
  expect(other).toEqual(one);
});

test.each([
  ["from where the cursor was not saved", "\r\nab\u001b[?47h\u001b[3;3H"],
  ["with a region of the normal screen", "\u001b[1;2r\u001b[2;4H\u001b[?1049hall\u001b[3;3H"],
  ["after lines that scrolled away", `${"line\r\n".repeat(9)}\u001b[2;5H\u001b[?1049hall`],
  ["in origin mode", "\u001b[2;4H\u001b[?1049h\u001b[2;3r\u001b[?6hall"],
])("it leaves the alternate screen for where it was: %s", async (_name, drawn) => {
  const [one, other] = await both(drawn, 20, 3, "\u001b[?1049lQ\r\nW\r\nZ");
  expect(other).toEqual(one);
});

test("the alternate screen keeps its colours whatever is in force", async () => {
  const first = createEmulator({ cols: 20, rows: 3 });
  await first.write(Buffer.from("\u001b[?1049hplain\u001b[31m"));
  const second = createEmulator({ cols: 20, rows: 3 });
  await second.write(Buffer.from(first.snapshot()));
  expect(second.snapshot()).toBe(first.snapshot());
  expect(first.snapshot()).toContain("\u001b[?1049h\u001b[Hplain\u001b[31m");
});

test("whatever was drawn", async () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  for (let n = 0; n < 500; n++) {
    const [cols, rows] = [5 + random(20), 2 + random(6)];
    const parts = [
      () => "x".repeat(random(cols + 3)),
      () => `\u001b[${1 + random(rows)};${1 + random(cols)}H`,
      () => "\r\n",
      () => "漢字",
      () => "\u001b[2;44mé",
      () => "\u001b[31m",
      () => "\u001b[0m",
      () => "\u001b[K",
      () => "\u001b[1J",
      () => `\u001b[${1 + random(rows)};${1 + random(rows)}r`,
      () => `\u001b[${random(6)}X`,
      () => (random(8) ? "" : "\u001b[?1049h"),
      () => (random(8) ? "" : "\u001b[?1049l"),
      () => (random(4) ? "" : "\u001b[?47h"),
      () => (random(4) ? "" : "\u001b[?6h"),
      () => (random(4) ? "" : "\u001b[?6l"),
      () => "\u001b[?7l",
      () => "\u001b[?7h",
      () => "\u001b7",
      () => "\u001b8",
    ];
    let drawn = "";
    for (let part = 0; part < random(30); part++) drawn += (parts[random(parts.length)] as () => string)();
    for (const more of ["Q\r\nW\u001b8E", "\u001b[?1049lQ\r\nW\u001b8E"]) {
      const [one, other] = await both(drawn, cols, rows, more);
      expect(other, JSON.stringify(drawn)).toEqual(one);
    }
  }
});
