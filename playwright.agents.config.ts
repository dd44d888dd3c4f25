import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

/** The page with the real agents: `npm run test:agents`. */
export default defineConfig({
  ...base,
  testDir: "frontend/e2e/agents-real",
  testIgnore: [],
  workers: 1,
  outputDir: "test-results/agents",
  reporter: "list",
});
