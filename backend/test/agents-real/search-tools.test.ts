import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeWorkspace } from "../chat-server.ts";
import { prepareHome } from "./agent-homes.ts";
import { DONE, startAskingModel } from "./asking-model.ts";

// The agents themselves, as for the tests of forks and handovers beside this file. Only on demand.
const installed = fileURLToPath(new URL("../../../node_modules/.cache/agents-real", import.meta.url));
const thoth = fileURLToPath(new URL("../../bin/thoth.js", import.meta.url));
const wanted = process.env.THOTH_AGENTS?.split(",") ?? [];
const RUN_MS = 150_000;

const PROMPT = "Why are the hooks like this? Look for it in earlier sessions.";
/** How each runs one prompt without a screen, allowed to use the two tools. */
const commands: Record<string, string[]> = {
  claude: ["-p", PROMPT, "--allowedTools", "mcp__thoth"],
  codex: ["exec", "--skip-git-repo-check", PROMPT],
  opencode: ["run", PROMPT],
  pi: ["-p", PROMPT],
  qwen: [PROMPT, "--approval-mode", "yolo"],
  // A model of its own choice it would ask another one for.
  gemini: ["-p", PROMPT, "--approval-mode", "yolo", "--model", "gemini-2.5-flash"],
  copilot: ["-p", PROMPT, "--allow-all-tools"],
  // A lower level asks for each tool of a server, and nobody is there to answer.
  droid: ["exec", "--auto", "high", PROMPT],
};

const SAID = "We keep the quandaryfinch hooks sorted by name, because the loader ran them twice otherwise.";
const AROUND = "Sorted by name it is, and the loader stays as it was.";
const QUESTION = "Perché il quandaryfinch è ordinato?";

/** Six at once: words, a phrase, a beginning, one of several, every project, the workspace's own. */
const SEARCHES = [
  { query: "quandaryfinch sorting" },
  { query: '"hooks sorted by name"' },
  { query: "quandaryf*", agent: "claude" },
  { query: "quandaryfinch nowherefound", any: true },
  { query: "quandaryfinch", allProjects: true, limit: 5 },
  { query: "quandaryfinch", agent: "thoth" },
];

/** A workspace with a session, and a transcript of Claude Code that belongs to it. */
async function prepare(name: string, model: string) {
  const workspace = await makeWorkspace();
  onTestFinished(() => workspace.remove());
  const home = join(workspace.base, "home");
  const env = await prepareHome(home, workspace.dir, model);
  await workspace.newSession(QUESTION);
  // Kept elsewhere: whoever starts the server has to tell it so.
  const kept = join(home, name === "claude" ? ".claude" : "elsewhere");
  const store = join(kept, "projects", workspace.dir.replaceAll(/[^A-Za-z0-9]/g, "-"));
  const sessionId = "5f0e6f2c-0b5e-4f0a-9d5e-0c1f2a3b4c5d";
  const entry = (type: "user" | "assistant", text: string, n: number) =>
    JSON.stringify({
      type,
      uuid: `${sessionId.slice(0, -1)}${n}`,
      sessionId,
      cwd: workspace.dir,
      timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
      message: { role: type, content: [{ type: "text", text }] },
    });
  await mkdir(store, { recursive: true });
  await writeFile(join(store, `${sessionId}.jsonl`), `${entry("user", SAID, 0)}\n${entry("assistant", AROUND, 1)}\n`);
  return { workspace, env: name === "claude" ? env : { ...env, CLAUDE_CONFIG_DIR: kept } };
}

async function requireServer(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const required = text.replace("[mcp_servers.thoth]", "[mcp_servers.thoth]\nrequired = true");
  expect(required).not.toBe(text);
  await writeFile(file, required);
}

describe.each(Object.keys(commands))("%s", (name) => {
  const bin = join(installed, name, "node_modules/.bin");

  test.runIf(wanted.includes("all") || wanted.includes(name))(
    "searches with six calls in one response, reads around a hit, and hands all seven answers to its model",
    async () => {
      const model = await startAskingModel(SEARCHES, name === "droid" ? "thoth___" : undefined);
      onTestFinished(() => model.close());
      const { workspace, env: given } = await prepare(name, model.url);
      const PATH = [bin, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
      const env = { ...given, PATH };
      const install = ["mcp", "install", "--agent", name, "--write", "--workspace", workspace.dir];
      await promisify(execFile)(process.execPath, [thoth, ...install], { env, cwd: workspace.dir });
      // Else it may ask its model before a server is there, on a busy machine.
      if (name === "codex") await requireServer(join(workspace.base, "home/.codex/config.toml"));

      const agent = spawn(name, commands[name] ?? [], { env, cwd: workspace.dir, stdio: ["ignore", "pipe", "pipe"] });
      onTestFinished(() => void agent.kill("SIGKILL"));
      let said = "";
      for (const stream of [agent.stdout, agent.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
        });
      const [code] = await once(agent, "close");

      const { tools, answers, read } = model.seen;
      expect(tools, said).toEqual([expect.stringMatching(/thoth_sessions$/), expect.stringMatching(/_session_read$/)]);
      const [words, phrase, prefix, any, all, own] = answers;
      for (const answer of [words, prefix, any, all]) expect(answer, said).toContain("the «quandaryfinch");
      expect(phrase).toContain("quandaryfinch «hooks sorted by name»");
      expect(own).toContain("Perché il «quandaryfinch»");
      for (const answer of answers) expect(answer).toContain("show: thoth_session_read");
      expect(read).toContain(SAID);
      expect(read).toContain(AROUND);
      expect(said).toContain(DONE);
      expect(code, said).toBe(0);
    },
    RUN_MS,
  );
});
