import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentName, RunAnswer } from "../../api/agents.ts";
import type { Terminal, TerminalTranscript } from "../../api/terminals.ts";
import { readers } from "../../src/transcripts/all-readers.ts";
import { makeWorkspace, type TestWorkspace } from "../chat-server.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { prepareHome } from "./agent-homes.ts";
import { ASK, knows, startScriptedModel, tell } from "./scripted-model.ts";

// The agents themselves, as npm carries them; scripts/install-agents.mjs puts them there. Only on demand: minutes of work.
const installed = fileURLToPath(new URL("../../../node_modules/.cache/agents-real", import.meta.url));
const names = ["claude", "codex", "opencode", "pi", "qwen"] as const satisfies readonly AgentName[];
/** They can't fork. */
const forkless = ["gemini", "copilot"] as const satisfies readonly AgentName[];
const wanted = process.env.THOTH_AGENTS?.split(",") ?? [];
const binOf = (name: string) => join(installed, name, "node_modules/.bin");

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
  const links = await linked();
  const PATH = [links, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  server = await startServerProcess(workspace, { ...env, PATH, XDG_RUNTIME_DIR: join(base, "run") });
}, TURN_MS);

afterAll(async () => {
  if (wanted.length === 0) return;
  // With the server's end by Ctrl-C its terminals end.
  await server.kill("SIGINT");
  await model.close();
  await workspace.remove();
  await rm(base, { recursive: true, force: true, maxRetries: 5 });
});

/** npm's own folders are taken off the PATH of terminals: a person has the agents in a folder of theirs. */
async function linked(): Promise<string> {
  const { symlink } = await import("node:fs/promises");
  const folder = join(base, "bin");
  await mkdir(folder);
  for (const name of [...names, ...forkless])
    if (existsSync(join(binOf(name), name))) await symlink(join(binOf(name), name), join(folder, name));
  return folder;
}

async function run(body: object): Promise<RunAnswer> {
  const answer = await server.post("/agents/run", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as RunAnswer;
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

/** Every turn the store has of a session, as one number. */
function fingerprint(agent: AgentName, sessionId: string): string {
  const reader = readers.find((candidate) => candidate.agent === agent) ?? expect.fail(agent);
  const context = { env: { HOME: home }, projects: [workspace.dir] };
  const unit =
    reader.list(context).units.find((candidate) => candidate.sessionId === sessionId) ?? expect.fail(sessionId);
  const file = existsSync(unit.path) ? [unit.size] : [];
  const turns = reader.read(unit, context)?.turns ?? [];
  expect(turns.length).toBeGreaterThan(1);
  return createHash("sha256")
    .update(JSON.stringify([file, turns]))
    .digest("hex");
}

describe.each(names.map((name, i) => [name, names[(i + 1) % names.length] ?? "claude", i] as const))(
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
        if (name === "opencode")
          expect((await server.post("/agents/run", { ...resume, prompt: ASK })).status).toBe(409);
        const resumed = await run(name === "opencode" ? resume : { ...resume, prompt: ASK });
        const shown = name === "opencode" ? `I keep ${codeword} in mind.` : knows(codeword);
        expect(await hears(resumed.terminal, shown)).toBe(source);
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
      const resumed = await run({ agent: name, resumeSessionId: `${name}:${source}`, prompt: ASK });
      expect(await hears(resumed.terminal, ASK)).toBe(source);
      await end(resumed.terminal);
    },
    TURN_MS * 3,
  );
});
