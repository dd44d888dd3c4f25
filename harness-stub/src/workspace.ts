import { basename, dirname, join, resolve } from "node:path";
import { existsSync, readFileSync } from "./fs.ts";
import { Problem, systemCode } from "./problem.ts";
import { DEFAULT_WORKFLOW, readWorkflow, type Workflow } from "./workflow.ts";
import { readYaml } from "./yaml-cache.ts";

export const WORKSPACE_FILE = "workspace.yaml";

/** A workspace's settings, defaults filled in, every path absolute. */
export interface Workspace {
  path: string;
  name: string;
  sessionsRoot: string;
  author: string;
  dwh: { engine: "sqlite"; path: string } | null;
  projects: string[];
  sessionsSearch: boolean;
  keepGone: boolean;
  workflow: Workflow;
}

const INIT_HINT = "Pass --workspace DIR, set THT_WORKSPACE, or make one with `tht workspace init DIR`.";

/** Finds the workspace: `flag`, else THT_WORKSPACE, else the nearest folder at or above `cwd` with a workspace.yaml. */
export function openWorkspace(flag: string | undefined, env: NodeJS.ProcessEnv, cwd: string): Workspace {
  const named = flag || env.THT_WORKSPACE;
  const folder = named ? resolve(cwd, named) : nearestWorkspace(cwd);
  if (!folder || !existsSync(join(folder, WORKSPACE_FILE))) {
    const where = folder
      ? `${folder} has no ${WORKSPACE_FILE}.`
      : `No ${WORKSPACE_FILE} in ${cwd} or any folder above it.`;
    throw new Problem("workspace-not-found", where, INIT_HINT);
  }
  return readWorkspace(folder, env);
}

function nearestWorkspace(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, WORKSPACE_FILE))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function readWorkspace(folder: string, env: NodeJS.ProcessEnv): Workspace {
  const file = join(folder, WORKSPACE_FILE);
  const settings = readSettings(file);
  const fail = (why: string) =>
    new Problem("unreadable", `${file} can't be used: ${why}.`, "Mend the file and try again.");
  const text = (key: string): string | null => {
    const value = settings[key];
    if (value === undefined || value === null) return null;
    if (typeof value !== "string" || value.trim() === "") throw fail(`\`${key}\` is not text (quote it)`);
    return value;
  };
  const flag = (key: string): boolean => {
    const value = settings[key] ?? true;
    if (typeof value !== "boolean") throw fail(`\`${key}\` is neither true nor false`);
    return value;
  };
  const workflow = text("workflow");
  return {
    path: folder,
    name: text("name") ?? basename(folder),
    sessionsRoot: resolve(folder, text("sessions_root") ?? "sessions"),
    author: text("author") ?? loginName(env),
    dwh: readDwh(settings.dwh, folder, fail),
    projects: readProjects(settings.projects, folder, fail),
    sessionsSearch: flag("sessions_search"),
    keepGone: flag("keep_gone"),
    workflow: readWorkflow(workflow ? resolve(folder, workflow) : DEFAULT_WORKFLOW),
  };
}

function readSettings(file: string): Record<string, unknown> {
  try {
    return readYaml("settings", readFileSync(file, "utf8"), checkedSettings);
  } catch (error) {
    const why = systemCode(error) === "EACCES" ? "you may not read it" : (error as Error).message;
    throw new Problem("unreadable", `${file} can't be read: ${why}.`, "Mend the file and try again.", { cause: error });
  }
}

function checkedSettings(value: unknown): Record<string, unknown> {
  const settings = value ?? {};
  if (typeof settings !== "object" || Array.isArray(settings)) throw new Error("it is not a mapping of settings");
  return settings as Record<string, unknown>;
}

function readDwh(value: unknown, folder: string, fail: (why: string) => Problem): Workspace["dwh"] {
  if (value === undefined || value === null) return null;
  const { engine = "sqlite", path } = value as { engine?: unknown; path?: unknown };
  if (engine !== "sqlite") throw fail("`dwh.engine` is not sqlite, the only one there is");
  if (typeof path !== "string" || path === "") throw fail("`dwh.path` is missing");
  return { engine, path: resolve(folder, path) };
}

function readProjects(value: unknown, folder: string, fail: (why: string) => Problem): string[] {
  if (value === undefined || value === null) return [gitRoot(folder) ?? folder];
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string"))
    throw fail("`projects` is not a list of paths");
  return value.map((item: string) => resolve(folder, item));
}

function gitRoot(from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

export function loginName(env: NodeJS.ProcessEnv): string {
  try {
    return process.getBuiltinModule("node:os").userInfo().username;
  } catch {
    // A container's user id may have no entry in the password file.
    return env.USER || env.LOGNAME || "unknown";
  }
}
