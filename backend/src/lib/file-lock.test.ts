import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { takeFileLock } from "./file-lock.ts";

test("one holder at a time", async () => {
  const file = join(await temporaryFolder(), "lock");
  const first = takeFileLock(file);
  expect(first).not.toBeNull();
  expect(takeFileLock(file)).toBeNull();
  first?.release();
  const second = takeFileLock(file);
  expect(second).not.toBeNull();
  second?.release();
});

test("a holder that is killed holds nothing any more", async () => {
  const file = join(await temporaryFolder(), "lock");
  const program = `
    import { takeFileLock } from ${JSON.stringify(fileURLToPath(new URL("file-lock.ts", import.meta.url)))};
    console.log(takeFileLock(process.argv[1]) !== null);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "--eval", program, file]);
  try {
    const [said] = await once(holder.stdout, "data");
    expect(String(said).trim()).toBe("true");
    expect(takeFileLock(file)).toBeNull();
    holder.kill("SIGKILL");
    await once(holder, "close");
    const lock = takeFileLock(file);
    expect(lock).not.toBeNull();
    lock?.release();
  } finally {
    holder.kill("SIGKILL");
  }
});

test("what is no lock file is told, and not taken for a lock that is held", async () => {
  const file = join(await temporaryFolder(), "lock");
  await writeFile(file, "no database, but long enough to be looked at as one".repeat(40));
  expect(() => takeFileLock(file)).toThrow("not a database");
});
