import type { Flag } from "./command.ts";

// Options that mean the same for every command.

export const workspace: Flag = {
  name: "workspace",
  value: "DIR",
  help: "folder with workspace.yaml (THT_WORKSPACE)",
};

export const json: Flag = { name: "json", help: "print one JSON value; a failure is one JSON line on stderr" };
