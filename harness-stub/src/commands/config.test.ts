import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, type Json, runTht, temporaryFolder } from "../../test/tht.ts";

const config = async (folder: string): Promise<Json> =>
  JSON.parse((await runTht(["config", "--json", "--workspace", folder])).stdout);

describe("tht config", () => {
  it("fills in what workspace.yaml leaves out, with absolute paths", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "workspace.yaml"), "");
    const value = await config(folder);
    expect(value).toMatchObject({
      workspace: folder,
      sessions_root: join(folder, "sessions"),
      author: userInfo().username,
      dwh: null,
      projects: [folder],
      sessions_search: true,
      keep_gone: true,
      version: expect.any(String),
    });
    expect(value.phases.map(({ code }: Json) => code)).toEqual(["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"]);
    for (const path of [value.skill, value.prompts, value.extension])
      expect([path, existsSync(path)]).toEqual([path, true]);
  });

  it("reads what it says", async () => {
    const folder = temporaryFolder();
    const settings = [
      "name: Vendite",
      "sessions_root: ../s",
      "author: Anna",
      "dwh: {engine: sqlite, path: d.sqlite}",
      "projects: [., /x]",
      "sessions_search: no",
      "keep_gone: false",
    ];
    writeFileSync(join(folder, "workspace.yaml"), settings.join("\n"));
    expect(await config(folder)).toMatchObject({
      name: "Vendite",
      sessions_root: join(folder, "..", "s"),
      author: "Anna",
      dwh: { engine: "sqlite", path: join(folder, "d.sqlite") },
      projects: [folder, "/x"],
      sessions_search: false,
      keep_gone: false,
    });
  });

  it("takes the git root that holds the workspace for its project", async () => {
    const root = temporaryFolder();
    const folder = join(root, "a", "b");
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(root, ".git"));
    writeFileSync(join(folder, "workspace.yaml"), "");
    expect((await config(folder)).projects).toEqual([root]);
  });

  it.each([
    "- 1\n",
    "name: [\n",
    "name: 3\n",
    "keep_gone: forse\n",
    "dwh: {engine: oracle}\n",
    "projects: uno\n",
    "workflow: none.yaml\n",
  ])("says what is wrong with %j", async (settings) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "workspace.yaml"), settings);
    const { code, stderr } = await runTht(["config", "--json", "--workspace", folder]);
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, "unreadable"]);
  });

  it("follows a workflow of the workspace's own, everywhere", async () => {
    const { folder, json, problem, begin } = createWorkspace("workflow: mine.yaml\n");
    writeFileSync(
      join(folder, "mine.yaml"),
      `phases:
  - { code: A, name: ask, documents: [{ key: question }] }
  - { code: B, name: build, title: Costruisci, gate: auto, documents: [{ key: plan, file: plan.md, format: markdown }] }
`,
    );
    const id = await begin();
    expect((await json(["config"])).phases[1]).toMatchObject({ code: "B", title: "Costruisci", gate: "auto" });
    expect(await json(["session", "decide", id, "--phase=A", "--decision=approve"])).toMatchObject({
      phase: { code: "B", index: 2, of: 2, name: "build", title: "Costruisci", next: "work" },
    });
    expect(await problem(["session", "put", id, "context", "--file=-"], { stdin: "x" })).toMatchObject({
      code: "invalid-document",
    });
    await json(["session", "put", id, "plan", "--file=-"], { stdin: "# x" });
    await json(["session", "decide", id, "--phase=B", "--decision=approve", "--by=auto"]);
    expect(await json(["session", "finalize", id])).toMatchObject({ status: "finalized" });
    expect((await json(["session", "documents", id])).map(({ key }: Json) => key)).toEqual([
      "question",
      "plan",
      "decisions",
    ]);
  });
});
