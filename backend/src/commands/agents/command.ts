import { CONTEXT_CHARS } from "../../../api/agent-limits.ts";
import type { Command } from "../command.ts";
import { json, workspace } from "../flags.ts";

export const agents: Command = {
  name: "agents",
  summary: "List the coding agents, and start one in a terminal",
  flags: [workspace],
  commands: [
    {
      name: "list",
      summary: "List the configured agents, and how to install what is missing",
      flags: [json, workspace],
      load: async () => (await import("./list.ts")).list,
    },
    {
      name: "create",
      summary: "Start an agent in a terminal of the running server",
      flags: [
        { name: "agent", value: "AGENT", help: "which one: `thoth agents list` names them" },
        { name: "prompt", value: "TEXT", help: "its first prompt; without any it opens and waits" },
        { name: "from-terminal", value: "T", help: "continue what was said and shown in that terminal" },
        {
          name: "from-session",
          value: "S",
          help: "continue a session: a workspace id, AGENT:ID, or a beginning of one",
        },
        { name: "fork-session", value: "S", help: "a copy of the agent's own session; the original goes on as it was" },
        { name: "resume-session", value: "S", help: "the agent's own session itself" },
        { name: "note", value: "TEXT", help: "what you add to work that is continued" },
        {
          name: "context-chars",
          value: "N",
          help: `hand over at most so many characters: 1 to ${CONTEXT_CHARS.max} (${CONTEXT_CHARS.default})`,
        },
        { name: "cwd", value: "DIR", help: "the folder it starts in: the workspace, one of its projects, or below" },
        json,
        workspace,
      ],
      notes:
        "The four --from-… , --fork-session and --resume-session exclude each other; --from-… excludes --prompt (use --note).\n" +
        "Exit code 0 started · 2 misuse, a conflict, an id that fits several · 3 nothing to go on from · 4 the agent can't\n" +
        "(not configured, not installed, no fork) · 5 no server runs · 1 the rest.",
      load: async () => (await import("./create.ts")).create,
    },
  ],
};
