import { expect, test } from "./app.ts";
import { chat, panel, row } from "./page.ts";

test("chat, panel, document, archive and language live in the address and survive a reload", async ({ app, open }) => {
  const page = await open();
  const rows = await app.tht<{ id: string; name: string | null }[]>("session", "list");
  const id = (title: string) => rows.find((r) => r.name === title)?.id;
  await page.goto(
    app.at(`?chat=${id("Fatturato per regione 2025")}&panel=${id("Andamento mensile 2025")}&doc=sql_final&lang=en`),
  );
  const check = async () => {
    await expect(panel(page).getByText("Phase 7 of 8 · Final SQL")).toBeVisible();
    await expect(chat(page).getByRole("heading", { name: "Fatturato per regione 2025" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(panel(page).getByRole("heading", { name: "Final SQL", exact: true })).toBeInViewport();
  };
  await check();
  await page.reload();
  await check();
});

test("back and forward go through the panels that were open", async ({ open }) => {
  const page = await open();
  await row(page, "Resi per motivo").click();
  await expect(panel(page).getByRole("heading", { name: "Resi per motivo" })).toBeVisible();
  await row(page, "Clienti per segmento").click();
  await expect(panel(page).getByRole("heading", { name: "Clienti per segmento" })).toBeVisible();
  await page.goBack();
  await expect(panel(page).getByRole("heading", { name: "Resi per motivo" })).toBeVisible();
  await page.goForward();
  await expect(panel(page).getByRole("heading", { name: "Clienti per segmento" })).toBeVisible();
});

test("the token leaves the address, and the page reports no error of its own", async ({ app, page }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(app.url);
  await expect(row(page, "Resi per motivo")).toBeVisible();
  expect(page.url()).not.toContain("token");
  expect(await page.evaluate(() => Object.values(localStorage).join(" "))).not.toContain(
    new URL(app.url).searchParams.get("token"),
  );
  expect(errors).toEqual([]);
});
