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
});

export function isWorkspaceConfig(value: unknown): value is WorkspaceConfig {
  return Value.Check(Spoken, value);
}
