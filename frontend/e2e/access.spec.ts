import { expect, test } from "./app.ts";
import { chat, findings, panel, rail, row } from "./page.ts";

for (const scheme of ["light", "dark"] as const) {
  for (const [name, viewport] of [
    ["wide", { width: 1440, height: 900 }],
    ["narrow", { width: 400, height: 850 }],
  ] as const) {
    // Every day each colour once and each width once; `THOTH_E2E=all` looks at all four.
    if (process.env.THOTH_E2E !== "all" && (scheme === "light") !== (name === "wide")) continue;
    test(`axe finds nothing in any view, ${scheme}, ${name}`, async ({ app, page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      await page.goto(app.url);
      const rows = await app.tht<{ id: string; name: string | null }[]>("session", "list");
      const id = (title: string) => rows.find((r) => r.name === title)?.id;

      await test.step("the rail", async () => {
        await expect(row(page, "Resi per motivo")).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
      await test.step("a row's menu", async () => {
        await rail(page).getByRole("button", { name: "Azioni per Resi per motivo" }).click();
        await expect(page.getByRole("menu").first()).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await page.getByRole("menuitem", { name: /^Rinomina/ }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await page.keyboard.press("Escape");
      });
      await test.step("the delete confirmation", async () => {
        await rail(page).getByRole("button", { name: "Azioni per Resi per motivo" }).click();
        await page.getByRole("menuitem", { name: /^Elimina/ }).click();
        await expect(page.getByRole("alertdialog")).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await page.keyboard.press("Escape");
      });
      await test.step("an open submenu; then a toast and a tooltip", async () => {
        await rail(page).getByRole("button", { name: "Azioni per Resi per motivo" }).click();
        await page.getByRole("menuitem", { name: /^Sposta nel gruppo/ }).click();
        await expect(page.getByRole("menuitemradio", { name: "Marketing" })).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await page.getByRole("menuitemradio", { name: "Marketing" }).click();
        await expect(page.getByRole("status").filter({ hasText: "Marketing" })).toBeVisible();
        await page.getByRole("button", { name: "Impostazioni" }).hover();
        await expect(page.locator("header").getByText("Impostazioni")).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
      await test.step("the documents", async () => {
        await page.goto(app.at(`?panel=${id("Margine online per categoria")}`));
        await expect(panel(page).getByRole("heading", { name: "Rapporto di validazione" })).toBeVisible();
        await expect(panel(page).getByRole("table").first()).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
      await test.step("the chat with its gate", async () => {
        await page.goto(app.at(`?chat=${id("Fatturato per regione 2025")}`));
        await expect(chat(page).getByRole("button", { name: "Approva" })).toBeVisible();
        expect(await findings(page)).toEqual([]);
        await chat(page).getByRole("button", { name: "Chiedi modifiche…" }).click();
        expect(await findings(page)).toEqual([]);
      });
      await test.step("the archive", async () => {
        await page.goto(app.at("?view=archive"));
        await expect(row(page, "Trimestri 2024")).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
      await test.step("a new question, in English", async () => {
        await page.goto(app.at("?lang=en"));
        await page.getByRole("navigation").getByRole("button", { name: "New question" }).click();
        await expect(page.getByRole("textbox", { name: "Question" })).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
      await test.step("without the token", async () => {
        await page.context().clearCookies();
        await page.goto(app.at());
        await expect(page.getByRole("textbox", { name: "Codice di accesso" })).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
    });
  }
}

test("by keyboard alone: to a row, its documents, its menu, a rename", async ({ open }) => {
  const page = await open();
  await row(page, "Resi per motivo").waitFor();
  // The first stop of the tab order leads past the header.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Vai alle sessioni" })).toBeFocused();
  await page.keyboard.press("Enter");
  await row(page, "Quantità per negozio").focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("heading", { name: "Quantità per negozio" })).toBeVisible();
  await row(page, "Quantità per negozio").focus();
  await page.keyboard.press("F2");
  await expect(rail(page).getByRole("textbox", { name: "Nome" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Pezzi per negozio");
  await page.keyboard.press("Enter");
  await expect(row(page, "Pezzi per negozio")).toBeFocused();
  await page.keyboard.press("e");
  await expect(row(page, "Pezzi per negozio")).toHaveCount(0);
});
