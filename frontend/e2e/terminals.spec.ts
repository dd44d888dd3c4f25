import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "./app.ts";
import { chat, findings } from "./page.ts";
import { field, inPane, openNew, screen, tab, test } from "./terminal-page.ts";

test("what is typed at once reaches the terminal that was asked for", async ({ open }) => {
  const page = await open();
  for (const name of ["Shell", "Shell (2)"]) {
    await chat(page).getByRole("button", { name: "Nuovo terminale" }).click();
    await page.getByRole("menuitem", { name: "Shell", exact: true }).click();
    await page.keyboard.type("echo $((40 + 2)) subito\n", { delay: 5 });
    await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
    await expect(screen(page)).toContainText("42 subito");
  }
  await tab(page, "Shell").first().click();
  await page.keyboard.type("echo $((40 + 3)) tornato\n");
  await expect(screen(page)).toContainText("43 tornato");
});

test("a shell opens as a tab, takes what is typed, and is there again after a reload", async ({ open }) => {
  const page = await open();
  await openNew(page, "Shell");
  await expect(tab(page, "Shell")).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("echo $((40 + 2)) volte\n");
  await expect(screen(page)).toContainText("42 volte");

  await page.reload();
  await expect(screen(page)).toContainText("42 volte");
  await field(page).focus();
  await page.keyboard.type("echo ancora $((1 + 1))\n");
  await expect(screen(page)).toContainText("ancora 2");
});

test("an agent that ends says with which code; what was shown stays to be read, and it starts again", async ({
  open,
}) => {
  const page = await open();
  await openNew(page, "Claude Code");
  await expect(screen(page)).toContainText("pronto claude:");
  await page.keyboard.type("fine\n");
  await expect(tab(page, "Claude Code")).toHaveAccessibleName(/Terminato con codice 3/);
  await expect(chat(page).getByText("Terminato con codice 3.")).toBeVisible();
  await chat(page).getByRole("button", { name: "Altre azioni sul terminale" }).click();
  await page.getByRole("menuitem", { name: "Trascrizione" }).click();
  await expect(page.getByRole("dialog").getByText("pronto claude:")).toBeVisible();
  await page.keyboard.press("Escape");

  await chat(page).getByRole("button", { name: "Avvia di nuovo" }).click();
  // The one that has ended goes once the new one is there.
  await expect(chat(page).getByRole("tab", { name: "Claude Code", selected: true })).toHaveAccessibleName(
    /In esecuzione/,
  );
  await expect(tab(page, "Claude Code")).toHaveCount(1);
});

