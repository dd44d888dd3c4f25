import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "./index.ts";

const lines = Array.from({ length: 300 }, (_, i) => `known line ${i + 1} of three hundred`);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "thoth-emulator-"));
  writeFileSync(join(folder, "known"), `${lines.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a terminal of 80 × 24, pressing a key whenever its screen says so, until it ends. */
async function run(command: [string, ...string[]], press: (screen: string) => string | null): Promise<string[]> {
  const [file, ...args] = command;
  const env = { PATH: process.env.PATH, HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8", LESS: "" };
  const pty = spawn(file, args, { cols: 80, rows: 24, cwd: folder, env, encoding: null });
  const emulator = createEmulator({ cols: 80, rows: 24, onReply: (text) => pty.write(text) });
  let answered = "";
  pty.onData((data) => {
    void emulator.write(Buffer.from(data)).then(() => {
      const screen = emulator.screenText();
      const key = press(screen);
      if (key === null || screen === answered) return;
      answered = screen;
      pty.write(key);
    });
  });
  await new Promise<void>((ended) => pty.onExit(() => ended()));
  const { text, quality, source } = emulator.transcript();
  expect([quality, source]).toEqual(["exact", "ledger"]);
  emulator.dispose();
  return text.split("\n");
}

it("has all 300 lines that a pager showed page by page, once each, after it was quit", async () => {
  const shown = await run(["less", "known"], (screen) =>
    screen.endsWith("(END)") ? "q" : /(^|\n)(:|known)$/.test(screen) ? " " : null,
  );
  expect(shown.filter((line) => line.startsWith("known line"))).toEqual(lines);
});

it("has all 300 lines that a shell printed", async () => {
  const shown = await run(
    ["sh", "-c", 'cat known; i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo "counted $i"; done'],
    () => null,
  );
  expect(shown).toEqual([...lines, ...lines.map((_, i) => `counted ${i + 1}`)]);
});
