// `npm run pictures`: takes the README's pictures of the real page, over a demo workspace that is gone afterwards. The page
// has to be built. CHROMIUM=/path chooses the browser.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

const READ = "Margine online per categoria";
const ASKED = "I dieci clienti migliori";
const images = fileURLToPath(new URL("../docs/images", import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
const installed = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const folder = await mkdtemp(join(tmpdir(), "thoth-pictures-"));
const workspace = join(folder, "demo");
await promisify(execFile)(bin("tht"), ["workspace", "init", workspace, "--demo"]);
// The shell of the picture is nobody's: no name of a person or a machine, and the two programs by their names.
await writeFile(join(folder, ".bash_profile"), `PS1='\\W $ '\nPATH="${dirname(bin("thoth"))}:$PATH"\n`);
const server = spawn(bin("thoth"), ["serve", "--port", "0", "--workspace", workspace], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, HOME: folder, SHELL: "/bin/bash", XDG_RUNTIME_DIR: folder },
});
const [line] = await once(server.stdout, "data");
const link = String(line).trim().split(" ")[1];
const browser = await chromium.launch({
  executablePath: installed.find((path) => path && existsSync(path)),
  args: ["--no-sandbox", "--disable-gpu"],
});

async function open(colorScheme, width, height) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    locale: "it-IT",
    timezoneId: "Europe/Rome",
  });
  await page.goto(link);
  await page.getByRole("navigation", { name: "Sessioni" }).waitFor();
  return page;
}

const row = (page, name) =>
  page.getByRole("navigation", { name: "Sessioni" }).getByRole("button", { name, exact: true });
const gate = (page, phase) =>
  page
    .getByRole("main")
    .getByRole("region", { name: new RegExp(`^Fase ${phase} `) })
    .getByRole("button", { name: "Approva" });

/** Without what comes and goes by itself. */
async function take(page, name) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(images, `${name}.png`) });
}

try {
  mkdirSync(images, { recursive: true });
  const wide = await open("light", 1440, 900);
  await row(wide, ASKED).click();
  await wide.getByRole("button", { name: "Riprendi", exact: true }).first().click();
  await gate(wide, 6).click({ timeout: 60_000 });
  await gate(wide, 7).waitFor({ timeout: 60_000 });
  await row(wide, READ).click();
  await wide.getByRole("region", { name: READ }).waitFor();
  await take(wide, "wide");

  const query = new URL(wide.url()).search;
  const dark = await open("dark", 1440, 900);
  await dark.goto(new URL(query, link).href);
  await gate(dark, 7).waitFor();
  await take(dark, "dark");

  const terminal = await open("light", 1440, 900);
  const chat = `?chat=${new URLSearchParams(query).get("chat")}`;
  await terminal.goto(new URL(chat, link).href);
  await gate(terminal, 7).waitFor();
  await terminal.getByRole("button", { name: "Nuovo terminale" }).first().click();
  await terminal.getByRole("menuitem", { name: "Shell" }).click();
  await terminal.getByRole("button", { name: "Affianca" }).click();
  await terminal.waitForTimeout(1000);
  await terminal.keyboard.type("thoth sessions resi --limit 3\n");
  await terminal.waitForTimeout(4000);
  await take(terminal, "terminal");

  const search = await open("light", 1440, 900);
  await row(search, READ).click();
  await search.keyboard.press("Control+k");
  await search.keyboard.type("importo del reso");
  await search.getByRole("dialog").getByRole("option").nth(3).waitFor();
  await take(search, "search");

  const narrow = await open("light", 400, 850);
  await narrow.goto(new URL(chat, link).href);
  await gate(narrow, 7).waitFor();
  await take(narrow, "narrow");
} finally {
  await browser.close();
  server.kill("SIGINT");
  await once(server, "exit");
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
