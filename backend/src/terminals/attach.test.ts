import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { shared } from "../../test/helper.ts";
import type { TerminalPage } from "../../test/terminal-page.ts";
import { openTerminalServer, until } from "../../test/terminal-server.ts";
import { createEmulator } from "./emulator/index.ts";
import { readHostRecords } from "./host/host-record.ts";

const ESC = "\u001b";

const open = shared((atEnd) => openTerminalServer({}, atEnd));

/** The screen as a page has it that was given these bytes. */
async function screenOf(page: TerminalPage): Promise<string> {
  const { cols, rows } = page.frames.findLast((frame) => frame.type === "size") ?? { cols: 80, rows: 24 };
  const emulator = createEmulator({ cols, rows });
  await emulator.write(Buffer.from(page.text()));
  const text = emulator.screenText();
  emulator.dispose();
  return text;
}

const ended = (page: TerminalPage) => until(() => expect(page.frames.at(-1)).toMatchObject({ type: "exit" }), 60_000);

test("whenever a page comes, it has the screen, and the stream from exactly there", async () => {
  const server = open();
  const draw = `
    let n = 0;
    process.stdout.write("\\x1b[?1049h");
    const timer = setInterval(() => {
      const row = 1 + (n * 7) % 22;
      process.stdout.write("\\x1b[" + row + ";" + (1 + n % 40) + "H\\x1b[3" + n % 8 + "mriga è 漢 " + n + "\\x1b[0m");
      if (n % 5 === 0) process.stdout.write("\\x1b[3;20r\\x1b[20;1H\\n\\x1b[r");
      if (++n === 600) { clearInterval(timer); process.stdout.write("\\x1b[24;1Hdone"); }
    }, 1);
  `;
  const { id } = await server.open([process.execPath, "-e", draw]);
  const pages: TerminalPage[] = [];
  for (let n = 0; n < 12; n++) pages.push(await server.attach(id));
  for (const page of pages) await ended(page);
  const screen = await server.screen(id);
  expect(screen).toContain("done");
  for (const page of pages) expect(await screenOf(page)).toBe(screen);
  for (const page of pages) await page.close();
});

test("a page that comes when the program has ended sees its last screen and its exit code", async () => {
  const server = open();
  const { id } = await server.open(["sh", "-c", "printf '\\033[?1000h\\033[?2004hlast words'; exit 3"]);
  await until(async () => expect(await server.get(id)).toMatchObject({ exitCode: 3 }));
  const page = await server.attach(id);
  expect(page.frames.at(0)).toEqual({ type: "snapshot", cols: 80, rows: 24, reason: "attached" });
  await until(() => expect(page.frames.at(-1)).toEqual({ type: "exit", exitCode: 3, signal: null }));
  expect(page.text()).toContain("last words");
  // Nobody is there any more for the mouse and the brackets.
  for (const mode of ["1000", "2004"]) expect(page.text()).not.toContain(`${ESC}[?${mode}h`);
  page.type("to nobody");
  await page.close();
});

test("the last page to type or to take the focus has the size, and the others are told", async () => {
  const server = open();
  const { id } = await server.open(["sh", "-c", "trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done"]);
  const [a, b] = [await server.attach(id), await server.attach(id)];
  const size = (page: TerminalPage) => page.frames.findLast((frame) => frame.type === "size");
  a.send({ type: "resize", cols: 100, rows: 30 });
  await until(() => expect(size(b)).toEqual({ type: "size", cols: 100, rows: 30, own: false }));
  b.send({ type: "resize", cols: 120, rows: 40 });
  await until(() => expect(a.text()).toContain("30 100"));
  expect(size(a)).toEqual({ type: "size", cols: 100, rows: 30, own: true });

  b.type("x");
  await until(() => expect(size(a)).toEqual({ type: "size", cols: 120, rows: 40, own: false }));
  await until(() => expect(a.text()).toContain("40 120"));
  expect(size(b)).toMatchObject({ own: true });
  expect(await server.get(id)).toMatchObject({ cols: 120, rows: 40 });

  // Losing the focus is told to the program, and is nobody's typing.
  a.type("\u001b[O");
  a.send({ type: "focus" });
  await until(() => expect(size(b)).toEqual({ type: "size", cols: 100, rows: 30, own: false }));
  for (const page of [a, b]) await page.close();
  await server.end(id);
});

