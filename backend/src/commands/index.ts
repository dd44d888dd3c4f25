import { agents } from "./agents/command.ts";
import type { Command, Flag } from "./command.ts";
import { json, workspace } from "./flags.ts";
import { mcp } from "./mcp/command.ts";
import { sessions } from "./sessions/command.ts";
import { terminals } from "./terminals/command.ts";

const model: Flag = {
  name: "model",
  value: "MODEL",
  help: "offline, or provider/model with that provider's key set (THOTH_MODEL)",
};

const serve: Command = {
  name: "serve",
  summary: "Run the server on a workspace and print the link to open",
  flags: [
    { name: "host", value: "HOST", help: "address to bind (THOTH_HOST, 127.0.0.1); another needs THOTH_TOKEN" },
    { name: "port", value: "PORT", help: "port to bind (THOTH_PORT, 4317); 0 takes any free one" },
    { ...workspace, help: `${workspace.help}; made with a demo if missing` },
    model,
  ],
  notes:
    "Also read: THT_BIN, THOTH_PI, THOTH_TOKEN, THOTH_ALLOWED_HOSTS, THOTH_MAX_AGENTS, THOTH_IDLE_MINUTES, THOTH_MAX_TERMINALS,\n" +
    "THOTH_HOME.\n" +
    "A flag counts before a variable. The log goes to stderr. Ctrl-C stops the server and its agents.",
  load: async () => (await import("./serve.ts")).serve,
};

const doctor: Command = {
  name: "doctor",
  summary: "Check all that the server needs, and say what to do about what is wrong",
  flags: [
    { name: "host", value: "HOST", help: "as for serve (THOTH_HOST)" },
    { name: "port", value: "PORT", help: "as for serve (THOTH_PORT)" },
    { ...workspace, help: "as for serve (THT_WORKSPACE); nothing is made" },
    { ...model, help: "as for serve (THOTH_MODEL)" },
    json,
  ],
  notes:
    "Reads the same settings as `thoth serve`, changes nothing, and may run beside it.\n" +
    "Exit code 0 when nothing fails (warnings included), 1 when something does.",
  load: async () => (await import("./doctor.ts")).doctor,
};

const resume: Command = {
  name: "resume",
  summary: "Have the running server resume a workspace session, and print where to talk to its agent",
  words: { usage: "ID", least: 1, most: 1 },
  flags: [json, workspace],
  notes: "Exit code 5 where no server runs on the workspace.",
  load: async () => (await import("./resume.ts")).resume,
};

/** The program: every command it has. `--workspace` may stand before or after a command's name. */
export const program: Command = {
  name: "thoth",
  summary: "Search, continue and serve the sessions of a workspace",
  flags: [workspace, { name: "version", help: "print the version" }],
  commands: [serve, sessions, resume, agents, terminals, mcp, doctor],
};
