import type { WorkflowPhase } from "../../api/workspace.ts";

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
