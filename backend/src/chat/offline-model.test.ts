import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processEntry } from "../lib/process-tree.ts";
import { createOfflineModel, type OfflineModel } from "./offline-model.ts";

const fake = fileURLToPath(new URL("../../test/fixtures/bin/fake-model.mjs", import.meta.url));

let dir: string;
let model: OfflineModel;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "offline-model-"));
});
afterEach(async () => {
  await model.close();
  await rm(dir, { recursive: true, force: true });
});

function create(log: string, readyMs = 10_000) {
  const file = join(dir, log);
  const env = { PATH: process.env.PATH ?? "" };
  model = createOfflineModel({ tht: [process.execPath, fake, file], cwd: dir, env, readyMs });
  const starts = async () =>
    [...(await readFile(file, "utf8")).matchAll(/^start (\d+) port (\d+)$/gm)].map(([, pid, port]) => ({
      pid: Number(pid),
      port,
    }));
  return { starts };
}

test("it is started when it is first needed, once", async () => {
  const { starts } = create("log");
  const [first, second] = await Promise.all([model.address(), model.address()]);
  expect(first).toEqual(second);
  expect(first.url).toBe("http://127.0.0.1:4321/v1");
  expect(await starts()).toHaveLength(1);
});

test("when it dies it comes back at the same address with the same key", async () => {
  const { starts } = create("log");
  const before = await model.address();
  process.kill((await starts())[0]?.pid ?? 0, "SIGKILL");
  await expect.poll(starts).toHaveLength(2);
  expect((await starts())[1]?.port).toBe("4321");
  expect(await model.address()).toEqual(before);
});

test("it ends with the server", async () => {
  const { starts } = create("log");
  await model.address();
  await model.close();
  const [only] = await starts();
  expect(processEntry(only?.pid ?? 0)).toBeNull();
  await expect(model.address()).rejects.toThrow("shutting down");
  expect(await starts()).toHaveLength(1);
});

test("one that can't start says why, and one that says nothing is given up", async () => {
  create("broken");
  await expect(model.address()).rejects.toThrow("ended as it started. It said: no room for a model");
  await model.close();
  create("mute", 300);
  await expect(model.address()).rejects.toThrow("did not say where it listens within 0.3 s");
});
