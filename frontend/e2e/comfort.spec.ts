import type { Page } from "@playwright/test";
import { expect, test } from "./app.ts";
import { findings, rail, row } from "./page.ts";

const headings = (page: Page) => rail(page).getByRole("heading", { level: 3 });
/** The texts of the rows, in order. */
const order = (page: Page) => page.locator("[id^=session-row-]").allTextContents();

const undo = (page: Page) => page.getByRole("button", { name: "Annulla", exact: true });
/** A toast stays as long as the pointer is on it: what comes before its button may take its time. */
const holdToast = (page: Page) => undo(page).hover();

test("a double click edits the name where it stands, and nothing around it moves", async ({ open }) => {
  const page = await open();
  const next = row(page, "Clienti per segmento");
  await row(page, "Resi per motivo").dblclick();
  const field = rail(page).getByRole("textbox", { name: "Nome" });
  await expect(field).toBeFocused();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("Resi per motivo");
  const before = await next.boundingBox();
  await page.keyboard.type("Resi, per motivo");
  expect(await next.boundingBox()).toEqual(before);
  await page.keyboard.press("Enter");
  await expect(row(page, "Resi, per motivo")).toBeFocused();
  expect(await next.boundingBox()).toEqual(before);

  await row(page, "Resi, per motivo").dblclick();
  await expect(field).toBeFocused();
  await page.keyboard.type("Altro");
  await rail(page).getByRole("textbox", { name: "Filtra" }).click();
  await expect(row(page, "Altro")).toBeVisible();
});

test("a row is dragged onto a group; Esc cancels; undo brings it back", async ({ app, open }) => {
  const page = await open();
  const groupOf = async (name: string) =>
    (await app.tht<{ name: string | null; group: string | null }[]>("session", "list")).find((r) => r.name === name)
      ?.group ?? null;
  async function pull(name: string, header: RegExp) {
    const from = await row(page, name).boundingBox();
    const to = await headings(page).filter({ hasText: header }).boundingBox();
    if (!from || !to) throw new Error("not in sight");
    await page.mouse.move(from.x + 30, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y - 10, { steps: 3 });
    await page.mouse.move(to.x + 60, to.y + 16, { steps: 6 });
  }
  await pull("Resi per motivo", /^Marketing/);
  await expect(page.getByText("→ Marketing")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("→ Marketing")).toHaveCount(0);
  await page.mouse.up();
  expect(await groupOf("Resi per motivo")).toBe(null);
  expect(new URL(page.url()).searchParams.get("panel")).toBe(null);

  await pull("Resi per motivo", /^Marketing/);
  await expect(page.getByText("→ Marketing")).toBeVisible();
  await page.mouse.up();
  await holdToast(page);
  await expect.poll(() => groupOf("Resi per motivo")).toBe("Marketing");
  expect(new URL(page.url()).searchParams.get("panel")).toBe(null);
  await undo(page).click();
  await expect.poll(() => groupOf("Resi per motivo")).toBe(null);
});

test("many at once: archived with one undo, moved, deleted after one question", async ({ app, open }) => {
  const page = await open();
  const selected = () => rail(page).getByRole("checkbox", { checked: true });
  await row(page, "Fatturato per regione 2025").click({ modifiers: ["ControlOrMeta"] });
  await row(page, "Andamento mensile 2025").click({ modifiers: ["Shift"] });
  await expect(selected()).toHaveCount(3);
  await rail(page).getByRole("button", { name: "Archivia", exact: true }).click();
  await expect(row(page, "Andamento mensile 2025")).toHaveCount(0);
  await expect(rail(page).getByRole("region", { name: "Sessioni selezionate" })).toHaveCount(0);
  await undo(page).click();
  await expect(row(page, "Andamento mensile 2025")).toBeVisible();

  await row(page, "Clienti per segmento").focus();
  await page.keyboard.press("Control+Space");
  await page.keyboard.press("Shift+ArrowDown");
  await rail(page).getByRole("button", { name: "Sposta nel gruppo" }).click();
  await page.getByRole("menuitemradio", { name: "Chiusura 2025" }).click();
  await expect(headings(page).filter({ hasText: "Chiusura 2025" })).toContainText("3");

  await row(page, "Resi per motivo").click({ modifiers: ["ControlOrMeta"] });
  await row(page, "Quantità per negozio").click({ modifiers: ["ControlOrMeta"] });
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("alertdialog", { name: "Eliminare 2 sessioni?" });
  await expect(dialog).toContainText("Quantità per negozio");
  await expect(dialog).toContainText(/con \d+ documenti in tutto/);
  await dialog.getByRole("button", { name: "Elimina" }).click();
  await expect(dialog).toHaveCount(0);
  const left = async () => (await app.tht<{ name: string | null }[]>("session", "list")).map(({ name }) => name);
  await expect.poll(left).not.toContain("Resi per motivo");
  await expect.poll(left).not.toContain("Quantità per negozio");
});

