import { expect, test } from "./app.ts";
import { panel, row, useMenu } from "./page.ts";

const TABS = 8;
/** Far more than it takes (`npm run bench eight-tabs` has the times): what must not be is a tab that never answers. */
const LIMIT = { timeout: 60_000 };

// A browser opens six connections to a host: whatever held one for each tab would leave two of these without an answer.
test("eight tabs: each answers a click, and a rename in one shows in all", async ({ app, open, context }) => {
  test.slow();
  let last = await open();
  const tabs = [last];
  while (tabs.length < TABS) {
    last = await context.newPage();
    await last.goto(app.at());
    tabs.push(last);
  }
  for (const tab of tabs) await expect(row(tab, "Resi per motivo")).toBeVisible(LIMIT);

  for (const tab of tabs) {
    await tab.bringToFront();
    await row(tab, "Resi per motivo").click(LIMIT);
    await expect(panel(tab).getByRole("heading", { name: "Resi per motivo" })).toBeVisible(LIMIT);
    await expect(panel(tab).getByRole("article").first()).toBeVisible(LIMIT);
  }

  await useMenu(last, "Resi per motivo", "Rinomina");
  await last.getByRole("dialog").getByRole("textbox").fill("Resi, per motivo");
  await last.keyboard.press("Enter");
  await Promise.all(
    tabs.map(async (tab) => {
      await expect(row(tab, "Resi, per motivo")).toBeVisible(LIMIT);
      await expect(panel(tab).getByRole("heading", { name: "Resi, per motivo" })).toBeVisible(LIMIT);
    }),
  );
});
