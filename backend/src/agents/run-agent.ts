import type { AgentConfig, RunAnswer, RunRequest } from "../../api/agents.ts";
import type { Terminal } from "../../api/terminals.ts";
import { type HttpProblem, isProblem, problem } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import { type TerminalService, terminalFolder } from "../terminals/index.ts";
import type { Environment } from "../transcripts/index.ts";
import type { ConfiguredAgents, Launchable } from "./configured-agents.ts";
import type { ConversationSource } from "./conversation-source.ts";
import { handoffPrompt } from "./handoff-prompt.ts";
import type { Handover, Material } from "./handover.ts";
import { planLaunch, type Start } from "./launch-plan.ts";
import { type OwnSession, resolveOwnSession } from "./own-session.ts";
import { preflight } from "./preflight.ts";
import { programOf } from "./presets.ts";
import { bytesOf, cleanPrompt } from "./prompt-delivery.ts";
import type { PromptFiles } from "./prompt-files.ts";
import { checkRun } from "./run-conflicts.ts";
import { startTerminal } from "./start-terminal.ts";
import type { Stores } from "./stores.ts";
import type { WorkspaceBinding } from "./workspace-binding.ts";

interface Options {
  configured: ConfiguredAgents;
  handover: Handover;
  stores: Stores;
  source: ConversationSource;
  terminals: TerminalService;
  binding: WorkspaceBinding;
  files: PromptFiles;
  workspace: string;
  projects(): readonly string[];
  /** Of the terminals, less an agent's own variables. */
  env: Environment;
  clock: Clock;
  newId(): string;
}

/** What is to be started, once all that was asked for is found and checked. */
interface Launch {
  agent: Launchable;
  start: Start;
  prompt: string;
  cwd: string;
  /** The workspace session the terminal is bound to. */
  session: string | null;
}

const SIZE = { cols: 100, rows: 30 };

export interface RunAgent {
  run(request: RunRequest, by?: string): Promise<RunAnswer>;
}

