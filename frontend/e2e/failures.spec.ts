import type { Page, Route } from "@playwright/test";
import { expect, test } from "./app.ts";
import { chat, panel, rail, row, useMenu } from "./page.ts";

const broken = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: "application/problem+json",
    body: '{"code":"internal-error","status":500}',
  });
const away = (route: Route) => route.abort("connectionrefused");

/** The next request that changes something at `path` fails in this way; those after it go through. */
async function failOnce(page: Page, path: RegExp, how: (route: Route) => Promise<void>) {
  let failed = false;
  await page.route(path, (route) => {
    if (failed || route.request().method() === "GET") return route.fallback();
    failed = true;
    return how(route);
  });
}

for (const [name, how] of [
  ["the server fails", broken],
  ["no answer comes", away],
] as const) {
  test(`whatever is done while ${name} is told, undone on the screen, and loses no word`, async ({ app, open }) => {
    test.slow();
    const page = await open();
    const rows = await app.tht<{ id: string; name: string | null }[]>("session", "list");
    const id = (title: string) => rows.find((r) => r.name === title)?.id ?? "";

    await test.step("a rename keeps the typed name, and the row its own", async () => {
      await failOnce(page, /\/rename$/, how);
      await useMenu(page, "Resi per motivo", "Rinomina");
      const field = page.getByRole("dialog").getByRole("textbox");
      await field.fill("Un nome che costa fatica");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
      await expect(field).toHaveValue("Un nome che costa fatica");
      await page.keyboard.press("Enter");
      await expect(row(page, "Un nome che costa fatica")).toBeVisible();
    });
    await test.step("an archive that failed leaves the row where it was", async () => {
      await failOnce(page, /\/archive$/, how);
      await useMenu(page, "Clienti per segmento", "Archivia");
      await expect(page.getByRole("alert", { name: /archivi/i })).toBeVisible();
      await expect(row(page, "Clienti per segmento")).toBeVisible();
    });
    await test.step("a move that failed leaves the group", async () => {
      await failOnce(page, /\/group$/, how);
      await useMenu(page, "Clienti per segmento", "Sposta nel gruppo");
      await page.getByRole("menuitemradio", { name: "Senza gruppo" }).click();
      await expect(page.getByRole("alert", { name: /spost/i })).toBeVisible();
      await expect(rail(page).getByRole("button", { name: /^Marketing/ })).toContainText("3");
    });
    await test.step("a delete that failed says so in its dialog", async () => {
      await failOnce(page, new RegExp(`/sessions/${id("Clienti per segmento")}$`), how);
      await useMenu(page, "Clienti per segmento", "Elimina");
      await page.getByRole("alertdialog").getByRole("button", { name: "Elimina" }).click();
      await expect(page.getByRole("alertdialog").getByRole("alert")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(row(page, "Clienti per segmento")).toBeVisible();
    });
    await test.step("a note for the agent stays in its field", async () => {
      await page.goto(app.at(`?chat=${id("Fatturato per regione 2025")}`));
      const decisions = async () =>
        (await app.tht<{ phase: { decisions: number } }>("session", "show", id("Fatturato per regione 2025"))).phase
          .decisions;
      const before = await decisions();
      await failOnce(page, /\/decide$/, how);
      const gate = chat(page).getByRole("region", { name: /approvi\?$/ });
      await gate.getByRole("button", { name: "Chiedi modifiche…" }).click();
      const note = gate.getByRole("textbox");
      await note.fill("Una nota lunga, con le sue ragioni");
      await gate.getByRole("button", { name: "Chiedi modifiche", exact: true }).click();
      await expect(chat(page).getByText("La decisione non è stata registrata")).toBeVisible();
      await expect(note).toHaveValue("Una nota lunga, con le sue ragioni");
      await expect(note).toBeEditable();
      expect(await decisions()).toBe(before);
    });
    await test.step("the note is there after a reload too", async () => {
      await page.reload();
      await chat(page).getByRole("button", { name: "Chiedi modifiche…" }).click();
      await expect(
        chat(page)
          .getByRole("region", { name: /approvi\?$/ })
          .getByRole("textbox"),
      ).toHaveValue("Una nota lunga, con le sue ragioni");
    });
    await test.step("a question stays in its field", async () => {
      await failOnce(page, /\/sessions$/, how);
      await rail(page).getByRole("button", { name: "Nuova domanda" }).click();
      const question = chat(page).getByRole("textbox", { name: "Domanda" });
      await question.fill("Qual è il margine per marca?");
      await page.keyboard.press("Enter");
      await expect(chat(page).getByText("La sessione non è stata aperta")).toBeVisible();
      await expect(question).toHaveValue("Qual è il margine per marca?");
      expect(new URL(page.url()).searchParams.get("chat")).toBeNull();
      expect((await app.tht<unknown[]>("session", "list")).length).toBe(rows.length);
    });
    await test.step("a resume that failed is told, and the chat stays", async () => {
      await failOnce(page, /\/resume$/, how);
      await page.goto(app.at(`?panel=${id("Andamento mensile 2025")}`));
      await panel(page).getByRole("button", { name: "Riprendi" }).click();
      await expect(page.getByRole("alert", { name: "La sessione non è ripresa" })).toBeVisible();
      expect(new URL(page.url()).searchParams.get("chat")).toBeNull();
      await expect(panel(page).getByRole("button", { name: "Riprendi" })).toBeEnabled();
    });
    await test.step("a list and documents that fail can be asked for again", async () => {
      let failing = true;
      await page.route(/\/(sessions|documents)(\?.*)?$/, (route) => (failing ? how(route) : route.fallback()));
      await page.goto(app.at(`?panel=${id("Margine online per categoria")}`));
      await expect(rail(page).getByRole("button", { name: "Riprova" })).toBeVisible();
      await expect(panel(page).getByRole("button", { name: "Riprova" })).toBeVisible();
      failing = false;
      // The page may have tried by itself in the meantime.
      for (const where of [panel(page), rail(page)]) {
        const again = where.getByRole("button", { name: "Riprova" });
        await expect(async () => {
          if (await again.isVisible()) await again.click({ timeout: 5_000 });
          await expect(again).toHaveCount(0, { timeout: 5_000 });
        }).toPass();
      }
      await expect(panel(page).getByRole("heading", { name: "Rapporto di validazione" })).toBeVisible();
      await expect(row(page, "Clienti per segmento")).toBeVisible();
    });
  });
}
