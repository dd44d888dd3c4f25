import { describe, expect, it } from "vitest";
import { openEmulator } from "./emulator.ts";
import { createEmulator, type Emulator } from "./index.ts";
import { seamsHold } from "./self-test.ts";

const write = (emulator: Emulator, text: string) => emulator.write(Buffer.from(text));

async function emulatorWith(text: string, cols = 40, rows = 8): Promise<Emulator> {
  const emulator = createEmulator({ cols, rows });
  await write(emulator, text);
  return emulator;
}

describe("the emulator's inside", () => {
  it("is as it is relied on", () => {
    expect(seamsHold()).toBe(true);
  });

  it("is done without where it isn't: lines are sampled, and the transcript says partial", async () => {
    const origin = { source: "ledger", startsMidStream: false, withoutSeams: true } as const;
    const emulator = openEmulator({ cols: 40, rows: 8 }, origin);
    const lines = Array.from({ length: 200 }, (_, i) => `sampled line ${i}`);
    await write(emulator, `${lines.join("\r\n")}\r\n\x1b[?1049h\x1b[Hon a screen\x1b[?1049l$ `);
    const { text, quality } = emulator.transcript();
    expect([text.split("\n"), quality]).toEqual([[...lines, "on a screen", "$"], "partial"]);
  });
});

describe("answers to a program", () => {
  const cases: [asked: string, answer: string][] = [
    ["\x1b[c", "\x1b[?1;2c"],
    ["\x1b[>c", "\x1b[>0;276;0c"],
    ["\x1b[=c", "\x1bP!|00000000\x1b\\"],
    ["\x1bZ", "\x1b[?1;2c"],
    ["\x1b[5n", "\x1b[0n"],
    ["\x1b[3;5H\x1b[6n", "\x1b[3;5R"],
    ["\x1b[?6n", "\x1b[?1;1R"],
    ["\x1b[?15n", "\x1b[?13n"],
    ["\x1b[?996n", "\x1b[?997;1n"],
    ["\x1b]10;?\x07", "\x1b]10;rgb:e5e5/e5e5/e5e5\x1b\\"],
    ["\x1b]11;?\x1b\\", "\x1b]11;rgb:1414/1616/1a1a\x1b\\"],
    [
      "\x1b]10;?;?;?\x07",
      "\x1b]10;rgb:e5e5/e5e5/e5e5\x1b\\\x1b]11;rgb:1414/1616/1a1a\x1b\\\x1b]12;rgb:e5e5/e5e5/e5e5\x1b\\",
    ],
    [
      "\x1b]4;1;?;232;?;16;?\x07",
      "\x1b]4;1;rgb:cdcd/0000/0000\x1b\\\x1b]4;232;rgb:0808/0808/0808\x1b\\\x1b]4;16;rgb:0000/0000/0000\x1b\\",
    ],
    ["\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"],
    ["\x1b[?2026$p", "\x1b[?2026;2$y"],
    ["\x1b[?2027$p", "\x1b[?2027;3$y"],
    ["\x1b[>q", "\x1bP>|xterm.js(6.0.0)\x1b\\"],
    ["\x1bP$qm\x1b\\", "\x1bP1$r0m\x1b\\"],
    ["\x1bP+q544e;786e\x1b\\", "\x1bP1+r544e=787465726D2D323536636F6C6F72\x1b\\\x1bP0+r786e\x1b\\"],
    ["\x1b[18t", "\x1b[8;8;40t"],
    // The page's terminal has no kitty keyboard: silence says so.
    ["\x1b[?u", ""],
  ];

  it.each(cases)("%j", async (asked, answer) => {
    let answered = "";
    const emulator = createEmulator({ cols: 40, rows: 8, onReply: (text) => (answered += text) });
    await write(emulator, asked);
    expect(answered).toBe(answer);
  });
});

