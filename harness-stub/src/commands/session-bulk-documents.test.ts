import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWorkspace, type Json, runTht, THT } from "../../test/tht.ts";

type Workspace = ReturnType<typeof createWorkspace>;

async function bulk({ run }: Workspace, ids: readonly string[], ...options: string[]): Promise<Json[]> {
  const { code, stdout, stderr } = await run(["session", "bulk-documents", "--json", ...options], {
    stdin: ids.map((id) => `${id}\n`).join(""),
  });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** What the commands for one session say of it. */
async function single({ run }: Workspace, id: string, ...options: string[]): Promise<Json> {
  const { code, stdout, stderr } = await run(["--json", "session", "documents", ...options, "--", id]);
  if (code !== 0) return { id, problem: JSON.parse(stderr).error };
  const shown = JSON.parse((await run(["--json", "session", "show", "--", id])).stdout);
  return { id, forked_from: shown.forked_from ?? null, documents: JSON.parse(stdout) };
}

/** Sessions as editors, other programs and accidents leave them. */
async function furnish({ begin, advance, json, root, file }: Workspace): Promise<string[]> {
  const whole = await begin("Una domanda lunga, con « e 😀");
  const another = (id: string): string => {
    cpSync(join(root, whole), join(root, id), { recursive: true });
    return id;
  };
  const outward = another("outward");
  symlinkSync("/etc/passwd", file(outward, "context.md"));
  const folderInstead = another("folder-instead");
  mkdirSync(file(folderInstead, "context.md"));
  const endless = another("endless");
  // Full of holes: it takes no room on the disk.
  writeFileSync(file(endless, "review_decisions.jsonl"), "");
  truncateSync(file(endless, "review_decisions.jsonl"), 3e9);
  advance(whole, "F8");
  const copy: string = (await json(["session", "fork", whole, "--at=F4"])).id;
  const cut = another("cut");
  writeFileSync(file(cut, "question.md"), "aé€😀".repeat(5000));
  const torn = another("torn");
  writeFileSync(file(torn, "schema_linking.json"), '{"tables": [');
  appendFileSync(file(torn, "review_decisions.jsonl"), '{"ts": "2026-');
  const broken = another("broken");
  writeFileSync(file(broken, "session_manifest.yaml"), 'question: "tagliat');
  const binary = another("binary");
  writeFileSync(file(binary, "context.md"), Buffer.from([0xff, 0xfe, 0, 10, 0xe2, 0x28, 0xa1]));
  mkdirSync(join(root, "empty"));
  symlinkSync(join(root, whole), join(root, "link"));
  writeFileSync(join(root, "file"), "");
  return [whole, copy, cut, torn, broken, binary, outward, folderInstead, endless, "empty", "link", "file"];
}

describe("tht session bulk-documents", () => {
  it("answers a line for each id, in their order, with what the commands for one session say", async () => {
    const workspace = createWorkspace();
    const ids = [...(await furnish(workspace)), "gone", "../x", "a..b", "-x", "x".repeat(129), 'q"\t', "caffè"];
    const compare = async (asked: readonly string[], ...options: string[]) => {
      const lines = await bulk(workspace, asked, ...options);
      expect(lines.map(({ id }) => id)).toEqual(asked);
      for (const line of lines) expect(line).toEqual(await single(workspace, line.id, ...options));
    };
    await compare(ids, "--all");
    await compare(ids.slice(2, 5));
    await compare(ids.slice(2, 5), "--all", "--max-bytes=7");
    await compare(ids.slice(2, 3), "--max-bytes=0");
    const [, copy, ...others] = await bulk(workspace, ids);
    expect(copy.forked_from).toEqual({ id: ids[0], at: "F4" });
    const codes = others.map(({ problem }) => problem?.code).filter(Boolean);
    expect(new Set(codes)).toEqual(new Set(["unreadable", "invalid-id", "session-not-found"]));
  }, 60_000);

  it("takes a last id that no line end follows, leaves out empty lines, and cuts what can be no id", async () => {
    const { run, begin } = createWorkspace();
    const id = await begin();
    const { stdout } = await run(["session", "bulk-documents"], { stdin: `\n\n${"y".repeat(200_000)}\n\n${id}` });
    const [long, last] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([long.id.length, long.problem.code, last.id]).toEqual([512, "invalid-id", id]);
    expect((await run(["session", "bulk-documents"])).stdout).toBe("");
    const nowhere = await runTht(["--workspace", "/no/such", "session", "bulk-documents", "--json"], { stdin: "x\n" });
    expect([nowhere.code, JSON.parse(nowhere.stderr).error.code]).toEqual([1, "workspace-not-found"]);
  });

  it("writes nothing", async () => {
    const workspace = createWorkspace();
    const ids = await furnish(workspace);
    const state = () =>
      readdirSync(workspace.folder, { recursive: true })
        .map(String)
        .sort()
        .map((name) => [name, statSync(join(workspace.folder, name)).mtimeMs]);
    const before = state();
    await bulk(workspace, ids, "--all");
    expect(state()).toEqual(before);
  });

  it("holds one session at a time, however many are asked for", async () => {
    const { run, begin, advance, file } = createWorkspace();
    const id = await begin();
    advance(id, "F4");
    for (const name of ["context.md", "question.md"]) writeFileSync(file(id, name), "riga\n".repeat(200_000));
    const { code, stdout } = await run(["session", "bulk-documents", "--all"], {
      stdin: `${id}\n`.repeat(40),
      env: { NODE_OPTIONS: "--max-old-space-size=24" },
    });
    expect([code, stdout.split("\n").length]).toEqual([0, 41]);
  }, 30_000);

  describe("as a program that is asked bit by bit", () => {
    function converse({ folder }: Workspace) {
      const child = spawn(process.execPath, [THT, "--workspace", folder, "session", "bulk-documents"]);
      onTestFinished(() => void child.kill("SIGKILL"));
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      return {
        child,
        ask: (id: string) => child.stdin.write(`${id}\n`),
        next: async () => JSON.parse((await lines.next()).value ?? ""),
      };
    }

    it("answers before it has all ids, and for each as it is then", async () => {
      const workspace = createWorkspace();
      const ids = [await workspace.begin(), await workspace.begin()];
      const { child, ask, next } = converse(workspace);
      ask(ids[0] as string);
      expect(await next()).toMatchObject({ id: ids[0], documents: [{ key: "question" }] });
      rmSync(join(workspace.root, ids[1] as string), { recursive: true });
      ask(ids[1] as string);
      expect(await next()).toMatchObject({ id: ids[1], problem: { code: "session-not-found" } });
      child.stdin.end();
      expect(await once(child, "close")).toEqual([0, null]);
    });

    it("ends when nobody reads any more", async () => {
      const workspace = createWorkspace();
      const id = await workspace.begin();
      const { child, ask, next } = converse(workspace);
      ask(id);
      await next();
      child.stdout.destroy();
      child.stdin.on("error", () => {});
      const ended = once(child, "close");
      // More than the pipe holds: else it is not known to be shut.
      for (let count = 0; count < 1000; count++) ask(id);
      expect(await ended).toEqual([0, null]);
    });
  });
});
