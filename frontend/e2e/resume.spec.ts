import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type App, expect, test } from "./app.ts";
import { approve, chat, panel, rail, row } from "./page.ts";

const gateOf = (page: Page, phase: number) =>
  chat(page).getByRole("region", { name: new RegExp(`^Fase ${phase} · .*approvi\\?`) });

async function toGateOfF4(page: Page): Promise<string> {
  await rail(page).getByRole("button", { name: "Nuova domanda" }).click();
  await chat(page).getByRole("textbox", { name: "Domanda" }).fill("Margine per categoria nel 2025");
  await page.keyboard.press("Enter");
  for (const phase of [1, 2, 3]) await approve(page, phase);
  await expect(gateOf(page, 4)).toBeVisible();
  return new URL(page.url()).searchParams.get("chat") ?? "";
}

const ledger = (app: App, id: string) =>
  readFile(join(app.workspace, "sessions", id, "review_decisions.jsonl"), "utf8");

test("an agent killed at the gate of F4 is resumed by a fresh one on the same gate", async ({ app, open }) => {
  test.slow();
  const page = await open();
  const id = await toGateOfF4(page);
  const before = await ledger(app, id);
  const first = await app.agentPid(id);
  expect(first).toBeDefined();
  process.kill(first as number, "SIGKILL");
  await expect(gateOf(page, 4)).toContainText("in pausa");

  await page.goto(app.at(`?panel=${id}`));
  await panel(page).getByRole("button", { name: "Riprendi" }).click();
  await expect(gateOf(page, 4)).toBeVisible();
  await expect(gateOf(page, 4)).not.toContainText("in pausa");
  expect(await app.agentPid(id)).not.toBe(first);
  expect(await ledger(app, id)).toBe(before);
  expect((await app.tht<unknown[]>("session", "list")).length).toBe(14);

  for (const phase of [4, 5, 6, 7, 8]) await approve(page, phase);
  await expect.poll(async () => (await app.tht<{ status: string }>("session", "show", id)).status).toBe("finalized");
});

test("the server is killed with a gate open: the gate is there after the restart, and its answer resumes", async ({
  app,
  open,
}) => {
  test.slow();
  const page = await open();
  const id = await toGateOfF4(page);
  await app.restart("SIGKILL");
  await page.goto(app.url);
  await page.goto(app.at(`?chat=${id}`));
  await expect(row(page, "Margine per categoria nel 2025")).toBeVisible();
  await expect(gateOf(page, 4)).toContainText("in pausa");
  await approve(page, 4);
  await expect(gateOf(page, 5)).toBeVisible();
  await expect(gateOf(page, 5)).not.toContainText("in pausa");
});

test("a rollback to F2 by the gate lands on F2, and so does a resume after it", async ({ app, open }) => {
  test.slow();
  const page = await open();
  const id = await toGateOfF4(page);
  const gate = gateOf(page, 4);
  await gate.getByRole("button", { name: "Torna a una fase precedente" }).click();
  await gate.getByRole("radio", { name: /2 · Contesto/ }).click();
  await gate.getByRole("button", { name: /^Torna alla fase 2/ }).click();
  await expect(gateOf(page, 2)).toBeVisible();

  process.kill((await app.agentPid(id)) as number, "SIGKILL");
  await expect(gateOf(page, 2)).toContainText("in pausa");
  await page.goto(app.at(`?panel=${id}`));
  await panel(page).getByRole("button", { name: "Riprendi" }).click();
  await expect(gateOf(page, 2)).not.toContainText("in pausa");
  expect((await app.tht<{ phase: { code: string } }>("session", "show", id)).phase.code).toBe("F2");
});
