import { fileURLToPath } from "node:url";

export type PiCommand = {
  /** How a Pi other than the bundled one is started in RPC mode. */
  pi: readonly string[] | null;
  session: string;
  sessionDir: string;
  model: string;
  extension: string;
  prompts: string;
  skill: string;
};

/** The bundled Pi, on the Node that runs this server: its own start script would take whatever `node` is on the PATH. */
function bundledPi(): string[] {
  const entry = import.meta.resolve("@earendil-works/pi-coding-agent/rpc-entry");
  // Beside the one entry that the package names: unlike that it keeps its compiled code, and starts faster by a fifth.
  return [process.execPath, fileURLToPath(new URL("cli.js", entry))];
}

/**
 * Everything Pi may load is named; nothing is discovered. No shell and no writing tools: a list of forbidden commands
 * for a shell can be got around, a list of allowed arguments can't.
 */
export function piArguments(command: PiCommand): string[] {
  return [
    ...(command.pi ?? bundledPi()),
    "--mode",
    "rpc",
    "-ne",
    "-np",
    "-ns",
    "-nc",
    "--no-mcp",
    "-e",
    command.extension,
    "--prompt-template",
    command.prompts,
    "--skill",
    command.skill,
    "--tools",
    "read,tht,gate",
    "--session-dir",
    command.sessionDir,
    "--model",
    command.model,
    "--no-approve",
    "--offline",
    "--system-prompt",
    SYSTEM_PROMPT,
    "--append-system-prompt",
    sessionPrompt(command.session),
  ];
}

const SYSTEM_PROMPT = [
  "You are the analyst of ThothII. You answer one question about a data warehouse in eight phases, each of which leaves",
  "its documents, and a reviewer decides on each phase at its gate. Follow the skill thothii.",
].join(" ");

/** Stands in the system prompt because a compaction drops the skill's text, and this must outlive it. */
function sessionPrompt(session: string): string {
  return [
    `This process works on ThothII session \`${session}\` only.`,
    "The documents and the ledger are the state; the conversation is disposable. What is not recorded did not happen.",
    "If the text of the skill thothii is not in your context, read it again; if you are unsure where you are,",
    `run tht session show ${session}.`,
    "Only reviewers decide, at the gate: you never record a decision yourself, and never work around a refusal.",
    "Answer in the language of the question.",
  ].join(" ");
}
