import { expect, test } from "./app.ts";
import { approve, chat, panel, rail } from "./page.ts";

test("a new question goes through its eight gates to a finalized session with real figures", async ({ app, open }) => {
  test.slow();
  const page = await open();
  await rail(page).getByRole("button", { name: "Nuova domanda" }).click();
  await chat(page).getByRole("textbox", { name: "Domanda" }).fill("Qual è il fatturato per regione nel 2025?");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("chat")).not.toBeNull();
  const id = new URL(page.url()).searchParams.get("chat") ?? "";

  for (const phase of [1, 2, 3]) await approve(page, phase);

  await test.step("a change asked for at the gate of F4 is made, and the gate comes again", async () => {
    const gate = chat(page).getByRole("region", { name: /^Fase 4 · .*approvi\?/ });
    await gate.getByRole("button", { name: "Chiedi modifiche…" }).click();
    await gate.getByRole("textbox").fill("Aggiungi un'assunzione sui resi");
    await gate.getByRole("button", { name: "Chiedi modifiche", exact: true }).click();
    await expect
      .poll(async () => (await app.tht<{ phase: { decisions: number } }>("session", "show", id)).phase.decisions)
      .toBe(4);
  });
  for (const phase of [4, 5, 6, 7, 8]) await approve(page, phase);

  await expect.poll(async () => (await app.tht<{ status: string }>("session", "show", id)).status).toBe("finalized");
  const documents = await app.tht<{ key: string; content: string }[]>("session", "documents", id, "--all");
  const sql = documents.find((d) => d.key === "sql_final")?.content ?? "";
  const answer = await app.tht<{ rows: unknown[][] }>("dwh", "query", `--sql=${sql}`);
  expect(answer.rows.length).toBeGreaterThan(3);
  const report = documents.find((d) => d.key === "validation_report")?.content ?? "";
  for (const [region] of answer.rows) expect(report).toContain(String(region));

  await page.goto(app.at(`?panel=${id}&chat=${id}`));
  await expect(panel(page).getByText("Completata")).toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "Rapporto di validazione" })).toBeVisible();
});

test("what the offline model can't map it refuses, by name, and writes no SQL", async ({ app, open }) => {
  const page = await open();
  await rail(page).getByRole("button", { name: "Nuova domanda" }).click();
  await chat(page).getByRole("textbox", { name: "Domanda" }).fill("Qual è l'umore dei clienti per regione?");
  await page.keyboard.press("Enter");
  for (const phase of [1, 2, 3]) await approve(page, phase);
  const gate = chat(page).getByRole("region", { name: /^Fase 4 · .*approvi\?/ });
  await expect(gate).toContainText("umore");
  const id = new URL(page.url()).searchParams.get("chat") ?? "";
  const documents = await app.tht<{ key: string }[]>("session", "documents", id, "--all");
  expect(documents.map((d) => d.key)).not.toContain("sql_final");
});
