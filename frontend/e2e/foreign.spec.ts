import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { App } from "./app.ts";
import { chat, panel, rail, row, useMenu } from "./page.ts";

const FOREIGN = join(import.meta.dirname, "../../backend/test/fixtures/bin/foreign-tht");

const session = (id: string, name: string | null, more: object = {}) => ({
  id,
  name,
  question: `Domanda di ${id}`,
  status: "open",
  summary: null,
  author: "Anna",
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-21T09:00:00Z",
  archived: false,
  group: null,
  ...more,
});

/** The page over a harness of somebody else's, which has the commands of session management and no other. */
const test = base.extend<{ app: App; stored: (id: string) => Promise<Record<string, unknown>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  app: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "thoth-foreign-"));
    const workspace = join(folder, "workspace");
    await mkdir(join(workspace, "sessions"), { recursive: true });
    await writeFile(join(workspace, "workspace.yaml"), "name: Altrove\n");
    for (const one of [
      session("s-1", "Vendite di maggio"),
      session("s-2", null, { group: "Marketing" }),
      session("s-3", "Resi", { archived: true }),
    ])
      await writeFile(join(workspace, "sessions", `${one.id}.json`), JSON.stringify(one));
    const app = new App(workspace, { THT_BIN: FOREIGN });
    await app.start();
    await use(app);
    await app.end("SIGINT");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  stored: async ({ app }, use) => {
    await use(async (id) => {
      const text = await readFile(join(app.workspace, "sessions", `${id}.json`), "utf8");
      // That harness writes in place: it may be read half way.
      return text.endsWith("}") ? JSON.parse(text) : {};
    });
  },
});

test.beforeEach(async ({ app, page }) => {
  await page.goto(app.url);
  await expect(row(page, "Vendite di maggio")).toBeVisible();
});

test("a session can be read, and a question without a name stands for it", async ({ page }) => {
  await expect(row(page, "Domanda di s-2")).toBeVisible();
  await row(page, "Vendite di maggio").click();
  await expect(panel(page).getByRole("heading", { name: "Domanda originale" })).toBeVisible();
  await expect(panel(page).getByText("Domanda di s-1")).toBeVisible();
  await expect(panel(page).getByText("Fase 4 di 8")).toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "Decisioni" })).toBeVisible();
});

test("renaming reaches the harness", async ({ page, stored }) => {
  await useMenu(page, "Vendite di maggio", "Rinomina");
  const field = page.getByRole("textbox", { name: /nome/i });
  await field.fill("--json di maggio");
  await field.press("Enter");
  await expect(row(page, "--json di maggio")).toBeVisible();
  await expect.poll(async () => (await stored("s-1")).name).toBe("--json di maggio");
});

test("grouping reaches the harness", async ({ page, stored }) => {
  await useMenu(page, "Vendite di maggio", "Sposta nel gruppo");
  await page
    .getByRole("menuitemradio", { name: "Marketing" })
    .or(page.getByRole("menuitem", { name: "Marketing" }))
    .click();
  await expect.poll(async () => (await stored("s-1")).group).toBe("Marketing");
});

test("archiving and restoring reach the harness", async ({ page, stored }) => {
  await useMenu(page, "Vendite di maggio", "Archivia");
  await expect(row(page, "Vendite di maggio")).toHaveCount(0);
  await expect.poll(async () => (await stored("s-1")).archived).toBe(true);
  await rail(page)
    .getByRole("button", { name: /^Archivio/ })
    .click();
  await useMenu(page, "Resi", "Ripristina");
  await expect.poll(async () => (await stored("s-3")).archived).toBe(false);
});

test("deleting reaches the harness", async ({ app, page }) => {
  await useMenu(page, "Domanda di s-2", "Elimina");
  await page.getByRole("alertdialog").getByRole("button", { name: "Elimina" }).click();
  await expect(row(page, "Domanda di s-2")).toHaveCount(0);
  await expect.poll(() => readdir(join(app.workspace, "sessions"))).toEqual(["s-1.json", "s-3.json"]);
});

test("what it can't do is said plainly, and offered nowhere", async ({ app, page }) => {
  await page.getByRole("button", { name: "tht: comandi di base" }).click();
  const notice = page.getByRole("dialog");
  await expect(notice).toContainText("Qui manca: aprire nuove sessioni, la chat con l'agente");
  await page.keyboard.press("Escape");

  await expect(chat(page).getByText(/non apre nuove sessioni/)).toBeVisible();
  await expect(chat(page).getByRole("textbox")).toHaveCount(0);
  await row(page, "Vendite di maggio").click();
  await expect(panel(page).getByRole("heading", { name: "Domanda originale" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Riprendi" })).toHaveCount(0);

  await page.goto(app.at("?chat=s-1"));
  await expect(chat(page).getByText(/quel che serve a un agente/)).toBeVisible();
  await expect(chat(page).getByRole("button", { name: "Riprendi" })).toHaveCount(0);
});
