import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Agent, Context, RunAnswer } from "../../api/agents.ts";
import type { Problem } from "../../api/problem.ts";
import type { SessionSummary } from "../../api/sessions.ts";
import type { Terminal, TerminalTranscript } from "../../api/terminals.ts";
import { plainAgent } from "../../test/agents-server.ts";
import { makeWorkspace, startChatServer } from "../../test/chat-server.ts";
import { fixture } from "../../test/helper.ts";
import { openTerminalServer, runtimeFolder, until } from "../../test/terminal-server.ts";

/** The whole server with its terminal host, on the real harness. */
async function openServer() {
  const workspace = await makeWorkspace();
  onTestFinished(() => workspace.remove());
  const THT_BIN = JSON.stringify([process.execPath, fixture("../../../../harness-stub/bin/tht.js")]);
  const PATH = [fixture("agents"), process.env.PATH].join(delimiter);
  const server = await openTerminalServer({ workspace: workspace.dir, env: { THT_BIN, PATH } });
  const configure = (id: string, config: object) => server.ask("PUT", `/agents/${id}`, { ...plainAgent, ...config });
  return { ...server, harness: workspace, configure };
}

test("a session of the workspace that an agent continues is bound to its terminal, and to no second one", async () => {
  const { harness, configure, ask, end } = await openServer();
  await configure("mine", { command: "ignores-its-prompt" });
  const id = await harness.newSession("Quanti ordini?");
  const run = async () =>
    (await ask("POST", "/agents/run", { agent: "mine", fromSession: id })).body as RunAnswer & Problem;
  await until(async () => expect((await ask("GET", `/sessions/${id}`)).status).toBe(200));

  const { terminal, argv } = await run();
  expect(terminal.session).toBe(id);
  expect(argv.at(-1)).toContain(`session show ${id} --json`);
  const runtime = async () => {
    const rows = (await ask("GET", `/sessions?ids=${id}`)).body as SessionSummary[];
    return rows[0]?.runtime;
  };
  expect(await runtime()).toMatchObject({ kind: "terminal", terminal: terminal.id });
  expect(await run()).toMatchObject({ status: 409, code: "already_running", terminal: terminal.id });
  await end(terminal.id);
  expect(await runtime()).toBeNull();
});

test("an edited text loses the secrets that a program divided at its edge, as the text that was shown does", async () => {
  const { ask, configure, open } = await openServer();
  await configure("mine", { command: "ignores-its-prompt" });
  const secret = ["sk-", "ant-api03-", "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz".repeat(3)].join("");
  const rows = `the key of the service that is used here is ${secret}, as it was set`.match(/.{1,60}/g) as string[];
  const { id } = await open(["printf", "%s\\n", ...rows, "and that was all of it"], { cols: 60 });
  const context = async (redact: boolean) =>
    (await ask("POST", "/agents/context", { fromTerminal: id, redact })).body as Context;
  await until(async () => expect((await context(false)).context).toContain("all of it"));
  const [raw, clean] = [await context(false), await context(true)];
  expect([raw.context.includes(secret.slice(0, 16)), clean.redactions]).toEqual([true, 1]);

  const run = async (text?: string) =>
    ((await ask("POST", "/agents/run", { agent: "mine", fromTerminal: id, context: text })).body as RunAnswer).argv.at(
      -1,
    );
  expect(await run(raw.context)).toBe(await run());
  expect(await run(`${raw.context}\nMore.`)).toContain(`${clean.context}\nMore.`);
});

test("a terminal opened on an agent has its arguments, its variables and a pinned id", async () => {
  const { ask, configure } = await openServer();
  await configure("mine", { args: ["-x"], env: { MINE: "yes" }, pinSessionArgs: ["--id"] });
  const answer = await ask("POST", "/terminals", { agent: "mine", cols: 80, rows: 24 });
  const terminal = answer.body as Terminal;
  expect(terminal.argv.slice(1)).toEqual(["-x", "--id", terminal.agentSessionId]);
  await until(async () => {
    const { text } = (await ask("GET", `/terminals/${terminal.id}/transcript`)).body as TerminalTranscript;
    expect(text.replaceAll("\n", "")).toContain('"MINE":"yes"');
  });
});

test("a prompt on standard input reaches a program in a real terminal, whole", async () => {
  const { ask, configure } = await openServer();
  await configure("mine", { command: "reads-stdin", promptTransport: "stdin" });
  const prompt = `${"x".repeat(300_000)} the end of it`;
  const { terminal } = (await ask("POST", "/agents/run", { agent: "mine", prompt })).body as RunAnswer;
  await until(async () => {
    const { text } = (await ask("GET", `/terminals/${terminal.id}/transcript`)).body as TerminalTranscript;
    expect(text).toContain(`"chars":${prompt.length}`);
  });
});

test("what is found is what terminals find: npm's folders are not on their PATH", async () => {
  const { ask } = await openServer();
  const agents = (await ask("GET", "/agents")).body as Agent[];
  // The repository has Pi among its own packages, whose folder the tests have on their PATH.
  expect(agents.find(({ id }) => id === "pi")?.installed).toBe(false);
});

test("an agent of the chat that waits at a gate gives way to a terminal", async () => {
  const workspace = await makeWorkspace();
  onTestFinished(() => workspace.remove());
  const runtime = await runtimeFolder();
  const PATH = [fixture("agents"), process.env.PATH].join(delimiter);
  const server = await startChatServer({ workspace, scenario: "gate", env: { PATH, XDG_RUNTIME_DIR: runtime } });
  onTestFinished(async () => {
    await server.services.terminals.endAll();
    await server.close();
  });
  const run = async (fromSession: string) => (await server.post("/agents/run", { agent: "claude", fromSession })).body;
  await writeFile(
    join(workspace.dir, ".thoth/agents.json"),
    JSON.stringify({ agents: { claude: { label: "Mine", command: "ignores-its-prompt" } } }),
  );

  const id = await workspace.newSession();
  await server.post(`/sessions/${id}/resume`);
  await server.reaches(id, "waiting");
  const { terminal } = (await run(id)) as unknown as RunAnswer;
  expect(terminal.session).toBe(id);
  expect(server.services.chat.port.runtime(id)).toMatchObject({ kind: "terminal", terminal: terminal.id });
  expect(await run(id)).toMatchObject({ code: "already_running" });
});
