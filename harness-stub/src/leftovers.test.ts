import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../test/tht.ts";
import { removeLeftovers } from "./leftovers.ts";

// Nothing on disk refuses the superuser, whom tests may run as.
vi.mock(import("node:fs"), async (importOriginal) => {
  const fs = await importOriginal();
  const rmSync: typeof fs.rmSync = (path, options) => {
    if (String(path).endsWith("of-another")) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    fs.rmSync(path, options);
  };
  return { ...fs, rmSync };
});

it("leaves what another user left, and goes on", () => {
  const root = temporaryFolder();
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of [".creating-of-another", ".deleting-z"]) {
    mkdirSync(join(root, name));
    utimesSync(join(root, name), hoursAgo, hoursAgo);
  }
  removeLeftovers(root);
  expect(readdirSync(root)).toEqual([".creating-of-another"]);
});
