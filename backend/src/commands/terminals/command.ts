import { CONTEXT_CHARS } from "../../../api/agent-limits.ts";
import type { Command } from "../command.ts";
import { json, workspace } from "../flags.ts";

const terminal = { usage: "T", least: 1, most: 1 };

export const terminals: Command = {
  name: "terminals",
  summary: "List, read and stop the terminals of the running server",
  flags: [workspace],
  commands: [
    {
      name: "list",
      summary: "List the terminals, also those whose program has ended",
      flags: [json, workspace],
      load: async () => (await import("./list.ts")).list,
    },
    {
      name: "read",
      summary: "Print the screen of a terminal as it is now",
      words: terminal,
      flags: [json, workspace],
      load: async () => (await import("./read.ts")).read,
    },
    {
      name: "transcript",
      summary: "Print what was said and shown in a terminal",
      words: terminal,
      flags: [
        {
          name: "context-chars",
          value: "N",
          help: `at most so many characters, the newest: 1 to ${CONTEXT_CHARS.max} (${CONTEXT_CHARS.default})`,
        },
        json,
        workspace,
      ],
      notes: "Where the text comes from, how exact it is, and what was left out is told on stderr.",
      load: async () => (await import("./transcript.ts")).transcript,
    },
    {
      name: "stop",
      summary: "End a terminal's program and all it started, and close it",
      words: { usage: "T", least: 0, most: 1 },
      flags: [{ name: "all", help: "every terminal" }, json, workspace],
      load: async () => (await import("./stop.ts")).stop,
    },
  ],
  notes:
    "T is a terminal's id, or a beginning that only one has. `stop` works without a server too;\nelse exit code 5 says that none runs on the workspace.",
};
