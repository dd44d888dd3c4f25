import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { linkTarget } from "./link-target.ts";

test("is the file at the end of all links, there or not, and the path itself without any", async () => {
  const folder = await realpath(await temporaryFolder());
  const at = (...names: string[]) => join(folder, ...names);
  await mkdir(at("kept", "deep"), { recursive: true });
  await writeFile(at("kept", "file"), "");
  await symlink("kept/deep", at("folder"));
  // Up from where the folder really is.
  await symlink("../file", at("kept", "deep", "link"));
  await symlink("folder/link", at("first"));
  await symlink("kept/nothing", at("dangling"));
  await symlink("circle", at("circle"));
  expect(await Promise.all([at("first"), at("dangling"), at("kept", "file"), at("none")].map(linkTarget))).toEqual([
    at("kept", "file"),
    at("kept", "nothing"),
    at("kept", "file"),
    at("none"),
  ]);
  await expect(linkTarget(at("circle"))).rejects.toMatchObject({ code: "ELOOP" });
});
