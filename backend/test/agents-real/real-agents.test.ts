import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentName, RunAnswer } from "../../api/agents.ts";
import type { Terminal, TerminalTranscript } from "../../api/terminals.ts";
import { presets } from "../../src/agents/presets.ts";
import { makeWorkspace, type TestWorkspace } from "../chat-server.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { endDaemons, prepareHome } from "./agent-homes.ts";
import { forking, forkless, pathWithAgents } from "./installed-agents.ts";
import { ASK, knows, startScriptedModel, tell } from "./scripted-model.ts";
import { sessionFingerprint } from "./session-fingerprint.ts";

// Only on demand: minutes of work.
const wanted = process.env.THOTH_AGENTS?.split(",") ?? [];

/** On a slow machine; and Gemini CLI waits a minute and a half for addresses that answer nothing. */
const TURN_MS = 240_000;

let base: string;
let home: string;
let workspace: TestWorkspace;
let model: Awaited<ReturnType<typeof startScriptedModel>>;
let server: ServerProcess;

beforeAll(async () => {
  if (wanted.length === 0) return;
  base = await realpath(await mkdtemp(join(tmpdir(), "thoth-agents-")));
  home = join(base, "home");
  workspace = await makeWorkspace();
  model = await startScriptedModel();
  const env = await prepareHome(home, workspace.dir, model.url);
  await mkdir(join(base, "run"), { mode: 0o700 });
  const PATH = await pathWithAgents(join(base, "bin"));
  server = await startServerProcess(workspace, { ...env, PATH, XDG_RUNTIME_DIR: join(base, "run") });
}, TURN_MS);

afterAll(async () => {
  if (wanted.length === 0) return;
  // With the server's end by Ctrl-C its terminals end.
  await server.kill("SIGINT");
  await endDaemons(home);
  await model.close();
  await workspace.remove();
  await rm(base, { recursive: true, force: true, maxRetries: 5 });
});

async function run(body: object): Promise<RunAnswer> {
  const answer = await server.post("/agents/run", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as RunAnswer;
}

/** It would lose a prompt, so that is refused. */
async function resumesWithoutPrompt(resume: object): Promise<RunAnswer> {
  expect((await server.post("/agents/run", { ...resume, prompt: ASK })).status).toBe(409);
  return run(resume);
}

const get = async <T>(path: string) => (await server.get(path)).body as T;

/** Waits until the agent's own store, surely this terminal's, has the text; the id of the conversation. */
async function hears(terminal: Terminal, text: string): Promise<string> {
  let last: unknown;
  try {
    await server.until(async () => {
      const transcript = await get<TerminalTranscript>(`/terminals/${terminal.id}/transcript?chars=20000`);
      last = transcript;
      expect([transcript.source, transcript.text.includes(text)]).toEqual(["store", true]);
    }, TURN_MS);
  } catch (error) {
    const screen = await get<{ text: string }>(`/terminals/${terminal.id}/snapshot`);
    throw new Error(
      `${terminal.argv.join(" ").slice(0, 300)}\n${screen.text}\n${JSON.stringify(last)}\n${JSON.stringify(await get("/terminals"))}\n${server.said()}`,
      {
        cause: error,
      },
    );
  }
  const { agentSessionId } = (await get<Terminal[]>("/terminals")).find(({ id }) => id === terminal.id) ?? terminal;
  return agentSessionId ?? expect.fail("no id was learned");
}

async function end({ id }: Terminal): Promise<void> {
  const { method, url } = { method: "DELETE", url: new URL(`/terminals/${id}`, server.origin) };
  await fetch(url, { method, headers: { authorization: server.authorization } });
}

const fingerprint = (agent: AgentName, sessionId: string) =>
  sessionFingerprint(agent, sessionId, { home, project: workspace.dir });

describe.each(forking.map((name, i) => [name, forking[(i + 1) % forking.length] ?? "claude", i] as const))(
  "%s, handed over to %s",
  (name, next, i) => {
    const run_ = test.runIf(wanted.includes("all") || wanted.includes(name));
    const codeword = `KESTREL-${8800 + i}`;

    run_(
      "a fork knows what was said before it, the next agent what was handed over, and the source is as it was",
      async () => {
        const first = await run({ agent: name, prompt: tell(codeword) });
        const source = await hears(first.terminal, `I keep ${codeword} in mind.`);
        const handed = await run({ agent: next, fromTerminal: first.terminal.id });
        await end(first.terminal);
        const before = fingerprint(name, source);

        const fork = await run({ agent: name, forkSessionId: `${name}:${source}`, prompt: ASK });
        const forked = await hears(fork.terminal, knows(codeword));
        expect(forked).not.toBe(source);
        await end(fork.terminal);

        await hears(handed.terminal, knows(codeword));
        await end(handed.terminal);

        const bySession = await run({ agent: next, fromSession: `${name}:${source}`, note: "Only say the codeword." });
        await hears(bySession.terminal, knows(codeword));
        await end(bySession.terminal);

        expect(fingerprint(name, source)).toBe(before);
      },
      TURN_MS * 4,
    );

    run_(
      "a resume goes on in the session itself",
      async () => {
        const first = await run({ agent: name, prompt: tell(codeword) });
        const source = await hears(first.terminal, `I keep ${codeword} in mind.`);
        await end(first.terminal);
        const resume = { agent: name, resumeSessionId: `${name}:${source}` };
        if (presets[name]?.losesPromptOnResume) {
          const resumed = await resumesWithoutPrompt(resume);
          expect(await hears(resumed.terminal, `I keep ${codeword} in mind.`)).toBe(source);
          return end(resumed.terminal);
        }
        const resumed = await run({ ...resume, prompt: ASK });
        expect(await hears(resumed.terminal, knows(codeword))).toBe(source);
        await end(resumed.terminal);
      },
      TURN_MS * 3,
    );
  },
);

describe.each(forkless.map((name, i) => [name, i] as const))("%s, which can't fork", (name, i) => {
  const run_ = test.runIf(wanted.includes("all") || wanted.includes(name));
  const codeword = `HALYARD-${2290 + i}`;

  run_(
    "knows what was handed over to it, and goes on with its own session",
    async () => {
      const first = await run({ agent: "claude", prompt: tell(codeword) });
      await hears(first.terminal, `I keep ${codeword} in mind.`);
      const handed = await run({ agent: name, fromTerminal: first.terminal.id });
      await end(first.terminal);
      const source = await hears(handed.terminal, knows(codeword));
      await end(handed.terminal);
      expect((await server.post("/agents/run", { agent: name, forkSessionId: `${name}:${source}` })).status).toBe(409);
      const resume = { agent: name, resumeSessionId: `${name}:${source}` };
      const isMute = presets[name]?.losesPromptOnResume;
      const resumed = isMute ? await resumesWithoutPrompt(resume) : await run({ ...resume, prompt: ASK });
      expect(await hears(resumed.terminal, isMute ? knows(codeword) : ASK)).toBe(source);
      await end(resumed.terminal);
    },
    TURN_MS * 3,
  );
});