test("closing asks while something runs, and then ends it everywhere", async ({ app, open, context }) => {
  const page = await open();
  await openNew(page, "Shell");
  const other = await context.newPage();
  await other.goto(app.at());
  await expect(tab(other, "Shell")).toBeVisible();

  await chat(page).getByRole("button", { name: "Chiudi il terminale" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Annulla" }).click();
  await tab(page, "Shell").focus();
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Ferma e chiudi" }).click();
  for (const each of [page, other]) await expect(tab(each, "Shell")).toHaveCount(0);
  await expect(tab(page, "Chat")).toBeFocused();
});

test("the keyboard leaves a terminal by Ctrl+Shift+F6, and everything else is the program's", async ({ open }) => {
  const page = await open();
  await openNew(page, "Claude Code");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("F6");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+Shift+F6");
  await expect(tab(page, "Claude Code")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
});

test("the server goes and comes back: the program has gone on, and the page shows what it missed", async ({
  app,
  open,
  page,
}) => {
  await open();
  await openNew(page, "Shell");
  await page.keyboard.type("(sleep 1; echo intanto $((20 + 3)); touch fatto; read x; echo poi $x)\n");
  await expect(screen(page)).toContainText("sleep 1");
  const { port } = new URL(app.url);
  await app.end("SIGTERM");
  await expect(chat(page).getByText(/Il programma continua/)).toBeVisible();
  await expect.poll(() => readdir(app.workspace)).toContain("fatto");
  app.env.THOTH_PORT = port;
  await app.start();
  await page.getByRole("textbox", { name: "Codice di accesso" }).fill(app.url);
  await page.keyboard.press("Enter");
  await expect(screen(page)).toContainText("intanto 23");
  await field(page).focus();
  await page.keyboard.type("ritrovato\n");
  await expect(screen(page)).toContainText("poi ritrovato");
});

test("a terminal whose host was killed says so, and starts anew", async ({ app, open }) => {
  const page = await open();
  await openNew(page, "Shell");
  const folder = join(app.workspace, ".thoth/terminals");
  const name = (await readdir(folder)).find((file) => /^host-.*\.json$/.test(file)) ?? "";
  process.kill(JSON.parse(await readFile(join(folder, name), "utf8")).pid, "SIGKILL");
  await expect(chat(page).getByText("Il programma dei terminali è finito")).toBeVisible();
  await chat(page).getByRole("button", { name: "Avvia di nuovo" }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("echo di nuovo $((3 + 4))\n");
  await expect(screen(page)).toContainText("di nuovo 7");
  await expect(tab(page, "Shell")).toHaveCount(1);
});

test("a terminal that was hidden is as it was left: what it showed, and what is selected", async ({
  open,
  context,
  app,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(app.url).origin });
  const page = await open();
  await openNew(page, "Shell");
  await page.keyboard.type("i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo riga_$i; done\n");
  await expect(screen(page)).toContainText("riga_300");
  await inPane(page, ".xterm-screen").hover();
  await page.mouse.wheel(0, -3_000);
  await expect(screen(page)).not.toContainText("riga_300");
  const shown = await atRest(() => screen(page).textContent());
  const box = await inPane(page, ".xterm-screen").boundingBox();
  if (!box) throw new Error("the screen was expected to be there");
  await page.mouse.dblclick(box.x + 20, box.y + box.height / 2);

  await tab(page, "Chat").click();
  await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toBeVisible();
  await openNew(page, "Claude Code");
  await page.keyboard.type("ciao\n");
  await expect(screen(page)).toContainText("ricevuto: ciao");
  await tab(page, "Shell").click();
  await expect(field(page)).toBeFocused();
  await expect.poll(() => screen(page).textContent()).toBe(shown);
  await page.keyboard.press("Control+Shift+C");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^riga_\d+$/);
});

test("one that has ended takes no focus and shows no cursor, and says what can come next", async ({ open }) => {
  const page = await open();
  await openNew(page, "Claude Code");
  await expect(chat(page).locator(".xterm-cursor")).toHaveCount(1);
  await page.keyboard.type("fine\n");
  await expect(chat(page).getByText("Terminato con codice 3.")).toBeVisible();
  await expect(chat(page).locator(".xterm-cursor")).toHaveCount(0);
  await tab(page, "Chat").click();
  await tab(page, "Claude Code").click();
  await expect(tab(page, "Claude Code")).toBeFocused();
  await page.reload();
  await expect(screen(page)).toContainText("pronto claude:");
  await expect(chat(page).locator(".xterm-cursor")).toHaveCount(0);
  await expect(field(page)).not.toBeFocused();
  await chat(page).getByRole("button", { name: "Continua con un altro agente" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Contesto che riceverà" })).toBeVisible();
});

test("many tabs: the wheel goes along them, the one that is shown is in sight, and a list has them all", async ({
  open,
}) => {
  const page = await open();
  await page.evaluate(async () => {
    const command = ["/bin/sh", "-c", "exit 3"];
    for (let at = 0; at < 12; at++)
      await fetch("/terminals", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ command, cols: 80, rows: 24, title: `Lavoro numero ${at}` }),
      });
  });
  const last = tab(page, "Lavoro numero 11");
  await expect(last).toBeAttached();
  await expect(last).not.toBeInViewport({ ratio: 0.95 });
  await chat(page).getByRole("tablist").hover();
  await page.mouse.wheel(0, 4_000);
  await expect(last).toBeInViewport({ ratio: 0.95 });
  await chat(page).getByRole("button", { name: "Tutte le schede" }).click();
  await page.getByRole("menuitemradio", { name: /^Lavoro numero 5/ }).click();
  await expect(tab(page, "Lavoro numero 5")).toHaveAttribute("aria-selected", "true");
  await expect(tab(page, "Lavoro numero 5")).toBeInViewport({ ratio: 0.95 });
  await tab(page, "Lavoro numero 5").focus();
  await page.keyboard.press("Home");
  await expect(tab(page, "Chat")).toBeInViewport({ ratio: 0.95 });
});

test("another window's size is shown framed, until one types here", async ({ app, open, context }) => {
  const page = await open();
  await openNew(page, "Shell");
  const other = await context.newPage();
  await other.setViewportSize({ width: 1000, height: 600 });
  await other.goto(app.at(`${new URL(page.url()).search}`));
  await expect(screen(other)).toBeAttached();
  await field(other).focus();
  await expect(chat(page).getByText(/la dimensione è di un'altra finestra/)).toBeVisible();
  await page.bringToFront();
  await field(page).focus();
  await page.keyboard.type("x");
  await expect(chat(page).getByText(/la dimensione è di un'altra finestra/)).toHaveCount(0);
  await expect(chat(other).getByText(/la dimensione è di un'altra finestra/)).toBeVisible();
});

test("pasted text can't press Enter by leaving its brackets", async ({ open, context, app }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(app.url).origin });
  const page = await open();
  await openNew(page, "Claude Code");
  await expect(screen(page)).toContainText("pronto claude:");
  await page.evaluate(() => navigator.clipboard.writeText("incollato\u001b[201~\u0003 fin qui"));
  await field(page).focus();
  await page.keyboard.press("Control+Shift+V");
  await page.keyboard.press("Enter");
  await expect(screen(page)).toContainText("ricevuto: incollato");
  await expect(screen(page)).toContainText("fin qui");
  await expect(tab(page, "Claude Code")).toHaveAccessibleName(/In esecuzione/);
});

test("what a hostile program prints opens, copies and names nothing that it should not", async ({
  open,
  context,
  app,
  folder,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(app.url).origin });
  const link = (address: string) => `\x1b]8;;${address}\x1b\\APRIMI\x1b]8;;\x1b\\\r\n`;
  const copied = Buffer.from("rm -rf ~").toString("base64");
  await writeFile(
    join(folder, "ostile"),
    [
      "\x1b[H\x1b[2J",
      ...["javascript:document.title='preso'", "data:text/html,preso", "file:///etc/passwd"].map(link),
      link("https://example.org/vero"),
      `\x1b]52;c;${copied}\x07\x1b]52;c;?\x07`,
      `\x1b]0;${"T".repeat(1 << 20)}\x07\x1b]0;falso\u202e\u2066 <b>titolo</b>\x07`,
      "\x1b[8;5000;10000t",
      "\x07".repeat(5_000),
      "\x1b[?1049h\x1b[?25l\x1b[?1003hfine dello scherzo",
    ].join(""),
  );
  const page = await open();
  await page.evaluate(() => navigator.clipboard.writeText("mio"));
  await page.evaluate(() => {
    Object.assign(window, { opened: [] as unknown[] });
    window.open = (address) => {
      (window as unknown as { opened: unknown[] }).opened.push(String(address));
      return null;
    };
  });
  await openNew(page, "Shell");
  await page.keyboard.type(`cat ${folder}/ostile; read y; printf '\\033[?1049l\\033[?1003l'; read x\n`);
  await expect(screen(page)).toContainText("fine dello scherzo");
  await page.keyboard.press("Enter");
  await expect(screen(page)).toContainText("APRIMI");
  await expect(tab(page, "falso <b>titolo</b>")).toBeVisible();
  const area = await inPane(page, ".xterm-screen").boundingBox();
  const rows = await screen(page).locator("> div").count();
  if (!area) throw new Error("the screen was expected to be there");
  for (const row of [0, 1, 2, 3]) {
    await page.mouse.move(area.x + 200, area.y + area.height / 2);
    await page.mouse.move(area.x + 10, area.y + (area.height * (row + 0.5)) / rows, { steps: 5 });
    if (row === 3) await expect(chat(page).getByText("https://example.org/vero")).toBeVisible();
    await page.mouse.click(area.x + 10, area.y + (area.height * (row + 0.5)) / rows);
  }
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { opened: unknown[] }).opened))
    .toEqual(["https://example.org/vero"]);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("mio");
  expect(await page.title()).not.toContain("preso");
});

for (const [name, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["narrow", { width: 400, height: 850 }],
] as const)
  test(`axe finds nothing, ${name}`, async ({ open, page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    await open("?view=new");
    await openNew(page, "Claude Code");
    await expect(screen(page)).toContainText("pronto claude:");
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type("fine\n");
    await expect(chat(page).getByText("Terminato con codice 3.")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await chat(page).getByRole("button", { name: "Continua o biforca" }).click();
    await page.getByRole("menuitem", { name: "Continua con un altro agente" }).click();
    await expect(page.getByRole("textbox", { name: "Contesto che riceverà" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Impostazioni" }).click();
    await page.getByRole("button", { name: "Agenti…" }).click();
    await page.getByRole("button", { name: /^Claude Code.*provato/ }).click();
    await expect(page.getByRole("textbox", { name: "Comando" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

/** A value once it is the same twice in a row. */
async function atRest<V>(read: () => Promise<V>): Promise<V> {
  let last = await read();
  await expect
    .poll(async () => {
      const before = last;
      last = await read();
      return last === before;
    })
    .toBe(true);
  return last;
}
