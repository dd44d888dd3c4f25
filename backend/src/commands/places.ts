import { type Places, readPlaces } from "../config.ts";
import { chooseWorkspace } from "../workspace-choice.ts";

type WorkspaceFlag = { workspace?: string | undefined };

/** Of the workspace that a command is about; null where there is none. Throws as {@link chooseWorkspace} does. */
export function choosePlaces(flags: WorkspaceFlag): Places | null {
  const { env } = process;
  const cwd = process.cwd();
  const workspace = chooseWorkspace(flags.workspace, env, cwd);
  return workspace === null ? null : readPlaces({ flags: { workspace }, env, cwd });
}

/** The same; where there is none, of the workspace that a server starts on when none is named. */
export function serverPlaces(flags: WorkspaceFlag): Places {
  return choosePlaces(flags) ?? readPlaces({ flags: {}, env: process.env, cwd: process.cwd() });
}
