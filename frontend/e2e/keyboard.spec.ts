import type { Page } from "@playwright/test";
import { expect, test } from "./app.ts";
import { chat, panel, rail, row } from "./page.ts";

/** Presses `key` until the wanted element has the focus, as someone without a pointer does. */
async function walkTo(
  page: Page,
  name: string | RegExp,
  role: Parameters<Page["getByRole"]>[0] = "button",
  key = "Tab",
) {
  const wanted = page.getByRole(role, { name }).first();
  await wanted.waitFor();
  for (let step = 0; step < 80; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`80 times ${key} did not lead to ${String(name)}`);
}

/** To a row of the list: by the skip link into the rail, Tab to the list's one stop, the arrows along it. */
async function walkToRow(page: Page, name: string) {
  await walkTo(page, "Vai alle sessioni");
  await page.keyboard.press("Enter");
  const inList = () => page.evaluate(() => document.activeElement?.closest("nav li") !== null);
  for (let step = 0; step < 20 && !(await inList()); step++) await page.keyboard.press("Tab");
  await page.keyboard.press("Home");
  await walkTo(page, name, "button", "ArrowDown");
}

test("the whole work by keyboard alone: ask, approve, ask for a change, go back, read, resume, archive", async ({
  app,
  open,
}) => {
  test.slow();
  const page = await open();
  const gate = (phase: number) => chat(page).getByRole("region", { name: new RegExp(`^Fase ${phase} · .*approvi\\?`) });
  await row(page, "Resi per motivo").waitFor();
  // A pointer that was used by mistake would be seen.
  await page.evaluate(() =>
    document.addEventListener("pointerdown", () => document.body.setAttribute("data-pointer", "")),
  );

  await test.step("a new question", async () => {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Vai alle sessioni" })).toBeFocused();
    await page.keyboard.press("Enter");
    await walkTo(page, "Nuova domanda");
    await page.keyboard.press("Enter");
    await expect(chat(page).getByRole("textbox", { name: "Domanda" })).toBeFocused();
    await page.keyboard.type("Margine per categoria nel 2025");
    await page.keyboard.press("Enter");
  });
  await test.step("three approvals", async () => {
    for (const phase of [1, 2, 3]) {
      await gate(phase).waitFor();
      await walkTo(page, "Approva", "button", "Shift+Tab");
      await page.keyboard.press("Enter");
      await gate(phase).waitFor({ state: "detached" });
    }
    await gate(4).waitFor();
  });
  const id = new URL(page.url()).searchParams.get("chat") ?? "";
  const decisions = async () =>
    (await app.tht<{ phase: { decisions: number } }>("session", "show", id)).phase.decisions;

  await test.step("a change, after thinking better of it once", async () => {
    await walkTo(page, "Chiedi modifiche…", "button", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(gate(4).getByRole("textbox")).toBeFocused();
    await page.keyboard.type("Aggiungi un'assunzione sui resi");
    await page.keyboard.press("Escape");
    await expect(gate(4).getByRole("textbox")).toHaveCount(0);
    await walkTo(page, "Chiedi modifiche…", "button", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(gate(4).getByRole("textbox")).toHaveValue("Aggiungi un'assunzione sui resi");
    await walkTo(page, "Chiedi modifiche");
    await page.keyboard.press("Enter");
    await expect.poll(decisions).toBe(4);
    await expect(gate(4).getByRole("button", { name: "Approva" })).toBeVisible();
  });
  await test.step("back to an earlier phase", async () => {
    await walkTo(page, "Torna a una fase precedente", "button", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(gate(4).getByRole("radio", { name: /^3 · / })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await walkTo(page, /^Torna alla fase 2/);
    await page.keyboard.press("Enter");
    await gate(2).waitFor();
  });
  await test.step("its documents, and the way back to its row", async () => {
    await walkToRow(page, "Margine per categoria nel 2025");
    await page.keyboard.press("Enter");
    await expect(panel(page).getByRole("heading", { name: "Margine per categoria nel 2025" })).toBeVisible();
    await walkTo(page, "Chiudi il pannello");
    await page.keyboard.press("Enter");
    await expect(row(page, "Margine per categoria nel 2025")).toBeFocused();
  });
  await test.step("stopped, and resumed from the panel", async () => {
    await walkTo(page, /^Ferma/);
    await page.keyboard.press("Enter");
    await expect(gate(2)).toContainText("in pausa");
    await walkToRow(page, "Margine per categoria nel 2025");
    await page.keyboard.press("Enter");
    await walkTo(page, "Riprendi");
    await page.keyboard.press("Enter");
    await expect(gate(2)).not.toContainText("in pausa");
  });
  await test.step("its menu, to a group", async () => {
    await walkToRow(page, "Margine per categoria nel 2025");
    await walkTo(page, "Azioni per Margine per categoria nel 2025");
    await page.keyboard.press("Enter");
    await walkTo(page, /^Sposta nel gruppo/, "menuitem", "ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(page.locator("[role=menuitemradio]:focus")).toHaveCount(1);
    await walkTo(page, "Marketing", "menuitemradio", "ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect.poll(async () => (await app.tht<{ group: string }>("session", "show", id)).group).toBe("Marketing");
  });
  await test.step("archived, and undone by the toast's button", async () => {
    await walkTo(page, "Margine per categoria nel 2025", "button", "Shift+Tab");
    await page.keyboard.press("e");
    await expect(row(page, "Margine per categoria nel 2025")).toHaveCount(0);
    await page.getByRole("button", { name: "Annulla" }).waitFor();
    await page.keyboard.press("F6");
    await walkTo(page, "Annulla");
    await page.keyboard.press("Enter");
    await expect(row(page, "Margine per categoria nel 2025")).toBeVisible();
  });
  await test.step("deleted, after a no", async () => {
    await walkToRow(page, "Margine per categoria nel 2025");
    await page.keyboard.press("Delete");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Annulla" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(row(page, "Margine per categoria nel 2025")).toBeFocused();
    await page.keyboard.press("Delete");
    await walkTo(page, "Elimina");
    await page.keyboard.press("Enter");
    await expect(row(page, "Margine per categoria nel 2025")).toHaveCount(0);
    await expect(rail(page).locator(":focus")).toHaveCount(1);
  });
  await expect(page.locator("body[data-pointer]")).toHaveCount(0);
});
