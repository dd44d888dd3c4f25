import { expect, test } from "./app.ts";
import { chat, panel, row, useMenu } from "./page.ts";

test("two tabs agree: a rename, an archive and a decision show in the other", async ({ app, open, context }) => {
  const one = await open();
  const two = await context.newPage();
  await two.goto(app.at());
  await expect(row(two, "Resi per motivo")).toBeVisible();

  await useMenu(one, "Resi per motivo", "Rinomina");
  await one.getByRole("dialog").getByRole("textbox").fill("Resi, per motivo");
  await one.keyboard.press("Enter");
  await expect(row(two, "Resi, per motivo")).toBeVisible();

  await useMenu(two, "Resi, per motivo", "Archivia");
  await expect(row(one, "Resi, per motivo")).toHaveCount(0);

  const rows = await app.tht<{ id: string; name: string }[]>("session", "list");
  const id = rows.find((r) => r.name === "Fatturato per regione 2025")?.id;
  await one.goto(app.at(`?chat=${id}`));
  await two.goto(app.at(`?chat=${id}`));
  const gate = (page: typeof one) => chat(page).getByRole("region", { name: /^Fase 4 · .*approvi\?/ });
  await expect(gate(two)).toBeVisible();
  await gate(one).getByRole("button", { name: "Approva" }).click();
  await expect(gate(two)).toHaveCount(0);
  await expect(chat(two).getByRole("region", { name: /^Fase 5 · .*approvi\?/ })).toBeVisible();
});

test("two tabs answer one gate at once over a slow network: it is recorded once, and neither is left behind", async ({
  app,
  open,
  context,
}) => {
  const one = await open();
  const rows = await app.tht<{ id: string; name: string }[]>("session", "list");
  const id = rows.find((r) => r.name === "Fatturato per regione 2025")?.id ?? "";
  const decisions = async () =>
    (await app.tht<{ phase: { decisions: number } }>("session", "show", id)).phase.decisions;
  const before = await decisions();
  const two = await context.newPage();
  // A tab in the background takes its time: no answer is on its way before both have given theirs.
  const asking = new Set<unknown>();
  const both = Promise.withResolvers<void>();
  await context.route(/\/decide$/, async (route) => {
    asking.add(route.request().frame().page());
    if (asking.size === 2) both.resolve();
    await both.promise;
    await route.fallback();
  });
  const gate = (page: typeof one, phase: number) =>
    chat(page).getByRole("region", { name: new RegExp(`^Fase ${phase} · .*approvi\\?`) });
  for (const page of [one, two]) await page.goto(app.at(`?chat=${id}`));
  const approve = [one, two].map((page) => gate(page, 4).getByRole("button", { name: "Approva" }));
  for (const button of approve) await expect(button).toBeVisible();
  await Promise.all(approve.map((button) => button.dblclick()));
  for (const page of [one, two]) await expect(gate(page, 5)).toBeVisible({ timeout: 45_000 });
  expect(await decisions()).toBe(before + 1);
});

test("a change made by tht outside the server shows by itself", async ({ app, open }) => {
  const page = await open();
  await row(page, "Quantità per negozio").click();
  await expect(panel(page)).toBeVisible();
  const id = new URL(page.url()).searchParams.get("panel") ?? "";
  await app.tht("session", "set-name", id, "--name=Cambiato da fuori");
  await expect(row(page, "Cambiato da fuori")).toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "Cambiato da fuori" })).toBeVisible();
});

test("a lost server keeps the last list and says so; it comes back by itself", async ({ app, open, page }) => {
  await open();
  await expect(row(page, "Resi per motivo")).toBeVisible();
  const { port } = new URL(app.url);
  await app.end("SIGKILL");
  await expect(page.getByText("riconnessione…")).toBeVisible();
  await expect(row(page, "Resi per motivo")).toBeVisible();
  app.env.THOTH_PORT = port;
  await app.start();
  // The token is new with each start, so the page asks for it and takes the whole link.
  await page.getByRole("textbox", { name: "Codice di accesso" }).fill(app.url);
  await page.keyboard.press("Enter");
  await expect(row(page, "Resi per motivo")).toBeVisible();
  await expect(page.getByText("riconnessione…")).toHaveCount(0);
});
