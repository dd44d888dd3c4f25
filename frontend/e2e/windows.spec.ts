import { expect, test } from "./app.ts";
import { chat, panel, rail, row } from "./page.ts";

test("a window made narrow and wide again keeps the scroll, the text and what is open", async ({ app, open }) => {
  const page = await open();
  const rows = await app.tht<{ id: string; name: string | null }[]>("session", "list");
  const id = (title: string) => rows.find((r) => r.name === title)?.id;
  await page.goto(app.at(`?chat=${id("Fatturato per regione 2025")}&panel=${id("Margine online per categoria")}`));
  await expect(panel(page).getByRole("heading", { name: "Rapporto di validazione" })).toBeVisible();
  await chat(page).getByRole("textbox").fill("scritto a metà");
  const report = panel(page).getByRole("heading", { name: "Rapporto di validazione" });
  await report.scrollIntoViewIfNeeded();

  await page.setViewportSize({ width: 400, height: 900 });
  await expect(page.getByRole("separator")).toHaveCount(0);
  await expect(report).toBeInViewport();
  await expect(rail(page)).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(report).toBeInViewport();
  await expect(chat(page).getByRole("textbox")).toHaveValue("scritto a metà");
  await expect(row(page, "Margine online per categoria")).toBeVisible();
});

test("the columns' edges move by pointer and by key, and stay where they were put", async ({ app, open }) => {
  const page = await open();
  const edge = page.getByRole("separator", { name: "Larghezza delle sessioni" });
  const width = async () => (await rail(page).boundingBox())?.width ?? 0;
  const before = await width();
  const at = await edge.boundingBox();
  if (!at) throw new Error("the edge has no place");
  await page.mouse.move(at.x, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x - 60, at.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(before + 60, -1);
  await edge.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(width).toBeCloseTo(before + 36, -1);
  await page.goto(app.at());
  await expect.poll(width).toBeCloseTo(before + 36, -1);
});

test("addresses that lead nowhere say so, and the list stays", async ({ app, open }) => {
  const page = await open();
  for (const query of [
    "?panel=20200101-000000-zzzzzz",
    "?panel=..%2f..%2fetc",
    "?panel=%00&chat=%00",
    "?chat=%F0%9F%98%80&doc=x",
  ]) {
    await page.goto(app.at(query));
    await expect(
      page.getByText("Questa sessione non c'è più").or(page.getByText("non si è caricata")).first(),
    ).toBeVisible();
    await expect(row(page, "Resi per motivo")).toBeVisible();
  }
});

test("back and forward in a hurry end where the address says", async ({ app, open }) => {
  const page = await open();
  const rows = await app.tht<{ id: string; name: string | null }[]>("session", "list");
  const names = ["Resi per motivo", "Clienti per segmento", "Quantità per negozio"];
  for (const name of [...names, ...names]) {
    await row(page, name).click();
    await expect(panel(page).getByRole("heading", { name, level: 2 })).toBeVisible();
  }
  await page.evaluate(() => {
    for (const step of [-1, -1, 1, -1, 1, 1, -1, 1]) history.go(step);
  });
  const agree = async () => {
    const id = new URL(page.url()).searchParams.get("panel");
    const name = rows.find((r) => r.id === id)?.name;
    return name !== undefined && (await panel(page).getByRole("heading", { level: 2 }).textContent()) === name;
  };
  await expect.poll(agree).toBe(true);
});
