import type { Command } from "../command.ts";
import { json, workspace } from "../flags.ts";
import { installableAgents } from "./agent-configurations.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "Serve the search to a coding agent, over the Model Context Protocol on stdin and stdout",
  flags: [workspace],
  notes:
    "An agent starts it by itself once it is in its configuration, and it ends with the agent.\n" +
    "Without a workspace it answers for the git root of the folder that it is started in.",
  commands: [
    {
      name: "install",
      summary: "Print what an agent's configuration needs, or write it there",
      flags: [
        { name: "agent", value: "AGENT", help: installableAgents.join(", ") },
        { name: "write", help: "write it into the agent's file, which keeps all else it holds" },
        { name: "project", help: "for this folder alone, in the file that the agent reads there" },
        json,
        { ...workspace, help: `${workspace.help}; else the one the agent works in` },
      ],
      load: async () => (await import("./install.ts")).install,
    },
  ],
  load: async () => (await import("./serve-mcp.ts")).serveMcp,
};
