import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { writeAtomic } from "../atomic-write.ts";
import { defineCommand } from "../command.ts";
import { manifestText } from "../new-session.ts";
import { asWriteProblem, Problem } from "../problem.ts";
import { loginName, openWorkspace, WORKSPACE_FILE } from "../workspace.ts";

const DEMO_SETTINGS = `name: "ThothII demo"
sessions_root: sessions
dwh:
  engine: sqlite
  path: dwh.sqlite
`;

export const command = defineCommand({
  positionals: [{ name: "DIR", help: "The folder to make it in; what is there already is never overwritten" }],
  options: { demo: { type: "flag", help: "Add a sample data warehouse and sessions in every state" } },
  async run(context, { DIR, demo }) {
    const folder = resolve(DIR);
    const file = join(folder, WORKSPACE_FILE);
    const created = !existsSync(file);
    makeFolder(folder);
    if (demo) {
      const { furnishDemo } = await import("../demo/furnish.ts");
      furnishDemo(demoPlaces(folder, created), context.now());
    }
    // Last of all, so that a workspace that was cut short is not taken for a whole one.
    if (created) writeAtomic(file, demo ? DEMO_SETTINGS : plainSettings(folder));
    const workspace = openWorkspace(folder, {}, folder);
    makeFolder(workspace.sessionsRoot);
    const value = { workspace: folder, created, demo };
    return { value, text: () => `${folder} ${created ? "is a workspace now" : "was a workspace already"}.` };
  },
});

const plainSettings = (folder: string) =>
  manifestText({ name: basename(folder) || "ThothII", sessions_root: "sessions", author: loginName(process.env) }) +
  `# The data warehouse, only ever read:
# dwh:
#   engine: sqlite
#   path: dwh.sqlite
`;

function demoPlaces(folder: string, created: boolean) {
  const settings = created ? null : openWorkspace(folder, {}, folder);
  return {
    sessionsRoot: settings?.sessionsRoot ?? join(folder, "sessions"),
    dwh: settings?.dwh?.path ?? join(folder, "dwh.sqlite"),
  };
}

/** Node's own way of making all folders of a path never ends where the system makes none, such as in /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (!existsSync(above)) makeFolders(above);
  mkdirSync(path);
}

function makeFolder(path: string): void {
  try {
    makeFolders(path);
    // Says so where it is something else than a folder.
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const problem = asWriteProblem(error);
    if (problem instanceof Problem) throw problem;
    throw new Problem("write-failed", `${path} can't be made: ${(error as Error).message}.`, "Choose another folder.", {
      cause: error,
    });
  }
}
