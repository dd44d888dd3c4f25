import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import type { Config } from "../../config.ts";
import { initCommand } from "../../workspace-folder.ts";
import { fail, ok, type Verdict, warn } from "./finding.ts";
import type { Harness } from "./harness-check.ts";

/** Whether there is a workspace at all; `null` verdict's place is taken by the checks that need one. */
export async function checkWorkspace({ workspace, tht }: Pick<Config, "workspace" | "tht">): Promise<Verdict> {
  if (await isThere(join(workspace, "workspace.yaml"))) return ok(workspace);
  if (await isThere(workspace))
    return fail(
      `${workspace} has no workspace.yaml, so it is no workspace`,
      `Make it one with \`${initCommand({ workspace, tht })}\`, or name another with --workspace.`,
    );
  return warn(
    `there is none at ${workspace} yet`,
    "Nothing, if a demo is what you want: `thoth serve` makes one there. Else name yours with --workspace.",
  );
}

/** Whether the folder of the sessions can be read and written. */
export async function checkSessionsRoot({ config }: Harness): Promise<Verdict> {
  const root = config.sessions_root;
  if (root === null)
    return warn(
      "the harness does not say where the sessions are",
      "Nothing: changes from outside show within seconds.",
    );
  try {
    if (!(await stat(root)).isDirectory()) return fail(`${root} is no folder`, "Mend sessions_root in workspace.yaml.");
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(root);
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case "ENOENT":
        return warn(`${root} is not there yet`, "Nothing, if there is no session yet: the first one makes it.");
      case "EACCES":
      case "EPERM":
      case "EROFS":
        return fail(
          `${root} may not be written by you`,
          "Sessions can be read only. Change the folder's owner or mode, or sessions_root in workspace.yaml.",
        );
      default:
        throw error;
    }
  }
}

const TIMEOUT_MS = 15_000;

/** Whether the data warehouse opens, by asking the harness for its tables. */
export async function checkWarehouse(
  { tht, workspace }: Pick<Config, "tht" | "workspace">,
  env: Record<string, string>,
): Promise<Verdict> {
  const [program = "", ...first] = tht;
  const result = await execa(program, [...first, "dwh", "schema", "--json"], {
    cwd: workspace,
    env: { ...env, THT_WORKSPACE: workspace },
    extendEnv: false,
    reject: false,
    stdin: "ignore",
    timeout: TIMEOUT_MS,
  });
  const todo = "Agents can't query it. Mend `dwh` in workspace.yaml; to see more: tht dwh schema";
  if (result.failed) return fail(`it does not open: ${reason(result.stderr) || result.shortMessage}`, todo);
  const tables = tablesIn(result.stdout);
  if (tables === null) return fail("the harness answered something that is not its schema", todo);
  return tables === 0 ? warn("it opens, but has no table", todo) : ok(`${tables} ${tables === 1 ? "table" : "tables"}`);
}

function tablesIn(stdout: string): number | null {
  try {
    const { tables } = JSON.parse(stdout) as { tables?: unknown };
    return Array.isArray(tables) ? tables.length : null;
  } catch {
    return null;
  }
}

/** The message in the harness's line of JSON, or that line. */
function reason(stderr: string): string {
  const last = stderr.trim().split("\n").at(-1) ?? "";
  try {
    const { error } = JSON.parse(last) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? error.message : last;
  } catch {
    return last;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
