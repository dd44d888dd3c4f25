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

/** The page with two agents that are installed, and with terminals that can be read. */
export const test = base.extend<{ folder: string }>({
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
  context: async ({ context }, use) => {
    await context.addInitScript(() => localStorage.setItem("thoth.terminal.screenReader", "on"));
    await use(context);
  },
});

export const tab = (page: Page, name: string) => chat(page).getByRole("tab", { name });
/** Of the pane that is shown, the last where there are several: hidden ones are kept on the page. */
export const inPane = (page: Page, part: string) => chat(page).locator(`[role=tabpanel]:not([hidden]) ${part}`).last();
/** The text on the screen, as it is read out; the drawn one is only pixels. */
export const screen = (page: Page) => inPane(page, ".xterm-accessibility-tree");
export const field = (page: Page) => inPane(page, ".xterm-helper-textarea");
export const panes = (page: Page) => chat(page).getByRole("tabpanel");
export const pane = (page: Page, name: string) =>
  chat(page).getByRole("tabpanel", { name: new RegExp(`^${name}\\s*(,|$)`) });

export async function openNew(page: Page, item: string) {
  await chat(page).getByRole("button", { name: "Nuovo terminale" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  await expect(field(page)).toBeFocused();
}
