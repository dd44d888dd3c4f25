import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const installed = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "frontend/e2e",
  // Real agents only on demand: playwright.agents.config.ts.
  testIgnore: "agents-real/**",
  workers: 2,
  // A passing test waits for neither: they are for a machine that has much else to do.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: "test-results/playwright",
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    locale: "it-IT",
    timezoneId: "Europe/Rome",
    viewport: { width: 1440, height: 900 },
    // Recording every step takes a good part of two cores: `THOTH_E2E=trace` where a failure has to be understood.
    trace: process.env.THOTH_E2E === "trace" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(installed ? { executablePath: installed } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
