import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

/** The page with the real agents: `npm run test:agents`. */
export default defineConfig({
  ...base,
  testDir: "frontend/e2e/agents-real",
  testIgnore: [],
  workers: 1,
  // Three terminals stand beside each other, and programs leave out what has no room.
  use: { ...base.use, viewport: { width: 2100, height: 1000 } },
  outputDir: "test-results/agents",
  reporter: "list",
});