describe("pasted text", () => {
  test.each([
    ["in brackets where the program asks for them", "\u001b[?2004h", "\u001b[200~a[b\rc\u001b[201~"],
    ["bare where it doesn't", "", "a[b\rc"],
  ])("comes %s, and never out of them", async (_name, mode, expected) => {
    const server = open();
    const { id } = await server.open([
      process.execPath,
      "-e",
      `process.stdin.setRawMode(true); process.stdout.write(${JSON.stringify(mode)} + "ready");
       process.stdin.on("data", (d) => process.stdout.write("<" + JSON.stringify(d.toString()) + ">"))`,
    ]);
    const page = await server.attach(id);
    await until(() => expect(page.text()).toContain("ready"));
    page.send({ type: "paste", text: "a\u001b[201~\u0003[b\nc" });
    const got = () => [...page.text().matchAll(/<"(.*?)">/g)].map(([, text]) => JSON.parse(`"${text}"`)).join("");
    await until(() => expect(got()).toBe(expected));
    await page.close();
    await server.end(id);
  });
});

test.each([0, 1, 3])("a program's questions are answered once, with %i pages that look on", async (count) => {
  const server = open();
  const ask = `
    process.stdin.setRawMode(true);
    let got = "";
    // The last of them asks whether all is well, which is answered after all that was asked before.
    const ask = () => process.stdout.write("\\x1b[c\\x1b[6n\\x1b]11;?\\x1b\\\\\\x1b[5n");
    process.stdin.on("data", (d) => {
      got += d;
      if (got === "go") ask();
      if (got.includes("\\x1b[0n")) { console.log(JSON.stringify(got)); process.exit(); }
    });
    ${count === 0 ? "ask();" : 'console.log("ready");'}
  `;
  const { id } = await server.open([process.execPath, "-e", ask]);
  const pages = await Promise.all(Array.from({ length: count }, () => server.attach(id)));
  await until(() => expect(pages.every((page) => page.text().includes("ready"))).toBe(true));
  pages[0]?.type("go");
  await until(async () => expect(await server.get(id)).toMatchObject({ state: "exited" }));
  const answers = JSON.parse((await server.screen(id)).replace("ready", ""));
  const times = (part: string) => answers.split(part).length - 1;
  expect([times(`${ESC}[?`), times("R"), times(`${ESC}]11;rgb:`)], answers).toEqual([1, 1, 1]);
  for (const page of pages) await page.close();
});

// 100 MB in the fault suite; every day a tenth.
const LONG = process.env.THOTH_FAULTS === "long";

