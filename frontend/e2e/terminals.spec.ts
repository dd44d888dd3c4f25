import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { test as base, expect } from "./app.ts";
import { chat } from "./page.ts";

/** Says how it was started, and then repeats what it is told. `fine` ends it with code 3. */
const FAKE_AGENT = `#!/bin/sh
echo "pronto $(basename "$0"):$*"
while read -r line; do
  [ "$line" = fine ] && exit 3
  echo "ricevuto: $line"
done
`;

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "thoth-agents-"));
    await mkdir(join(folder, "bin"));
    for (const name of ["claude", "codex"]) {
      const path = join(folder, "bin", name);
      await writeFile(path, FAKE_AGENT);
      await chmod(path, 0o755);
    }
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  // A home of its own: no real agent, and nobody's shell settings.
  env: async ({ folder }, use) => {
    await use({ HOME: folder, SHELL: "/bin/sh", PS1: "$ ", PATH: `${join(folder, "bin")}:${process.env.PATH}` });
  },
});

const tab = (page: Page, name: string) => chat(page).getByRole("tab", { name });
/** The text on the screen, as it is read out; the drawn one is only pixels. */
const screen = (page: Page) => chat(page).locator(".xterm-accessibility-tree").last();
const field = (page: Page) => chat(page).locator(".xterm-helper-textarea").last();

async function openNew(page: Page, item: string) {
  await chat(page).getByRole("button", { name: "Nuovo terminale" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("thoth.terminal.screenReader", "on"));
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
