import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { findOnPath } from "./on-path.ts";

test("a command is the first program of that name on the path", async () => {
  const root = await temporaryFolder();
  for (const name of ["a", "b", "c"]) await mkdir(join(root, name));
  await mkdir(join(root, "a/agent"));
  await writeFile(join(root, "b/agent"), "");
  await writeFile(join(root, "c/agent"), "");
  await chmod(join(root, "c/agent"), 0o755);
  await symlink(join(root, "c/agent"), join(root, "b/linked"));
  await symlink(join(root, "nowhere"), join(root, "b/dangling"));
  const path = ["", "relative", `${root}/none`, `${root}/a`, `${root}/b`, `${root}/c`].join(":");

  expect(findOnPath("agent", path, root)).toBe(join(root, "c/agent"));
  expect(findOnPath("linked", path, root)).toBe(join(root, "b/linked"));
  expect(findOnPath("dangling", path, root)).toBeNull();
  expect(findOnPath("agent", undefined, root)).toBeNull();
  expect(findOnPath("c/agent", "", root)).toBe(join(root, "c/agent"));
  expect(findOnPath(join(root, "b/agent"), path, root)).toBeNull();
  expect(findOnPath("x".repeat(5000), path, root)).toBeNull();
});
