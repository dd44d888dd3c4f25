import { expect, test } from "./app.ts";

const LIMIT = 250 * 1024;

for (const lang of ["it", "en"])
  test(`the first load, ${lang}, takes less than 250 KiB of packed script, what is fetched ahead included`, async ({
    app,
    page,
  }) => {
    await page.goto(`${app.url}&lang=${lang}`);
    await expect(page.getByRole("button", { name: "Resi per motivo", exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThan(LIMIT);
  });
