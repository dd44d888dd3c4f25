import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./app.ts";
import { panel, row } from "./page.ts";

type Row = { id: string; problem: object | null; forked_from?: { id: string } };

test("a session is forked at a phase, and the copy opens with what was kept", async ({ app, open }) => {
  const page = await open();
  await row(page, "Fatturato per regione 2025").click();
  await panel(page).getByRole("button", { name: "Altre azioni" }).click();
  await page.getByRole("menuitem", { name: "Biforca la sessione" }).click();
  const dialog = page.getByRole("dialog", { name: "Biforca la sessione" });
  await dialog.getByRole("radio", { name: /Domanda rivista/ }).check();
  await dialog.getByRole("button", { name: "Biforca" }).click();

  await expect(panel(page).getByText("Fase 3 di 8 · Domanda rivista")).toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "Schema linking", exact: true })).toHaveCount(0);
  await expect(row(page, "Fatturato per regione 2025 (2)")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Chiudi il pannello/ })).toBeFocused();

  const id = new URL(page.url()).searchParams.get("panel") ?? "";
  const copy = await app.tht<Row>("session", "show", id);
  expect(copy).toMatchObject({ phase: { code: "F3" }, forked_from: { at: "F3" } });
  expect(await app.tht("session", "show", copy.forked_from?.id ?? "")).toMatchObject({ phase: { code: "F4" } });
  expect(await app.agentPid(id)).toBeUndefined();
});

test("a session is closed and reopened; completing waits for every phase", async ({ app, open }) => {
  const page = await open();
  await row(page, "Resi per motivo").click();
  const more = panel(page).getByRole("button", { name: "Altre azioni" });
  await more.click();
  const complete = page.getByRole("menuitem", { name: /^Completa/ });
  await expect(complete).toHaveAttribute("aria-disabled", "true");
  await expect(complete).toContainText("Prima vanno approvate tutte le fasi");
  await page.getByRole("menuitem", { name: "Chiudi la sessione" }).click();
  await expect(panel(page).getByText("Chiusa", { exact: true })).toBeVisible();

  await more.click();
  await page.getByRole("menuitem", { name: "Riapri" }).click();
  await expect(panel(page).getByText("Chiusa", { exact: true })).toHaveCount(0);
  const id = new URL(page.url()).searchParams.get("panel") ?? "";
  await expect.poll(async () => (await app.tht<{ status: string }>("session", "show", id)).status).toBe("open");
});

test("a session is exported whole, also one whose manifest can't be read", async ({ app, open }) => {
  const page = await open();
  await row(page, "Andamento mensile 2025").click();
  await expect(page).toHaveURL(/panel=/);
  const id = new URL(page.url()).searchParams.get("panel") ?? "";
  const folder = join(app.workspace, "sessions", id);

  const zip = await exported("Andamento mensile 2025.zip");
  for (const file of ["context.md", "question.md", "schema_linking.json", "cte_plan.json", "sql_final.sql"]) {
    expect(zip.includes(await readFile(join(folder, file))), file).toBe(true);
  }
  for (const name of ["index.md", "session.json", "F7-sql_final.sql", "decisions.json"]) {
    expect(zip.includes(name), name).toBe(true);
  }

  const broken = (await app.tht<Row[]>("session", "list")).find((session) => session.problem);
  await page.goto(app.at(`?panel=${broken?.id}`));
  const manifest = join(app.workspace, "sessions", broken?.id ?? "", "session_manifest.yaml");
  expect((await exported(`${broken?.id}.zip`)).includes(await readFile(manifest))).toBe(true);

  async function exported(name: string): Promise<Buffer> {
    await panel(page).getByRole("button", { name: "Altre azioni" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Esporta in zip" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    return readFile(await download.path());
  }
});
