import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // By default a core is left free, which on two of them means one file at a time; most tests wait for programs.
    maxWorkers: "100%",
    // What a test waits for comes late on a busy machine; a passing test never waits for this.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      { test: { name: "repository", environment: "node", root: "scripts", include: ["**/*.test.mjs"] } },
      {
        test: {
          name: "harness",
          environment: "node",
          root: "harness-stub",
          include: ["**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        test: { name: "backend", environment: "node", root: "backend", include: ["**/*.test.ts"], testTimeout: 30_000 },
      },
      {
        plugins: [react()],
        test: {
          name: "frontend",
          environment: "jsdom",
          root: "frontend",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["src/testing/setup.ts"],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
