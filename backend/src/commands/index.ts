import type { Command } from "./command.ts";

export const commands: readonly Command[] = [
  {
    name: "serve",
    summary: "Run the server on a workspace and print the link to open",
    flags: [
      { name: "host", value: "HOST", help: "address to bind (THOTH_HOST, 127.0.0.1); another needs THOTH_TOKEN" },
      { name: "port", value: "PORT", help: "port to bind (THOTH_PORT, 4317); 0 takes any free one" },
      {
        name: "workspace",
        value: "DIR",
        help: "folder with workspace.yaml (THT_WORKSPACE); made with a demo if missing",
      },
      { name: "model", value: "MODEL", help: "offline, or provider/model with that provider's key set (THOTH_MODEL)" },
    ],
    notes:
      "Also read: THT_BIN, THOTH_PI, THOTH_TOKEN, THOTH_ALLOWED_HOSTS, THOTH_MAX_AGENTS, THOTH_IDLE_MINUTES, THOTH_HOME.\n" +
      "A flag counts before a variable. The log goes to stderr. Ctrl-C stops the server and its agents.",
    load: async () => (await import("./serve.ts")).serve,
  },
];
