import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { problem } from "../http/problem.ts";
import { failureOf } from "./failure.ts";

test("a file that the system refuses is named with the reason, a problem is told as it is, and a bug is none", async () => {
  const file = join(await temporaryFolder(), "circle");
  await symlink("circle", file);
  expect(failureOf(await readFile(file).catch((error) => error))).toEqual({
    code: "write-failed",
    message: `${file} can't be used: it is a link that leads in a circle (ELOOP).`,
    hint: "Mend that, then try again.",
  });
  const folder = await readFile("/").catch((error) => error);
  expect(failureOf(folder)).toMatchObject({ message: "A file can't be used: it is a folder (EISDIR)." });
  expect(failureOf(problem("archived", "It is archived.", "Restore it."))).toMatchObject({ code: "archived" });
  expect(failureOf(new TypeError("a bug"))).toBeNull();
});
