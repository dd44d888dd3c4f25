import { expect, onTestFinished, test } from "vitest";
import { createEmulator } from "../emulator/index.ts";
import { createScreen, type ScreenOptions } from "./screen.ts";

function open(more: Partial<ScreenOptions> = {}) {
  const seen = { shown: "", replies: "", backlog: [] as boolean[], errors: [] as unknown[] };
  const screen = createScreen({
    cols: 80,
    rows: 24,
    onReply: (text) => {
      seen.replies += text;
    },
    onTitle: () => {},
    onShown: (bytes) => {
      seen.shown += Buffer.from(bytes).toString();
    },
    onBacklog: (full) => seen.backlog.push(full),
    onError: (error) => seen.errors.push(error),
    ...more,
  });
  onTestFinished(() => screen.dispose());
  const text = () => screen.inOrder((emulator) => emulator.screenText());
  return { screen, seen, text };
}

test("what is asked for is between all that came before and all that comes after", async () => {
  const { screen, seen, text } = open();
  screen.push(Buffer.from("one\r\n"));
  const first = text();
  screen.push(Buffer.from("two \u001b[3"));
  screen.resize({ cols: 40, rows: 10 });
  const second = screen.inOrder(({ cols, rows }) => [cols, rows]);
  screen.push(Buffer.from("1mred"));
  expect([await first, await second, await text()]).toEqual(["one", [40, 10], "one\ntwo red"]);
  expect(seen.shown).toBe("one\r\ntwo \u001b[31mred");
  await expect(
    screen.inOrder(() => {
      throw new Error("of the one who asks");
    }),
  ).rejects.toThrow("of the one who asks");
});

test("however much waits, little is taken in at once, so that other terminals have their turn", async () => {
  const sizes: number[] = [];
  const emulate: ScreenOptions["emulate"] = (options) => {
    const emulator = createEmulator(options);
    const { write } = emulator;
    emulator.write = (bytes) => {
      sizes.push(bytes.length);
      return write.call(emulator, bytes);
    };
    return emulator;
  };
  const { screen, text } = open({ emulate });
  for (let n = 0; n < 50; n++) screen.push(Buffer.from("y\r\n".repeat(n * 50)));
  await text();
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
  // Nor so little that each piece costs more than what is in it.
  expect(sizes.length).toBeLessThan(75);
});

test("of sizes with no output between them only the last is taken on", async () => {
  const sizes: string[] = [];
  const emulate: ScreenOptions["emulate"] = (options) => {
    const emulator = createEmulator(options);
    const { resize } = emulator;
    emulator.resize = (cols, rows) => {
      sizes.push(`${cols} x ${rows}`);
      return resize.call(emulator, cols, rows);
    };
    return emulator;
  };
  const { screen, text } = open({ emulate });
  screen.push(Buffer.from("one\r\n".repeat(2000)));
  for (let n = 0; n < 20_000; n++) screen.resize({ cols: 2 + (n % 900), rows: 1 + (n % 900) });
  screen.push(Buffer.from("two"));
  screen.resize({ cols: 80, rows: 24 });
  await text();
  expect(sizes).toEqual(["201 x 200", "80 x 24"]);
  expect(screen.recording.replayable().recorded.resizes.length).toBe(2);
});

test("too much at once is told, and told again when it is taken in", async () => {
  const { screen, seen, text } = open();
  screen.push(Buffer.alloc(1024 * 1024, "x"));
  expect(seen.backlog).toEqual([true]);
  await text();
  expect(seen.backlog).toEqual([true, false]);
  expect(seen.shown.length).toBe(1024 * 1024);
});

test("what a program had begun when it ended is shown as it is", async () => {
  const { screen, seen } = open();
  screen.push(Buffer.from("end\u001b[3"));
  await screen.finish();
  expect(seen.shown).toBe("end\u001b[3");
});

test("an emulator that fails is made anew with all that it had, and the terminal goes on", async () => {
  const emulate: ScreenOptions["emulate"] = (options) => {
    const emulator = createEmulator(options);
    const { write } = emulator;
    emulator.write = (bytes) => {
      if (Buffer.from(bytes).includes("poison")) throw new Error("a bug");
      return write.call(emulator, bytes);
    };
    return emulator;
  };
  const { screen, seen, text } = open({ emulate });
  screen.push(Buffer.from("before\r\n\u001b[c"));
  await text();
  const asked = seen.replies;
  screen.push(Buffer.from("poison\r\n"));
  await text();
  screen.push(Buffer.from("after\r\n\u001b[6n"));
  expect(await text()).toBe("before\nafter");
  expect(seen.errors).toEqual([new Error("a bug")]);
  // Pages are not kept from what was written.
  expect(seen.shown).toContain("poison");
  expect(asked).toMatch(/c$/);
  expect(seen.replies).toBe(`${asked}\u001b[3;1R`);
  expect(await screen.transcript({})).toMatchObject({
    text: "before\nafter",
    source: "replay",
    quality: "partial",
    startsMidStream: false,
  });
});
