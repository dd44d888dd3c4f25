import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import Fastify from "fastify";
import { onTestFinished } from "vitest";
import type { Agent, AgentConfig, RunAnswer } from "../api/agents.ts";
import type { TranscriptHead, Turn } from "../api/search.ts";
import { createAgents } from "../src/agents/index.ts";
import { problem, problems } from "../src/http/problem.ts";
import { ajvOptions, validation } from "../src/http/validation.ts";
import { allowedEnvironment } from "../src/lib/environment.ts";
import { createLiveHub } from "../src/live/index.ts";
import { createSeen, createSessions, createThtRunner } from "../src/sessions/index.ts";
import { readers } from "../src/transcripts/all-readers.ts";
import { makeWorkspace } from "./chat-server.ts";
import { createFakeTerminals } from "./fake-terminals.ts";
import { fixture } from "./helper.ts";

/** A conversation that search knows of. */
export interface KnownConversation {
  agent: "claude" | "codex" | "opencode" | "pi";
  sessionId: string;
  title?: string;
  project?: string;
  turns: Pick<Turn, "role" | "text">[];
  touchedFiles?: string[];
}

export const plainAgent: AgentConfig = {
  label: "Mine",
  command: "says-what-it-got",
  args: [],
  promptTransport: "argv",
  promptArgs: [],
  resumeArgs: [],
  forkArgs: [],
  forkHeadlessArgs: [],
  pinSessionArgs: [],
  env: {},
};

/** The routes of agents over the real harness and the real stores, with terminals that only run programs. */
export async function startAgents({ known = [], demo = false }: { known?: KnownConversation[]; demo?: boolean } = {}) {
  const workspace = await makeWorkspace(...(demo ? ["--demo" as const] : []));
  const home = join(workspace.base, "home");
  const thothHome = join(workspace.dir, ".thoth");
  await mkdir(home);
  await mkdir(thothHome, { recursive: true });
  const env = {
    ...allowedEnvironment(process.env),
    HOME: home,
    PATH: [fixture("agents"), process.env.PATH].join(delimiter),
  };
  const terminals = createFakeTerminals(env);
  const tht = createThtRunner({
    argv: [process.execPath, fixture("../../../../harness-stub/bin/tht.js")],
    workspace: workspace.dir,
    env: allowedEnvironment(process.env),
  });
  const now = () => new Date();
  const live = createLiveHub({ epoch: "e" });
  const sessions = createSessions({ tht, live, seen: createSeen({ file: join(thothHome, "seen.json"), now }), now });
  await sessions.start();
  const troubles: string[] = [];
  const agents = createAgents({
    home: thothHome,
    workspace: workspace.dir,
    projects: () => [workspace.dir],
    env,
    terminals,
    sessions,
    source: sourceOf(known, async () => JSON.parse(await sessions.listText()).map(({ id }: { id: string }) => id)),
    readers,
    redact: (text) => ({ text: text.replaceAll("SECRET", "[redacted]"), count: text.split("SECRET").length - 1 }),
    redactDrawn: (text) => ({ text: text.replaceAll("SECRET", "[redacted]"), count: text.split("SECRET").length - 1 }),
    onError: (error) => troubles.push(String(error)),
  });
  const app = Fastify({ ajv: ajvOptions });
  problems(app);
  validation(app);
  await app.register(agents.routes);
  onTestFinished(async () => {
    agents.close();
    await app.close();
    await terminals.close();
    await sessions.close();
    await workspace.remove();
  });

  async function ask<T = Record<string, unknown>>(
    method: "GET" | "PUT" | "DELETE" | "POST",
    url: string,
    body?: unknown,
  ) {
    const answer = await app.inject({ method, url, ...(body === undefined ? {} : { payload: body as object }) });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (answer.body === "" ? null : answer.json()) as T & { code: string; detail: string; hint: string },
    };
  }

  return {
    workspace,
    home,
    thothHome,
    terminals,
    sessions,
    agents,
    troubles,
    ask,
    configure: (id: string, config: Partial<AgentConfig>) =>
      ask<Agent>("PUT", `/agents/${id}`, { ...plainAgent, ...config }),
    context: (body: unknown) => ask("POST", "/agents/context", body),
    run: (body: unknown) => ask<RunAnswer>("POST", "/agents/run", body),
    /** What the program of a launch printed as JSON. */
    async printed(answer: { body: RunAnswer }) {
      return JSON.parse(await terminals.output(answer.body.terminal.id));
    },
    /** A session of Claude Code as it keeps it, in the workspace unless told otherwise. */
    async claudeSession(
      id: string,
      said: string,
      { cwd = workspace.dir, config = join(home, ".claude"), at = now() } = {},
    ) {
      const folder = join(config, "projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
      await mkdir(folder, { recursive: true });
      const entry = (type: string, text: string, n: number) =>
        JSON.stringify({
          type,
          uuid: `${id}-${n}`,
          parentUuid: n === 0 ? null : `${id}-${n - 1}`,
          sessionId: id,
          cwd,
          timestamp: new Date(at.getTime() + n).toISOString(),
          message: { role: type, content: [{ type: "text", text }] },
        });
      await writeFile(
        join(folder, `${id}.jsonl`),
        `${entry("user", said, 0)}\n${entry("assistant", `Heard: ${said}`, 1)}\n`,
      );
    },
  };
}

export type AgentsServer = Awaited<ReturnType<typeof startAgents>>;

/** What search offers, over conversations that are given and the workspace's sessions. */
function sourceOf(known: readonly KnownConversation[], workspaceIds: () => Promise<string[]>) {
  const missing = (text: string) => problem("session-not-found", `Nothing is known of ${text}.`);
  return {
    async resolve(text: string) {
      const all = [
        ...known.map(({ agent, sessionId }) => ({ agent, sessionId })),
        ...(await workspaceIds()).map((sessionId) => ({ agent: "thoth" as const, sessionId })),
      ];
      const found = all.filter(
        ({ agent, sessionId }) => sessionId.startsWith(text) || `${agent}:${sessionId}`.startsWith(text),
      );
      const [first, second] = found;
      if (!first) throw missing(text);
      if (second && first.sessionId !== text)
        throw problem("ambiguous-session", `${text} fits several sessions.`, "Give more of it.", {
          candidates: found.map(({ agent, sessionId }) => `${agent}:${sessionId}`),
        });
      return first;
    },
    async conversation(ref: { agent: string; sessionId: string }) {
      const found = known.find(({ sessionId }) => sessionId === ref.sessionId);
      if (!found) throw missing(ref.sessionId);
      const head = {
        agent: found.agent,
        sessionId: found.sessionId,
        title: found.title ?? null,
        project: found.project ?? null,
        startedAt: null,
        gone: false,
        archived: false,
        resume: null,
      } satisfies TranscriptHead;
      const turns = found.turns.map((turn, seq) => ({ ...turn, seq, ts: null, document: null }));
      return { head, turns, touchedFiles: found.touchedFiles ?? [] };
    },
  };
}
