import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace, runTht, THT, temporaryFolder } from "../test/tht.ts";
import { commonOptions } from "./command.ts";
import { commandTable } from "./command-table.ts";

describe("tht", () => {
  it("explains itself at every level, from the definitions that parse", async () => {
    const top = (await runTht(["--help"])).stdout;
    for (const { path, summary, load } of commandTable) {
      expect(top).toContain(`tht ${path.join(" ")}`);
      const { command } = await load();
      const { code, stdout } = await runTht([...path, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(summary);
      for (const name of Object.keys({ ...command.options, ...commonOptions(command) }))
        expect(stdout).toContain(`--${name}`);
      for (const { name } of command.positionals) expect(stdout).toContain(name);
    }
    expect((await runTht(["session", "--help"])).stdout).toContain("session decide");
    expect(await runTht([])).toEqual({ code: 0, stdout: top, stderr: "" });
  });

  it("says its version and what it can do", async () => {
    const { stdout } = await runTht(["--version", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      capabilities: expect.arrayContaining(["decide", "fork"]),
    });
    expect((await runTht(["--version"])).stdout).toMatch(/^tht \d/);
  });

  it.each([
    [["nothing"]],
    [["session"]],
    [["session", "nothing"]],
    [["session", "list", "extra"]],
    [["session", "show"]],
    [["session", "list", "--nothing"]],
    [["session", "documents", "x", "--max-bytes=-1"]],
    [["session", "documents", "x", "--max-bytes=1e3"]],
    [["session", "new"]],
    [["session", "list", "--by=x"]],
    [["--workspace"]],
    [["--nothing"]],
  ])("calls %j wrong usage: exit 2, the usage for people, one JSON line for programs", async (args) => {
    const person = await runTht(args);
    expect(person).toMatchObject({ code: 2, stdout: "" });
    expect(person.stderr).toMatch(/^tht: /);
    const program = await runTht(args.includes("--workspace") ? ["--json", ...args] : [...args, "--json"]);
    expect(program).toMatchObject({ code: 2, stdout: "" });
    expect(program.stderr.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(program.stderr)).toEqual({
      error: { code: "usage", message: expect.any(String), hint: expect.any(String) },
    });
  });

  it("finds the workspace by the flag, the variable, or the nearest folder", async () => {
    const { folder } = createWorkspace();
    const other = createWorkspace();
    const deep = join(folder, "a", "b");
    mkdirSync(deep, { recursive: true });
    const nameOf = async (args: string[], options: object) =>
      JSON.parse((await runTht(["config", "--json", ...args], options)).stdout).workspace;
    expect(await nameOf([], { cwd: deep })).toBe(folder);
    expect(await nameOf([], { cwd: deep, env: { THT_WORKSPACE: other.folder } })).toBe(other.folder);
    expect(await nameOf(["--workspace", folder], { env: { THT_WORKSPACE: other.folder } })).toBe(folder);
    const none = temporaryFolder();
    for (const args of [
      ["session", "list"],
      ["--workspace", none, "session", "list"],
    ]) {
      const { code, stderr } = await runTht([...args, "--json"], { cwd: none });
      expect([code, JSON.parse(stderr).error.code]).toEqual([1, "workspace-not-found"]);
    }
  });

  it("keeps acts of people from agents", async () => {
    const { json, problem, begin, run } = createWorkspace();
    const id = await begin();
    const env = { THT_AGENT: "1" };
    for (const args of [
      ["decide", id, "--phase=F1", "--decision=approve"],
      ["finalize", id],
      ["archive", id],
      ["delete", id],
      ["fork", id],
      ["set-name", id, "--name=x"],
      ["set-group", id, "--group=x"],
    ]) {
      expect(await problem(["session", ...args], { env })).toMatchObject({ exit: 1, code: "needs-person" });
    }
    expect((await run(["session", "decide", "--help"], { env })).code).toBe(0);
    await json(["session", "put", id, "question", "--file=-"], { env, stdin: "Altra?" });
    expect(await json(["session", "show", id], { env })).toMatchObject({ question: "Altra?", phase: { decisions: 0 } });
  });

  it("refuses an empty or endless question, and a --by that is no name", async () => {
    const { problem, json } = createWorkspace();
    expect(await problem(["session", "new", "--question= "])).toMatchObject({ code: "invalid-question" });
    expect(await problem(["session", "new", `--question=${"x".repeat(20_001)}`])).toMatchObject({
      code: "invalid-question",
    });
    expect(await problem(["session", "new", "--question=x", "--by=a\nb"])).toMatchObject({ code: "invalid-name" });
    expect(await json(["session", "new", "--question=--help", "--by= "])).toMatchObject({
      question: "--help",
      author: "Anna",
    });
  });

  it("is not troubled by a reader that goes away", async () => {
    const { folder, begin } = createWorkspace();
    await begin("x".repeat(19_000));
    const child = spawn(process.execPath, [THT, "--workspace", folder, "session", "list", "--json"]);
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).toBe("");
  });
});
