import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isReadable } from "./readable-path.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "readable-")));
const session = join(base, "s1");
mkdirSync(session);
mkdirSync(join(base, "s1-secret"));
writeFileSync(join(session, "context.md"), "x");
writeFileSync(join(base, "s1-secret", "key"), "x");
symlinkSync("/etc/passwd", join(session, "link"));
symlinkSync(join(session, "context.md"), join(base, "inward"));
afterAll(() => rmSync(base, { recursive: true }));

test.each([
  ["a file by its name", "context.md", true],
  ["a file by its whole path", join(session, "context.md"), true],
  ["the folder", ".", true],
  ["a link from outside to inside", join(base, "inward"), true],
  ["a link out", "link", false],
  ["a way up", "../s1-secret/key", false],
  ["a neighbour whose name begins the same", join(base, "s1-secret", "key"), false],
  ["a system file", "/etc/passwd", false],
  ["a home folder", "~/.ssh/id_rsa", false],
  ["a file that is not there", "absent.md", false],
  ["a NUL", "context.md\0", false],
])("%s", (_name, path, allowed) => {
  expect(isReadable(path, session, [session])).toBe(allowed);
});
