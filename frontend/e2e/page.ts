import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

export const rail = (page: Page): Locator => page.getByRole("navigation", { name: "Sessioni" });
/** The documents panel: the region, named after its session, that has the button which closes it. */
export const panel = (page: Page): Locator =>
  page.getByRole("region").filter({ has: page.getByRole("button", { name: /^(Chiudi il pannello|Close the panel)/ }) });
export const chat = (page: Page): Locator => page.getByRole("main");

/** The row's own button, by the session's name. */
export const row = (page: Page, name: string): Locator => rail(page).getByRole("button", { name, exact: true });

/** Opens the row's menu and chooses an item, by its beginning: an item's name may end in its key. */
export async function useMenu(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).hover();
  await rail(page)
    .getByRole("button", { name: `Azioni per ${name}`, exact: true })
    .click();
  await page.getByRole("menuitem", { name: new RegExp(`^${item}`) }).click();
}

/** Answers the open gate and waits until the next one, or the end, is there. */
export async function approve(page: Page, phase: number): Promise<void> {
  const gate = chat(page).getByRole("region", { name: new RegExp(`^Fase ${phase} · .*approvi\\?`) });
  await gate.getByRole("button", { name: "Approva" }).click();
  await gate.waitFor({ state: "detached" });
}

/** What axe has to say against the page as it is, once nothing on it moves: a fade would be measured half way. */
export async function findings(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary}`));
}
