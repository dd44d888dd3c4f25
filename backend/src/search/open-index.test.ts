import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createIndexFile } from "./open-index.ts";

let place: string;
let file: string;

beforeEach(() => {
  place = join(temporaryFolder(), "place");
  file = join(place, "sessions.db");
  writeFileSync(place, "no folder");
});

function open(triedEveryMs: number) {
  const index = createIndexFile(file, 100, triedEveryMs);
  onTestFinished(() => index.close());
  const isKept = () => index.with(({ temporary }) => !temporary);
  return { ...index, isKept };
}

function makeRoom(): void {
  rmSync(place);
  mkdirSync(place);
}

test("where nothing could be kept it is tried again before the next look, and what is read then is kept", async () => {
  const { isKept, tryAgain, unwritable } = open(0);
  expect([await isKept(), unwritable()]).toEqual([false, expect.stringContaining("ENOTDIR")]);
  tryAgain();
  expect([await isKept(), unwritable()]).toEqual([false, expect.stringContaining("ENOTDIR")]);
  makeRoom();
  expect(await isKept()).toBe(false);
  tryAgain();
  expect([await isKept(), unwritable()]).toEqual([true, null]);
});

test("not under somebody who is using it", async () => {
  const { isKept, tryAgain, with: use } = open(0);
  await use(async ({ sql }) => {
    makeRoom();
    tryAgain();
    await isKept();
    expect(sql.prepare("SELECT count(*) AS n FROM files").get()).toEqual({ n: 0 });
  });
  expect(await isKept()).toBe(false);
});

test("not at every look", async () => {
  const { isKept, tryAgain } = open(600_000);
  expect(await isKept()).toBe(false);
  tryAgain();
  makeRoom();
  tryAgain();
  expect(await isKept()).toBe(false);
});
