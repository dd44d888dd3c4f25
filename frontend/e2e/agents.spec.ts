import { expect } from "./app.ts";
import { chat } from "./page.ts";
import { openNew, screen, tab, test } from "./terminal-page.ts";

test("a terminal's work goes on with another agent, beside it, with what was seen and edited", async ({ open }) => {
  const page = await open();
  await openNew(page, "Claude Code");
  await page.keyboard.type("il fatturato per regione\n");
  await expect(screen(page)).toContainText("ricevuto: il fatturato per regione");
  await chat(page).getByRole("button", { name: "Continua o biforca" }).click();
  await expect(page.getByRole("menuitem", { name: /^Biforca la sessione/ })).toBeDisabled();
  await page.getByRole("menuitem", { name: "Continua con un altro agente" }).click();
  const dialog = page.getByRole("dialog");
  const text = dialog.getByRole("textbox", { name: "Contesto che riceverà" });
  await expect(text).toHaveValue(/ricevuto: il fatturato per regione/);
  await text.press("Control+End");
  await text.pressSequentially(" (anno 2025)");
  await expect(dialog.getByRole("button", { name: "Continua", exact: true })).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Agente" }).selectOption({ label: "Codex" });
  await dialog.getByRole("textbox", { name: /^Nota/ }).fill("solo il 2025");
  await dialog.getByRole("button", { name: "Continua", exact: true }).click();
  await expect(tab(page, "Codex")).toHaveAttribute("aria-selected", "true");
  await expect(tab(page, "Claude Code")).toHaveAttribute("aria-selected", "true");
  await expect(screen(page)).toContainText("(anno 2025)");
  await expect(screen(page)).toContainText("solo il 2025");
});

test("a session handed to an agent runs in its terminal, and the chat leads there", async ({ app, open }) => {
  const rows = await app.tht<{ id: string; name: string }[]>("session", "list");
  const id = rows.find((one) => one.name === "Resi per motivo")?.id;
  const page = await open(`?chat=${id}`);
  await chat(page).getByRole("button", { name: "Continua o biforca" }).click();
  await page.getByRole("menuitem", { name: "Continua con un altro agente" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Dai documenti e dalle decisioni")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Agente" }).selectOption({ label: "Codex" });
  await dialog.getByText("Nuova scheda").click();
  await dialog.getByRole("button", { name: "Continua", exact: true }).click();
  await expect(tab(page, "Codex · Resi per motivo")).toHaveAttribute("aria-selected", "true");
  await tab(page, "Chat").click();
  await expect(chat(page).getByText("Qui si lavora in un terminale")).toBeVisible();
  await chat(page).getByRole("button", { name: "Vai al terminale" }).click();
  await expect(tab(page, "Codex · Resi per motivo")).toHaveAttribute("aria-selected", "true");

  // A second one on the same session is refused, and the dialog leads to the first.
  await tab(page, "Chat").click();
  await chat(page).getByRole("button", { name: "Continua o biforca" }).click();
  await page.getByRole("menuitem", { name: "Continua con un altro agente" }).click();
  await expect(dialog.getByText("Dai documenti e dalle decisioni")).toBeVisible();
  await dialog.getByRole("button", { name: "Continua", exact: true }).click();
  await dialog.getByRole("button", { name: "Vai al terminale" }).click();
  await expect(tab(page, "Codex · Resi per motivo")).toHaveAttribute("aria-selected", "true");
});

test("a session is forked from its chat, from a phase of choice", async ({ app, open }) => {
  const rows = await app.tht<{ id: string; name: string }[]>("session", "list");
  const id = rows.find((one) => one.name === "Resi per motivo")?.id;
  const page = await open(`?chat=${id}`);
  await chat(page).getByRole("button", { name: "Continua o biforca" }).click();
  await page.getByRole("menuitem", { name: "Biforca la sessione" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Domanda rivista/ }).check();
  await dialog.getByRole("button", { name: /^Biforca/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).searchParams.get("panel")).not.toBe(id);
  await expect(page.getByRole("heading", { name: /Resi per motivo/ }).first()).toBeVisible();
});

test("an agent's settings are kept, and it starts with them", async ({ open }) => {
  const page = await open();
  await page.getByRole("button", { name: "Impostazioni" }).click();
  await page.getByRole("button", { name: "Agenti…" }).click();
  const dialog = page.getByRole("dialog", { name: "Agenti" });
  await dialog.getByRole("button", { name: /^Codex/ }).click();
  await expect(page).toHaveURL(/agent=codex/);
  await dialog.getByRole("textbox", { name: "Argomenti sempre presenti" }).fill("--profilo\nmio lavoro");
  await page.reload();
  await expect(dialog.getByRole("textbox", { name: "Argomenti sempre presenti" })).toHaveValue("--profilo\nmio lavoro");
  await dialog.getByRole("button", { name: "Salva", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Torna al predefinito" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openNew(page, "Codex");
  await expect(screen(page)).toContainText("pronto codex:--profilo mio lavoro");
});