/** Starts an agent in a terminal: bare, with a prompt, on a session of its own, or to continue another one's work. */
export function createRunAgent(options: Options): RunAgent {
  const { configured, handover, stores, source, terminals, binding, files, workspace, projects, env, clock, newId } =
    options;

  /** The folder asked for; else the one the earlier work was in, where an agent may be started there. */
  async function folderFor({ cwd }: RunRequest, ofWork: string | null): Promise<string> {
    if (cwd !== undefined || ofWork === null) return terminalFolder(cwd, workspace, projects());
    return terminalFolder(ofWork, workspace, projects()).catch((error) => {
      if (isProblem(error, "invalid-request")) return terminalFolder(undefined, workspace, projects());
      throw error;
    });
  }

  /** From what another agent, a terminal or a session of the workspace holds. */
  async function continuing(agent: Launchable, request: RunRequest): Promise<Launch> {
    const material = await handover.gather(request);
    return {
      agent,
      start: { kind: "fresh" },
      prompt: cleanPrompt(promptFor(material, request)),
      cwd: await folderFor(request, material.cwd),
      session: request.session ?? boundSession(material),
    };
  }

  function promptFor(material: Material, { context, note }: RunRequest): string {
    if (context === undefined) return handoffPrompt({ ...material, note });
    const { context: text, redactions } = handover.edited(context, material.drawnCols);
    return handoffPrompt({ ...material, context: text, redactions, droppedRows: 0, note });
  }

  /** On a session that the agent keeps itself. */
  async function onOwnSession(
    verb: "fork" | "resume",
    text: string,
    request: RunRequest,
    by: string | undefined,
  ): Promise<Launch> {
    const id = request.agent;
    const config = await configured.get(id);
    const store = stores.of(id, config);
    const prompt = cleanPrompt(request.prompt ?? "");
    const incapable = whyNot(id, config, verb, prompt);
    const own = await resolveOwnSession({ text, id, config, store, source, verb }).catch((error) => {
      throw incapable ?? error;
    });
    // To install it would not help.
    if (incapable && own.kind === "agent") throw incapable;
    const agent = await configured.launchable(id);
    if (own.kind === "workspace") return onWorkspaceSession(agent, verb, own, request, by);
    const { sessionId } = own;
    const cwd = await folderFor(request, store?.find(sessionId)?.head.cwd ?? null);
    preflight({ verb, sessionId, cwd, config, program: programOf(id, config), store });
    return {
      agent,
      start: { kind: verb, sessionId },
      prompt,
      cwd,
      session: request.session ?? null,
    };
  }

  /** No agent has it in its store: a fork is the harness's, and the agent continues from the fork's documents. */
  async function onWorkspaceSession(
    agent: Launchable,
    verb: "fork" | "resume",
    { sessionId }: OwnSession,
    request: RunRequest,
    by: string | undefined,
  ): Promise<Launch> {
    if (verb === "resume")
      throw problem(
        "resume-unsupported",
        `${sessionId} is a session of the workspace: its state is in its documents, and no agent has it to resume.`,
        `Continue it from there: --from-session ${sessionId}`,
      );
    const { forkSessionId: _forked, prompt: note, ...rest } = request;
    const fork = await binding.fork(sessionId, by);
    return continuing(agent, { ...rest, fromSession: fork, ...(note === undefined ? {} : { note }) });
  }

  async function plan(request: RunRequest, by: string | undefined): Promise<Launch> {
    const { forkSessionId, resumeSessionId, fromSession, fromTerminal } = request;
    if (forkSessionId !== undefined) return onOwnSession("fork", forkSessionId, request, by);
    if (resumeSessionId !== undefined) return onOwnSession("resume", resumeSessionId, request, by);
    const agent = await configured.launchable(request.agent);
    if (fromSession !== undefined || fromTerminal !== undefined) return continuing(agent, request);
    return {
      agent,
      start: { kind: "fresh" },
      prompt: cleanPrompt(request.prompt ?? ""),
      cwd: await folderFor(request, null),
      session: request.session ?? null,
    };
  }

  async function start({ agent, start, prompt, cwd, session }: Launch, size: typeof SIZE): Promise<Terminal> {
    const { id, config, program } = agent;
    const { argv, agentSessionId, stdin, file } = planLaunch({
      config,
      program,
      start,
      prompt,
      promptFile: files.next(),
      newId: newId(),
      environmentBytes: bytesOf(Object.entries({ ...env, ...config.env }).map(([name, value]) => `${name}=${value}`)),
    });
    if (file) await files.write(file);
    try {
      const spec = { argv, cwd, ...size, title: config.label, env: config.env, agent: id, agentSessionId, session };
      const input = stdin === null ? {} : { firstInput: { text: stdin, as: "stdin" as const } };
      return await startTerminal(terminals, { ...spec, ...input }, clock);
    } catch (error) {
      if (file) await files.remove(file.path);
      throw error;
    }
  }

  return {
    async run(request, by) {
      checkRun(request);
      const launch = await plan(request, by);
      const { cols = SIZE.cols, rows = SIZE.rows } = request;
      if (launch.session !== null) await binding.makeRoom(launch.session);
      const terminal = await start(launch, { cols, rows });
      return { terminal, agentSessionId: terminal.agentSessionId, argv: terminal.argv };
    },
  };
}

/** What of it the agent can't do; null where it can. */
function whyNot(id: string, config: AgentConfig, verb: "fork" | "resume", prompt: string): HttpProblem | null {
  const args = verb === "fork" ? config.forkArgs : config.resumeArgs;
  if (verb === "resume" && prompt !== "" && programOf(id, config)?.losesPromptOnResume)
    return problem(
      "resume-unsupported",
      `${config.label} ignores a prompt when it resumes a session, so it would wait and say nothing.`,
      "Resume it without a prompt and type it there; or fork it, or continue its work, with the prompt.",
    );
  if (args.length > 0) return null;
  return problem(
    verb === "fork" ? "fork-unsupported" : "resume-unsupported",
    `${config.label} can't ${verb} a session: its settings have no arguments for that.`,
    "Continue the session's work with --from-session, or choose another agent.",
  );
}

function boundSession({ session }: Material): string | null {
  return session && !session.readOnly ? session.id : null;
}