test("a group is renamed and dissolved with all its sessions", async ({ app, open }) => {
  const page = await open();
  const groups = async () => {
    const rows = await app.tht<{ group: string | null }[]>("session", "list");
    return rows.filter(({ group }) => group === "Promozioni" || group === "Marketing").length;
  };
  const members = await groups();
  async function choose(group: string, item: string) {
    await headings(page).filter({ hasText: group }).hover();
    await rail(page)
      .getByRole("button", { name: `Azioni per il gruppo ${group}` })
      .click();
    await page.getByRole("menuitem", { name: item }).click();
  }
  await choose("Marketing", "Rinomina gruppo");
  await page.getByRole("dialog").getByRole("textbox").fill("Promozioni");
  await page.keyboard.press("Enter");
  await expect(headings(page).filter({ hasText: "Promozioni" })).toContainText(String(members));
  await choose("Promozioni", "Sciogli gruppo");
  await holdToast(page);
  await expect(headings(page).filter({ hasText: "Promozioni" })).toHaveCount(0);
  await expect.poll(groups).toBe(0);
  await undo(page).click();
  await expect.poll(groups).toBe(members);
});

test("nothing moves under an open menu; when it is closed, the news take their places", async ({ app, open }) => {
  const page = await open();
  await row(page, "I dieci clienti migliori").click({ button: "right" });
  await expect(page.getByRole("menu")).toBeVisible();
  const before = await order(page);
  const rows = await app.tht<{ id: string; name: string | null }[]>("session", "list");
  const id = rows.find(({ name }) => name === "Resi per motivo")?.id ?? "";
  await app.tht("session", "set-name", id, "--name=Zeta");
  await app.tht("session", "set-group", id, "--group=Marketing");
  // The page around an open menu is out of reach, and so without roles.
  await expect(page.getByText("Zeta", { exact: true })).toBeVisible();
  expect(await order(page)).toEqual(before.map((text) => (text === "Resi per motivo" ? "Zeta" : text)));
  await page.keyboard.press("Escape");
  await page.mouse.move(300, 300);
  await expect.poll(async () => (await order(page)).indexOf("Zeta")).not.toBe(before.indexOf("Resi per motivo"));
});

test("the map of keys, and the sessions that wait on the tab's title and icon", async ({ open }) => {
  const page = await open();
  await row(page, "Resi per motivo").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Scorciatoie da tastiera" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(row(page, "Resi per motivo")).toBeFocused();
  await expect(page).toHaveTitle(/^\(\d+\) /);
  const icon = page.locator("link[rel=icon]");
  await expect(icon).toHaveAttribute("href", /^data:image\/svg/);
  const drawn = await icon.evaluate((link: HTMLLinkElement) => {
    const image = new Image();
    image.src = link.href;
    return image.decode().then(() => image.naturalWidth > 0);
  });
  expect(drawn).toBe(true);
});

for (const scheme of ["light", "dark"] as const) {
  for (const width of [1440, 400]) {
    // Every day each colour once and each width once; `THOTH_E2E=all` looks at all four.
    if (process.env.THOTH_E2E !== "all" && (scheme === "light") !== (width === 1440)) continue;
    test(`axe finds nothing while choosing and renaming, ${scheme}, ${width} px`, async ({ app, page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 850 });
      await page.goto(app.url);
      await row(page, "Resi per motivo").focus();
      await page.keyboard.press("Control+Space");
      await expect(rail(page).getByRole("checkbox", { checked: true })).toHaveCount(1);
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("F2");
      await expect(rail(page).getByRole("textbox", { name: "Nome" })).toBeFocused();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await rail(page).getByRole("textbox", { name: "Filtra" }).fill("per");
      expect(await findings(page)).toEqual([]);
    });
  }
}
