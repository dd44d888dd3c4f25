import { CONTEXT_CHARS, type RunRequest } from "../../api/agents.ts";
import { problem } from "../http/problem.ts";

/** As the command line and the routes name them. */
const sources = {
  fromTerminal: "--from-terminal",
  fromSession: "--from-session",
  forkSessionId: "--fork-session",
  resumeSessionId: "--resume-session",
} as const;

/** What excludes each other, before anything is looked up: `conflict`. */
export function checkRun(request: RunRequest): void {
  onlyOneSource(request);
  const continues = request.fromTerminal !== undefined || request.fromSession !== undefined;
  if (continues && request.prompt !== undefined)
    throw problem(
      "conflict",
      "An agent that continues other work gets a prompt made for that; --prompt would be a second one.",
      "Say what you have to add with --note.",
    );
  if (continues) checkEdited(request);
  else checkUnneeded(request);
}

function checkUnneeded(request: RunRequest): void {
  for (const [name, flag] of [
    ["note", "--note"],
    ["context", "An edited context"],
    ["contextChars", "--context-chars"],
  ] as const)
    if (request[name] !== undefined)
      throw problem(
        "conflict",
        `${flag} belongs to work that is continued, and nothing was named to continue from.`,
        "Give --from-terminal or --from-session with it.",
      );
}

/** Sources that exclude each other: `conflict`. */
export function onlyOneSource(request: Partial<Record<keyof typeof sources, string>>): void {
  const given = Object.entries(sources).filter(([name]) => request[name as keyof typeof sources] !== undefined);
  if (given.length > 1)
    throw problem(
      "conflict",
      `${given.map(([, flag]) => flag).join(" and ")} exclude each other: an agent starts from one thing.`,
      "Choose one.",
    );
}

function checkEdited({ context = "" }: RunRequest): void {
  if (context.length > CONTEXT_CHARS.max)
    throw problem(
      "invalid-request",
      `The edited context has ${context.length} characters, and ${CONTEXT_CHARS.max} is the most that is handed over.`,
      "Shorten it.",
    );
}
