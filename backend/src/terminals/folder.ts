import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { problem } from "../http/problem.ts";

/**
 * The folder a terminal opens in, with every link resolved: in the workspace or one of its projects. Relative paths count
 * from the workspace, which is also the default.
 */
export async function terminalFolder(
  wanted: string | undefined,
  workspace: string,
  projects: readonly string[],
): Promise<string> {
  const path = resolve(workspace, wanted ?? ".");
  const folder = await real(path);
  if (folder === null)
    throw problem(
      "invalid-request",
      `The folder ${path} is not there, so no terminal can open in it.`,
      "Choose another.",
    );
  const roots = await Promise.all([workspace, ...projects].map(real));
  if (!roots.some((root) => root !== null && isIn(folder, root)))
    throw problem(
      "invalid-request",
      `The folder ${folder} is neither in the workspace nor in one of its projects.`,
      "Terminals open only there; `projects` in workspace.yaml names more folders.",
    );
  return folder;
}

async function real(path: string): Promise<string | null> {
  try {
    const found = await realpath(path);
    return (await stat(found)).isDirectory() ? found : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"].includes(code ?? ""))
      return null;
    throw error;
  }
}

function isIn(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === "" || !(way === ".." || way.startsWith("../") || isAbsolute(way));
}