describe("a snapshot", () => {
  const states: [name: string, text: string][] = [
    ["of colours and a wrapped line", `\x1b[31mred\x1b[0m plain ${"long ".repeat(12)}\r\n\x1b[44mblue\x1b[0m`],
    ["of scrolled lines", Array.from({ length: 60 }, (_, i) => `line ${i}`).join("\r\n")],
    ["of the alternate screen over the normal one", "below\r\n\x1b[?1049h\x1b[Habove\x1b[5;5Hhere"],
    ["of a scroll region and a saved cursor", "\x1b[3;9Hx\x1b7\x1b[2;6rtop\x1b[6;1Hlow\x1b[4;2H"],
    ["of wide characters and clusters", "漢字 👩‍💻 🇯🇵 é\r\n"],
    ["of line drawing", "\x1b(0lqqk"],
  ];

  it.each(states)("%s gives another terminal the same, also for what comes next", async (_, text) => {
    const next = "\r\nmore\n\n\n\nand\x1b8*\x1b[Hqq";
    const one = await emulatorWith(text);
    const other = await emulatorWith("\x1b[?1000h\x1b[?1006h\x1b[2;3r\x1b[4hrubbish\x1b[?25l");
    await write(other, one.snapshot());
    expect(other.screenText()).toBe(one.screenText());
    expect(other.snapshot()).toBe(one.snapshot());
    await write(one, next);
    await write(other, next);
    expect(other.screenText()).toBe(one.screenText());
  });

  it("brings the modes of a running program, and none of one that has ended", async () => {
    const emulator = await emulatorWith("\x1b[?2004h\x1b[?1004h\x1b[?1003h\x1b[?1006h\x1b[?25l\x1b[?1h\x1b[5 qtext");
    const modes = async (ended: boolean) => {
      const replies: string[] = [];
      const other = createEmulator({ cols: 40, rows: 8, onReply: (text) => replies.push(text) });
      await write(other, emulator.snapshot({ ended }));
      await write(other, [2004, 1004, 1003, 1006, 25, 1].map((mode) => `\x1b[?${mode}$p`).join(""));
      return replies.map((reply) => reply.slice(3, -2)).join(" ");
    };
    expect(await modes(false)).toBe("2004;1 1004;1 1003;1 1006;1 25;2 1;1");
    expect(await modes(true)).toBe("2004;2 1004;2 1003;2 1006;2 25;1 1;2");
  });
});

it("tells what the program asked for", async () => {
  const titles: string[] = [];
  const emulator = createEmulator({ cols: 40, rows: 8, onTitle: (title) => titles.push(title) });
  await write(emulator, "\x1b]0;one \u202etwo\x07\x1b[?2004h\x1b[?1004h\x1b[?2026h\x1b[?1049h");
  const { title, bracketedPaste, focusReports, synchronising, altScreen } = emulator;
  expect([titles, title]).toEqual([["one two"], "one two"]);
  expect([bracketedPaste, focusReports, synchronising, altScreen]).toEqual([true, true, true, true]);
});

describe("a transcript", () => {
  it("may be asked for at any time without changing what comes after", async () => {
    const text = "a\r\nb\x1b[?1049h\x1b[Hone\x1b[2;1Htwo\x1b[Hthree\x1b[K\x1b[?1049lc\r\n\rloading 1%\rloading 2%";
    const [asked, quiet] = [createEmulator({ cols: 20, rows: 4 }), createEmulator({ cols: 20, rows: 4 })];
    for (const character of text) {
      await write(asked, character);
      asked.transcript();
      await write(quiet, character);
    }
    expect(asked.transcript()).toEqual(quiet.transcript());
  });

  it("is empty where nothing was shown", async () => {
    for (const text of ["", "\x1b[31m\x1b[2J\x1b[H\x1b]0;x\x07"]) {
      expect((await emulatorWith(text)).transcript()).toMatchObject({
        text: "",
        rows: 0,
        source: "ledger",
        quality: "exact",
      });
    }
  });

  it("comes from the smallest and the largest screen", async () => {
    for (const [cols, rows] of [
      [2, 1],
      [500, 200],
      [1000, 1000],
    ] as const) {
      const { text } = (await emulatorWith("one\r\ntwo\r\n", cols, rows)).transcript();
      expect(text).toBe("one\ntwo");
    }
  });

  it("forgets the oldest rows of an endless stream, and counts them", async () => {
    const emulator = createEmulator({ cols: 20, rows: 5 });
    for (let block = 0; block < 60; block += 1) {
      await write(emulator, Array.from({ length: 1000 }, (_, i) => `n${block * 1000 + i}\r\n`).join(""));
    }
    const { text, rows, droppedRows } = emulator.transcript();
    expect(rows).toBeGreaterThanOrEqual(49_000);
    expect(rows + droppedRows).toBe(60_000);
    expect(text.startsWith(`[${droppedRows} earlier lines are left out.]\nn${droppedRows}\n`)).toBe(true);
  });
});
