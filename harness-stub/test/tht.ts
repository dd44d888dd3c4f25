import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { writeAtomic } from "../src/atomic-write.ts";
import { updateSession } from "../src/change-manifest.ts";
import { recordDecision } from "../src/decide.ts";
import { openSession } from "../src/session.ts";
import type { WorkflowPhase } from "../src/workflow.ts";
import { openWorkspace } from "../src/workspace.ts";

export const THT = fileURLToPath(new URL("../bin/tht.js", import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
  cwd?: string;
}

/** Runs the real program and waits for its end. */
export function runTht(args: readonly string[], { stdin = "", env = {}, cwd }: RunOptions = {}): Promise<Outcome> {
  const { THT_WORKSPACE: _workspace, THT_AGENT: _agent, ...clean } = process.env;
  const child = spawn(process.execPath, [THT, ...args], { env: { ...clean, ...env }, cwd });
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    outcome.stderr += text;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...outcome, code }));
  });
}

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tht-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the program prints, looked into by the tests
export type Json = any;

/** A new workspace and the program on it. */
export function createWorkspace(settings = "") {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "workspace.yaml"), `author: "Anna"\n${settings}`);
  const run = (args: readonly string[], options?: RunOptions) => runTht(["--workspace", folder, ...args], options);
  const json = async (args: readonly string[], options?: RunOptions): Promise<Json> => {
    const { code, stdout, stderr } = await run(["--json", ...args], options);
    if (code !== 0) throw new Error(`tht ${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const problem = async (args: readonly string[], options?: RunOptions): Promise<Json> => {
    const { code, stdout, stderr } = await run(["--json", ...args], options);
    const { error } = JSON.parse(stderr);
    return { exit: code, stdout, ...error };
  };
  const root = join(folder, "sessions");
  const begin = async (question = "Qual è il fatturato per regione?") => {
    const row = await json(["session", "new", `--question=${question}`]);
    return row.id as string;
  };
  /** Takes a session to the gate of `phase` by writing and approving everything before it; in this process, for speed. */
  const advance = (id: string, phase: string): void => {
    const workspace = openWorkspace(folder, {}, folder);
    for (;;) {
      const session = openSession(workspace, id);
      const { documents } = workspace.workflow[session.phase.index - 1] as WorkflowPhase;
      if (session.phase.next === "work") {
        for (const { key, file } of documents) if (file) writeAtomic(join(session.folder, file), contentOf(key));
      }
      if (session.phase.code === phase) return;
      const decision = {
        phase: session.phase.code,
        decision: "approve",
        to: null,
        note: null,
        key: null,
        expect: [],
      } as const;
      const author = { by: workspace.author, now: new Date() };
      updateSession(workspace, id, (current) => recordDecision(workspace.workflow, current, decision, author));
    }
  };
  return { folder, root, run, json, problem, begin, advance, file: (id: string, name: string) => join(root, id, name) };
}

function contentOf(key: string): string {
  if (key === "schema_linking") return '{"tables": [], "unmapped": []}\n';
  if (["cte_plan", "cte_tests", "evidence"].includes(key)) return "[]\n";
  return key === "sql_final" ? "SELECT 1;\n" : `# ${key}\n`;
}
