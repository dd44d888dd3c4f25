import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type App, test as base, expect } from "./app.ts";
import { chat, findings, panel, rail, row } from "./page.ts";

const TURNS = 240;
const CONVERSATION = "0f5b7a52-6a0e-4b53-9a3e-2d1f6f0c9d11";

/** A long conversation with a coding agent in the workspace's folder, about a word that nothing else has. */
async function keepConversation(home: string, cwd: string): Promise<void> {
  const folder = join(home, ".claude", "projects", cwd.replace(/[^a-zA-Z0-9]/g, "-"));
  await mkdir(folder, { recursive: true });
  const lines = Array.from({ length: TURNS }, (_, index) => {
    const asks = index % 2 === 0;
    const text = `Turno ${index}: ${asks ? "che cosa sappiamo di questa vista" : "la vista legge le righe d'ordine"}${
      index % 60 === 30 ? `, e qui c'è la quadratura zirconia numero ${index} con il mastro` : ""
    }. ${"Altre parole per dare al turno la sua altezza. ".repeat(index % 5)}`;
    return JSON.stringify({
      type: asks ? "user" : "assistant",
      uuid: `${CONVERSATION.slice(0, -4)}${String(index).padStart(4, "0")}`,
      parentUuid: null,
      sessionId: CONVERSATION,
      cwd,
      version: "2.1.0",
      isSidechain: false,
      userType: "external",
      timestamp: new Date(Date.parse("2026-11-20T09:00:00Z") + index * 60_000).toISOString(),
      message: asks
        ? { role: "user", content: text }
        : { role: "assistant", type: "message", id: `m${index}`, model: "m", content: [{ type: "text", text }] },
    });
  });
  await writeFile(join(folder, `${CONVERSATION}.jsonl`), `${lines.join("\n")}\n`);
}

const test = base.extend<{ home: string; app: App }>({
  // Readers look for their stores in the home folder: the tester's own must stay out of it.
  // biome-ignore lint/correctness/noEmptyPattern: what a fixture needs is read from its pattern
  home: async ({}, use, info) => {
    const home = info.outputPath("home");
    await mkdir(home, { recursive: true });
    await use(home);
  },
  env: async ({ home }, use) => use({ HOME: home }),
});

const box = (page: Page) => page.getByRole("combobox", { name: "Cerca" });
const options = (page: Page) => page.getByRole("listbox", { name: "Risultati" }).getByRole("option");

/** How far from a third of the scroller's height the painted words nearest to it are. */
const awayFromThird = (page: Page, scroller: string) =>
  page.evaluate((selector) => {
    const element = document.querySelector(selector);
    const marks = CSS.highlights.get("passage");
    if (!element || !marks) return null;
    const goal = element.getBoundingClientRect().top + element.clientHeight / 3;
    return Math.min(...[...marks].map((range) => Math.abs((range as Range).getBoundingClientRect().top - goal)));
  }, scroller);

async function openBox(page: Page, words: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  // As fast fingers do, also while the box is still being loaded.
  await page.keyboard.type(words);
  await expect(box(page)).toHaveValue(words);
}

test("a passage of a document: from the composer by keyboard alone to the words in the panel", async ({ open }) => {
  const page = await open();
  await chat(page).getByRole("textbox", { name: "Domanda" }).fill("Quanti ");
  await openBox(page, "valore resi motivo");
  await expect(page.getByRole("group", { name: "Sessioni" }).getByRole("option").first()).toContainText(
    "Resi per motivo",
  );
  await page.keyboard.press("Escape");
  await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toBeFocused();
  await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toHaveValue("Quanti ");
  await openBox(page, "importo del reso");
  const passage = options(page)
    .filter({ hasText: /^Decisione/ })
    .first();
  await expect(passage.locator("mark").first()).toBeVisible();
  for (let step = 0; step < 40 && (await passage.getAttribute("aria-selected")) !== "true"; step++) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Corretto usare l'importo del reso")).toBeInViewport();
  await expect(page).toHaveURL(/panel=.*doc=decisions/);
  const marked = () => page.evaluate(() => [...(CSS.highlights.get("passage") ?? [])].map(String));
  await expect.poll(marked).toContain("reso");
  await expect.poll(() => awayFromThird(page, "aside .overflow-y-auto")).toBeLessThan(40);
  await page.reload();
  await expect(panel(page).getByText("Corretto usare l'importo del reso")).toBeInViewport();
  await expect.poll(marked).toContain("reso");
});

test("a passage of a long conversation: a third from the top, steps to the next, scrolls without jumps", async ({
  app,
  home,
  open,
}) => {
  await keepConversation(home, app.workspace);
  const page = await open();
  await row(page, "Resi per motivo").waitFor();
  await openBox(page, "zirconia");
  await options(page).filter({ hasText: "numero 150" }).click();
  const view = chat(page).getByRole("feed", { name: "Turni della conversazione" });
  await expect(view.getByText("Turno 150:")).toBeInViewport();
  await expect.poll(() => awayFromThird(page, "[role=feed]")).toBeLessThan(40);
  await expect(chat(page).getByText("3 di 4", { exact: true })).toBeVisible();
  await expect(chat(page).getByRole("button", { name: "Copia comando di ripresa" })).toBeVisible();
  await expect(page).toHaveURL(/q=zirconia&hit=claude%3A/);

  await test.step("up through what wasn't loaded: what is in sight moves as the wheel does, and never jumps", async () => {
    await view.hover();
    for (let step = 0; step < 12; step++) {
      const before = await topTurn(page);
      await page.mouse.wheel(0, -400);
      // Less than half of the smallest turn: one that came in above would show.
      const astray = async () => Math.abs((await topTurn(page, before.turn)).top - before.top - 400);
      await expect.poll(astray).toBeLessThan(32);
    }
    await expect(view.getByRole("article").first()).not.toHaveText("");
  });
  await test.step("the next passage, and a reload", async () => {
    await chat(page).getByRole("button", { name: "Passaggio successivo" }).click();
    await expect(view.getByText("Turno 210:")).toBeInViewport();
    await expect.poll(() => awayFromThird(page, "[role=feed]")).toBeLessThan(40);
    await page.reload();
    await expect(view.getByText("Turno 210:")).toBeInViewport();
    await expect.poll(() => awayFromThird(page, "[role=feed]")).toBeLessThan(40);
  });
  await test.step("back to the results, and away", async () => {
    await chat(page)
      .getByRole("button", { name: /^Torna ai risultati/ })
      .click();
    await expect(box(page)).toHaveValue("zirconia");
    await page.keyboard.press("Escape");
    await chat(page).getByRole("button", { name: "Chiudi la conversazione" }).click();
    await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toBeVisible();
    await expect(page).not.toHaveURL(/hit=/);
  });
});

/** The turn that stands at the top of the view, or the one asked for, and where. */
const topTurn = (page: Page, turn?: string) =>
  page.evaluate((wanted) => {
    const feed = document.querySelector("[role=feed]");
    const turns = [...(feed?.querySelectorAll<HTMLElement>("[data-turn]") ?? [])];
    const top = feed?.getBoundingClientRect().top ?? 0;
    const found = wanted
      ? turns.find((element) => element.dataset.turn === wanted)
      : turns.find((element) => element.getBoundingClientRect().top >= top);
    return { turn: found?.dataset.turn ?? "", top: found?.getBoundingClientRect().top ?? Number.NaN };
  }, turn);

test("on a phone the box is the screen, a passage covers the list, and the way back leads to it", async ({
  app,
  home,
  open,
}) => {
  await keepConversation(home, app.workspace);
  const page = await open();
  for (const width of [400, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(app.at());
    await page.getByRole("button", { name: "Cerca" }).click();
    await box(page).fill("zirconia");
    await options(page).filter({ hasText: "numero 30" }).click();
    await expect(chat(page).getByText("Turno 30:")).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole("button", { name: "Torna alle sessioni" }).click();
    await expect(rail(page)).toBeVisible();
    await expect(page).not.toHaveURL(/hit=/);
  }
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });
  test("on a small phone nothing of the header covers the search", async ({ open }) => {
    const page = await open();
    await page.getByRole("button", { name: "Cerca" }).waitFor();
    const buttons = page.getByRole("banner").getByRole("button");
    await expect.poll(() => buttons.count()).toBeGreaterThan(4);
    const ends = await buttons.evaluateAll((all) =>
      all.map((button) => button.getBoundingClientRect()).map((r) => [r.left, r.right]),
    );
    for (const [at, [left = 0]] of ends.entries()) expect(left).toBeGreaterThanOrEqual(ends[at - 1]?.[1] ?? 0);
  });
});

test("axe finds nothing in the box, in a conversation, and in the panel at a passage, light and dark", async ({
  app,
  home,
  open,
}) => {
  await keepConversation(home, app.workspace);
  const page = await open();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(app.at("?q=zirconia"));
    await options(page).filter({ hasText: "numero 30" }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(app.at("?q=quadrelli+zirconia"));
    await options(page).filter({ hasText: "Cerca in tutti i progetti" }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(app.at("?q=zirconia"));
    await options(page).filter({ hasText: "numero 30" }).click();
    await chat(page).getByText("Turno 30:").waitFor();
    expect(await findings(page)).toEqual([]);
  }
});
