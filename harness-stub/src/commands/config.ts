import { fileURLToPath } from "node:url";
import { defineCommand } from "../command.ts";
import { table } from "../output.ts";
import { VERSION } from "../version.ts";
import type { Workspace } from "../workspace.ts";

const packaged = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const command = defineCommand({
  run(context) {
    const value = configOf(context.workspace());
    const text = (item: unknown) => (typeof item === "string" ? item : JSON.stringify(item));
    const rows = Object.entries({ ...value, phases: value.phases.map(({ code }) => code).join(" ") });
    return { value, text: () => table(rows.map(([key, item]) => [key, text(item)])) };
  },
});

function configOf(workspace: Workspace) {
  return {
    workspace: workspace.path,
    name: workspace.name,
    sessions_root: workspace.sessionsRoot,
    author: workspace.author,
    dwh: workspace.dwh,
    projects: workspace.projects,
    sessions_search: workspace.sessionsSearch,
    keep_gone: workspace.keepGone,
    phases: workspace.workflow.map(({ code, name, title, documents, gate }) => ({
      code,
      name,
      title,
      documents,
      gate,
    })),
    skill: packaged("skill"),
    prompts: packaged("prompts"),
    extension: packaged("extensions/gate.ts"),
    version: VERSION,
  };
}
