import { access } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./app.ts";
import { panel, rail, row, useMenu } from "./page.ts";

test("a click on a row opens its documents and starts nothing", async ({ app, open }) => {
  const page = await open();
  await row(page, "Andamento mensile 2025").click();
  const documents = panel(page);
  await expect(documents.getByRole("heading", { name: "Andamento mensile 2025" })).toBeVisible();
  await expect(documents.getByText("Fase 7 di 8 · SQL finale")).toBeVisible();
  for (const title of ["Domanda originale", "Domanda rivista", "Schema linking", "SQL finale"]) {
    await expect(documents.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await expect(documents.getByText("SELECT").first()).toBeVisible();
  await expect(documents.getByRole("button", { name: "Riprendi" })).toBeVisible();
  await expect(documents.getByRole("heading", { name: "Decisioni" })).toBeVisible();

  const id = new URL(page.url()).searchParams.get("panel") ?? "";
  expect(await app.agentPid(id)).toBeUndefined();
});

test("a completed session and an archived one can be read, not resumed", async ({ open }) => {
  const page = await open();
  await row(page, "Margine online per categoria").click();
  await expect(panel(page).getByText("Completata")).toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "Domanda originale" })).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Riprendi" })).toHaveCount(0);

  await rail(page)
    .getByRole("button", { name: /^Archivio/ })
    .click();
  await row(page, "Trimestri 2024").click();
  await expect(panel(page).getByText("Archiviata")).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Riprendi" })).toHaveCount(0);
});

test("rename by the menu; an empty name goes back to the question; the row keeps its place", async ({ app, open }) => {
  const page = await open();
  await expect(row(page, "Clienti per segmento")).toBeVisible();
  const before = await rail(page).getByRole("listitem").allTextContents();
  await useMenu(page, "Clienti per segmento", "Rinomina");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox")).toHaveValue("Clienti per segmento");
  await dialog.getByRole("textbox").fill("  Segmenti, definitiva  ");
  await page.keyboard.press("Enter");
  await expect(row(page, "Segmenti, definitiva")).toBeVisible();
  const after = await rail(page).getByRole("listitem").allTextContents();
  expect(after.findIndex((text) => text.includes("Segmenti, definitiva"))).toBe(
    before.findIndex((text) => text.includes("Clienti per segmento")),
  );

  await useMenu(page, "Segmenti, definitiva", "Rinomina");
  await dialog.getByRole("textbox").fill("");
  await page.keyboard.press("Enter");
  // Behind a dialog no row has a role: only once it is closed does a missing one say something.
  await expect(dialog).toHaveCount(0);
  await expect(row(page, "Segmenti, definitiva")).toHaveCount(0);
  const rows = await app.tht<{ name: string | null; question: string | null }[]>("session", "list");
  const renamed = rows.find((r) => r.name === null && r.question?.toLowerCase().includes("segmento"));
  expect(renamed).toBeDefined();
  await expect(row(page, renamed?.question ?? "")).toBeVisible();
});

test("move to a new group and back to none", async ({ open }) => {
  const page = await open();
  await useMenu(page, "Resi per motivo", "Sposta nel gruppo");
  await page.getByRole("menuitem", { name: "Nuovo gruppo…" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Qualità");
  await page.keyboard.press("Enter");
  await expect(rail(page).getByRole("button", { name: /^Qualità/ })).toBeVisible();

  await useMenu(page, "Resi per motivo", "Sposta nel gruppo");
  // The group of an archived session is offered too, so that it does not vanish.
  await expect(page.getByRole("menuitemradio", { name: "Chiusura 2024" })).toBeVisible();
  await page.getByRole("menuitemradio", { name: "Senza gruppo" }).click();
  await expect(rail(page).getByRole("button", { name: /^Qualità/ })).toHaveCount(0);
  await expect(row(page, "Resi per motivo")).toBeVisible();
});

test("archive with undo, then archive and restore from the archive", async ({ open }) => {
  const page = await open();
  await useMenu(page, "I dieci clienti migliori", "Archivia");
  await expect(row(page, "I dieci clienti migliori")).toHaveCount(0);
  await page.getByRole("button", { name: "Annulla", exact: true }).click();
  await expect(row(page, "I dieci clienti migliori")).toBeVisible();

  await useMenu(page, "I dieci clienti migliori", "Archivia");
  await expect(row(page, "I dieci clienti migliori")).toHaveCount(0);
  await rail(page)
    .getByRole("button", { name: /^Archivio/ })
    .click();
  await expect(page).toHaveURL(/view=archive/);
  await useMenu(page, "I dieci clienti migliori", "Ripristina");
  await expect(row(page, "I dieci clienti migliori")).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Torna alle sessioni" }).click();
  await expect(row(page, "I dieci clienti migliori")).toBeVisible();
});

test("delete says what it deletes, waits for a yes, and moves on to the neighbour", async ({ app, open }) => {
  const page = await open();
  await row(page, "Sconto medio per linea nel 2025").click();
  await expect(page).toHaveURL(/panel=/);
  const id = new URL(page.url()).searchParams.get("panel") ?? "";
  await useMenu(page, "Sconto medio per linea nel 2025", "Elimina");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Sconto medio per linea nel 2025");
  await expect(dialog).toContainText(/\d+ document/);
  await expect(dialog.getByRole("button", { name: "Annulla" })).toBeFocused();
  await page.keyboard.press("Escape");
  await access(join(app.workspace, "sessions", id));

  await useMenu(page, "Sconto medio per linea nel 2025", "Elimina");
  await dialog.getByRole("button", { name: "Elimina" }).click();
  await expect(row(page, "Sconto medio per linea nel 2025")).toHaveCount(0);
  await expect
    .poll(() =>
      access(join(app.workspace, "sessions", id)).then(
        () => "there",
        (error) => error.code,
      ),
    )
    .toBe("ENOENT");
  const reading = () => new URL(page.url()).searchParams.get("panel");
  await expect.poll(reading).not.toBe(id);
  expect(reading()).not.toBeNull();
  await expect(panel(page)).toBeVisible();
});

test("a broken manifest is a row that says so, shows its raw text, and can be deleted", async ({ app, open }) => {
  const page = await open();
  const rows = await app.tht<{ id: string; problem: { severity: string } | null }[]>("session", "list");
  const broken = rows.find((r) => r.problem?.severity === "error")?.id ?? "";
  await row(page, broken).click();
  await expect(panel(page)).toContainText("Il manifest di questa sessione non si legge");
  await expect(panel(page)).toContainText("session_manifest.yaml");
  await rail(page)
    .getByRole("button", { name: `Azioni per ${broken}` })
    .click();
  await expect(page.getByRole("menuitem", { name: /^Vista divisa/ })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Rinomina/ })).toHaveCount(0);
  await page.getByRole("menuitem", { name: /^Elimina/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Elimina" }).click();
  await expect(row(page, broken)).toHaveCount(0);
});