describe("a page that does not keep up", () => {
  const megabytes = (bytes: number) => bytes / 1_048_576;

  /** Resident memory of the one host of that server, in bytes. */
  async function hostMemory(home: string): Promise<number> {
    const [record] = (await readHostRecords(home)).values();
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${record?.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  }

  test("makes the program wait, and then is left behind, and sees the screen as it is when it goes on", async () => {
    const server = open();
    const file = join(server.workspace, "large.txt");
    const lines = Array.from({ length: 1_000 }, (_, n) => `${String(n).padStart(6, "0")} ${"x".repeat(92)}\n`).join("");
    await writeFile(file, lines.repeat(LONG ? 1_000 : 100));
    const { id } = await server.open(["sh", "-c", `cat ${file}; echo; echo the end`]);
    const page = await server.attach(id);
    page.stall();
    const other = process.memoryUsage.rss();
    const before = await hostMemory(server.config.home);
    let most = 0;
    await until(async () => {
      most = Math.max(most, await hostMemory(server.config.home));
      expect(await server.get(id)).toMatchObject({ state: "exited" });
    }, 120_000);
    expect(await server.screen(id)).toMatch(/the end$/);
    // It was sent no more than it might hold up, and nothing else was kept for it.
    expect(megabytes(page.bytes())).toBeLessThan(2);
    expect(megabytes(most - before)).toBeLessThan(150);
    expect(megabytes(process.memoryUsage.rss() - other)).toBeLessThan(150);

    page.goOn();
    await until(() => expect(page.frames).toContainEqual({ type: "snapshot", cols: 80, rows: 24, reason: "behind" }));
    await until(async () => expect(await screenOf(page)).toBe(await server.screen(id)));
    await page.close();
    await server.end(id);
  }, 150_000);

  test("loses nothing of a program that ends while it waits for the page", async () => {
    const server = open();
    const last = "head -c 600000 /dev/zero | tr '\\0' x; sleep 1; echo; echo last words; exit 5";
    const { id } = await server.open(["sh", "-c", last]);
    const page = await server.attach(id);
    page.stall();
    await until(async () => expect(await server.get(id)).toMatchObject({ exitCode: 5 }));
    expect(await server.screen(id)).toMatch(/last words$/);
    await page.close();
  });

  test("does not take the screen from one that does", async () => {
    const server = open();
    const { id } = await server.open(["sh", "-c", "yes 0123456789 | head -c 4000000; echo the end"]);
    const [slow, quick] = [await server.attach(id), await server.attach(id)];
    slow.stall();
    await ended(quick);
    expect(quick.frames.filter(({ type }) => type === "snapshot")).toHaveLength(1);
    expect(await screenOf(quick)).toMatch(/the end$/);
    // It waited for the slow one, but not for ever.
    const { startedAt, endedAt } = (await server.get(id)) as Terminal;
    expect(Date.parse(endedAt ?? "") - Date.parse(startedAt)).toBeGreaterThan(2_500);
    for (const page of [slow, quick]) await page.close();
  });
});

test("input that a program doesn't read is refused, not lost without a word", async () => {
  const server = open();
  const deaf = "stty raw -echo; echo ready; while [ ! -e heard ]; do sleep 0.05; done";
  const { id } = await server.open(["sh", "-c", `${deaf}; echo [$(head -c 1500000 | tr -d x)]; cat`]);
  const page = await server.attach(id);
  await until(() => expect(page.text()).toContain("ready"));
  const unread = () => page.frames.filter(({ type }) => type === "unread");
  const part = "x".repeat(500_000);
  for (let n = 0; n < 3; n++) page.type(part);
  // More than may wait, and each that is refused is so as a whole. The host goes on.
  page.raw(Buffer.from("è"));
  await until(() => expect(unread()).toEqual([{ type: "unread", bytes: 2 }]));
  page.send({ type: "paste", text: "more" });
  await until(() => expect(unread()).toHaveLength(2));
  await expect(server.services.terminals.service.send(id, "again", "type")).rejects.toMatchObject({
    code: "terminal-failed",
    hint: expect.stringContaining("once it reads"),
  });

  await writeFile(join(server.workspace, "heard"), "");
  await until(() => expect(page.text()).toContain("[]"));
  page.type("now");
  await until(() => expect(page.text()).toContain("now"));
  expect(page.text()).not.toMatch(/è|more|again/);
  await page.close();
  await server.end(id);
});

test("a program's title is told, without what could harm", async () => {
  const server = open();
  const { id } = await server.open(["sh", "-c", "printf '\\033]0;my \\342\\200\\256title\\007'; sleep 100"]);
  const page = await server.attach(id);
  await until(async () => expect(await server.get(id)).toMatchObject({ title: "my title" }));
  await until(() => expect(page.frames).toContainEqual({ type: "title", title: "my title" }));
  await page.close();
  await server.end(id);
});
