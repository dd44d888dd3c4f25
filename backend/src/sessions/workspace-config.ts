import { Type } from "typebox";
import { Value } from "typebox/value";
import { WorkflowPhase } from "../../api/workspace.ts";

/** What `tht config` says, absolute paths; null where a foreign harness does not say it. */
export interface WorkspaceConfig {
  workspace: string;
  name: string;
  sessions_root: string | null;
  author: string;
  phases: WorkflowPhase[];
  /** Folders of the skill and the prompts, file of the extension: what the agent is started with. */
  skill: string | null;
  prompts: string | null;
  extension: string | null;
  version: string;
  /** Where the data warehouse is; null without one, absent where the harness does not say. */
  dwh?: unknown;
  /** Folders whose agents' transcripts belong to the workspace, whether sessions are searched, and whether transcripts
   * are kept that their agent dropped. Absent where the harness does not say. */
  projects?: string[];
  sessions_search?: boolean;
  keep_gone?: boolean;
}

const path = Type.Union([Type.String(), Type.Null()]);

/** What the server can't do without; a harness may say more. */
const Spoken = Type.Object({
  workspace: Type.String(),
  name: Type.String(),
  sessions_root: path,
  author: Type.String(),
  phases: Type.Array(WorkflowPhase, { minItems: 1 }),
  skill: path,
  prompts: path,
  extension: path,
  version: Type.String(),
  projects: Type.Optional(Type.Array(Type.String())),
  sessions_search: Type.Optional(Type.Boolean()),
  keep_gone: Type.Optional(Type.Boolean()),
});

export function isWorkspaceConfig(value: unknown): value is WorkspaceConfig {
  return Value.Check(Spoken, value);
}
