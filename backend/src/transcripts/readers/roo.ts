import { extensionFolders } from "../editor-hosts.ts";
import type { Reader, StoreFailure } from "../types.ts";
import { listTasks, readTask } from "./extension-tasks.ts";

const folders = (env: Parameters<typeof extensionFolders>[0]) => extensionFolders(env, "rooveterinaryinc.roo-cline");

/** Roo Code, an extension of VS Code and its relatives. Its tasks are opened again in the editor alone. */
export const roo: Reader = {
  agent: "roo",
  version: 1,
  appendOnly: false,
  roots: ({ env }) => folders(env),
  list({ env }) {
    const failures: StoreFailure[] = [];
    return { units: folders(env).flatMap((folder) => listTasks(folder, failures)), failures };
  },
  head: (unit) => readTask(unit)?.head ?? null,
  read: (unit, _context, { touchedFiles } = {}) => readTask(unit, touchedFiles),
  presence: () => "unknown",
  resumeCommand: () => null,
};
