import { chmod, chown, lstat, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/helper.ts";
import { assertPrivate, ensureRuntimeFolder, FolderError } from "./runtime-folder.ts";

const user = process.getuid?.() ?? 0;
const mode = async (path: string) => (await lstat(path)).mode & 0o777;

test("the user's own runtime folder is taken where there is one", async () => {
  const runtime = await temporaryFolder();
  await chmod(runtime, 0o700);
  const folder = await ensureRuntimeFolder({ XDG_RUNTIME_DIR: runtime }, "/nowhere");
  expect([folder, await mode(folder)]).toEqual([join(runtime, "thoth"), 0o700]);
  // And found again.
  expect(await ensureRuntimeFolder({ XDG_RUNTIME_DIR: runtime }, "/nowhere")).toBe(folder);
});

test.each([
  ["none", async () => undefined],
  ["one that is not there", async () => "/no/such/folder"],
  [
    "one that is open to others",
    async () => {
      const open = await temporaryFolder();
      await chmod(open, 0o755);
      return open;
    },
  ],
  ["one with too long a name", async () => `/${"x".repeat(100)}`],
])("else one of our own in the temporary folder, closed to others: %s", async (_name, runtime) => {
  const temporary = await temporaryFolder();
  const named = await runtime();
  const folder = await ensureRuntimeFolder(named === undefined ? {} : { XDG_RUNTIME_DIR: named }, temporary);
  expect([folder, await mode(folder)]).toEqual([join(temporary, `thoth-${user}`), 0o700]);
});

describe("what somebody else may have put there is refused", () => {
  const place = async () => join(await temporaryFolder(), `thoth-${user}`);
  const refused = async (path: string, reason: string) => {
    await expect(ensureRuntimeFolder({}, join(path, ".."))).rejects.toThrow(FolderError);
    await expect(assertPrivate(path)).rejects.toThrow(reason);
  };

  test("a link to a folder", async () => {
    const path = await place();
    const target = await temporaryFolder();
    await chmod(target, 0o700);
    await symlink(target, path);
    await refused(path, "is no folder");
  });

  test("a file", async () => {
    const path = await place();
    await writeFile(path, "", { mode: 0o600 });
    await refused(path, "is no folder");
  });

  test("a folder that others may enter", async () => {
    const path = await place();
    await mkdir(path);
    await chmod(path, 0o711);
    await refused(path, "is open to others");
  });

  test.runIf(user === 0)("another user's folder", async () => {
    const path = await place();
    await mkdir(path, { mode: 0o700 });
    await chown(path, 65_534, 65_534);
    await refused(path, "belongs to another user");
  });
});

test("where no folder can be made, that is said with what to do", async () => {
  // Nothing can be made in /proc, whoever one is.
  for (const [runtime, temporary] of [
    [undefined, "/no/such/folder"],
    ["/no/such/folder", "/proc"],
  ]) {
    const failure = ensureRuntimeFolder(runtime ? { XDG_RUNTIME_DIR: runtime } : {}, temporary);
    await expect(failure).rejects.toThrow(FolderError);
    await expect(failure).rejects.toThrow(/can't be made \(ENOENT\)[\s\S]*TMPDIR/);
  }
});

test.runIf(user !== 0)("a runtime folder that can't be written gives way", async () => {
  const [runtime, temporary] = [await temporaryFolder(), await temporaryFolder()];
  await chmod(runtime, 0o500);
  expect(await ensureRuntimeFolder({ XDG_RUNTIME_DIR: runtime }, temporary)).toBe(join(temporary, `thoth-${user}`));
});

test("a path without room for a socket's name says so", async () => {
  await expect(ensureRuntimeFolder({}, `/${"x".repeat(100)}`)).rejects.toThrow("too long");
});
