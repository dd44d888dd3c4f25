import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test/helper.ts";
import { DEFAULT_WORKSPACE } from "./config.ts";
import { chooseWorkspace } from "./workspace-choice.ts";

async function workspaceIn(folder: string): Promise<string> {
  await mkdir(join(folder, "deep/er"), { recursive: true });
  await writeFile(join(folder, "workspace.yaml"), "name: Prova\n");
  return folder;
}

test("a flag counts before a variable, a variable before the folder one is in", async () => {
  const [flag, variable, here] = await Promise.all(
    ["flag", "variable", "here"].map(async (name) => workspaceIn(join(await temporaryFolder(), name))),
  );
  const env = { THT_WORKSPACE: variable };
  const cwd = join(here ?? "", "deep/er");
  expect(chooseWorkspace(flag, env, cwd)).toBe(flag);
  expect(chooseWorkspace(undefined, env, cwd)).toBe(variable);
  expect(chooseWorkspace(undefined, { THT_WORKSPACE: "" }, cwd)).toBe(here);
  expect(chooseWorkspace("..", env, cwd.replace(/\/er$/, ""))).toBe(here);
});

test("none where there is none, and a named one that is none is told", async () => {
  const folder = await temporaryFolder();
  expect(chooseWorkspace(undefined, {}, folder)).toBeNull();
  expect(() => chooseWorkspace(folder, {}, folder)).toThrow(`${folder} has no workspace.yaml`);
  expect(() => chooseWorkspace(undefined, { THT_WORKSPACE: folder }, folder)).toThrow(
    expect.objectContaining({ code: "workspace-not-found", hint: expect.stringContaining("THT_WORKSPACE") }),
  );
});

test("the repository's own is for those who are in the repository", () => {
  const inside = chooseWorkspace(undefined, {}, dirname(DEFAULT_WORKSPACE));
  expect([null, DEFAULT_WORKSPACE]).toContain(inside);
});
