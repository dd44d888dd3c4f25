import { rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Agent, RunAnswer } from "../../../api/agents.ts";
import type { Terminal } from "../../../api/terminals.ts";
import { plainAgent } from "../../../test/agents-server.ts";
import { fixture, shared, TOKEN, temporaryFolder } from "../../../test/helper.ts";
import { openTerminalServer, until } from "../../../test/terminal-server.ts";
import { startThoth } from "../../../test/thoth-program.ts";
import { writeServerFile } from "../../server-file.ts";

/** A server with terminals, and the command line beside it. */
async function openServer(atEnd?: Parameters<typeof openTerminalServer>[1]) {
  const PATH = [fixture("agents"), process.env.PATH].join(delimiter);
  const server = await openTerminalServer({ env: { PATH } }, atEnd);
  await writeFile(join(server.workspace, "workspace.yaml"), "name: Prova\n");
  await writeServerFile(server.config.home, {
    url: server.url,
    token: TOKEN,
    pid: process.pid,
    started_at: "",
    version: "",
  });
  const env = { PATH, HOME: process.env.HOME, THT_WORKSPACE: server.workspace, XDG_RUNTIME_DIR: server.runtime };
  return { ...server, thoth: (...args: string[]) => startThoth({ env }, args).ended };
}

describe("thoth agents, thoth terminals", () => {
  const open = shared(openServer);

  test("list what there is, for people and for programs", async () => {
    const { thoth, ask } = open();
    await ask("PUT", "/agents/mine", plainAgent);
    const json = await thoth("agents", "list", "--json");
    expect(JSON.parse(json.stdout).map(({ id }: Agent) => id)).toContain("mine");
    const text = await thoth("agents", "list");
    expect(text.stdout).toMatch(/^mine +Mine +.*your own +installed$/m);
    expect(text.stdout).toMatch(/^grok .*curl -fsSL https:\/\/x\.ai/m);
    expect([json.code, text.code]).toEqual([0, 0]);
  });

  test("start an agent, read it, hand it on with the bytes the page would give, stop it", async () => {
    const { thoth, ask } = open();
    await ask("PUT", "/agents/mine", plainAgent);
    const started = await thoth("agents", "create", "--agent", "mine", "--prompt", "do it", "--json");
    expect(started.code, started.stderr).toBe(0);
    const { terminal } = JSON.parse(started.stdout) as RunAnswer;
    await until(async () =>
      expect((await thoth("terminals", "read", terminal.id)).stdout).toContain('"argv":["do it"]'),
    );
    const transcript = await thoth("terminals", "transcript", terminal.id.slice(0, 6));
    expect(transcript.stdout).toContain('"argv":["do it"]');
    expect(transcript.stderr).toMatch(/^From the \w+, \w+: \d+ rows/);

    const byPage = await ask("POST", "/agents/run", { agent: "mine", fromTerminal: terminal.id, note: "Go on." });
    const byCommand = JSON.parse(
      (await thoth("agents", "create", "--agent=mine", "--from-terminal", terminal.id, "--note=Go on.", "--json"))
        .stdout,
    );
    expect(byCommand.argv).toEqual((byPage.body as RunAnswer).argv);

    expect((await thoth("terminals", "list")).stdout).toContain(terminal.id);
    expect((await thoth("terminals", "stop", terminal.id)).stdout).toBe(`Stopped ${terminal.id}.\n`);
    const rest = JSON.parse((await thoth("terminals", "list", "--json")).stdout) as Terminal[];
    expect(rest.map(({ id }) => id)).not.toContain(terminal.id);
    expect((await thoth("terminals", "stop", "--all", "--json")).code).toBe(0);
    expect((await thoth("terminals", "list")).stdout).toBe("No terminal is open.\n");
  });

  test.each([
    [["agents", "create"], 2, "usage"],
    [["agents", "create", "--agent", "mine", "--wrong"], 2, "usage"],
    [["agents", "create", "--agent", "mine", "--context-chars", "10"], 2, "conflict"],
    [["agents", "create", "--agent", "mine", "--from-terminal", "t", "--context-chars", "0"], 2, "usage"],
    [["agents", "create", "--agent", "mine", "--from-terminal", "t", "--context-chars", "120001"], 2, "usage"],
    [["agents", "create", "--agent", "mine", "--from-terminal", "t", "--prompt", "p"], 2, "conflict"],
    [["agents", "create", "--agent", "mine", "--fork-session", "a", "--resume-session", "b"], 2, "conflict"],
    [["agents", "create", "--agent", "mine", "--from-session", "nowhere"], 1, "session-not-found"],
    [["agents", "create", "--agent", "mine", "--from-terminal", "nowhere"], 1, "terminal-not-found"],
    [["agents", "create", "--agent", "mine", "--fork-session", "s-9"], 4, "fork-unsupported"],
    [["agents", "create", "--agent", "mine", "--resume-session", "s-9"], 4, "resume-unsupported"],
    [["agents", "create", "--agent", "grok"], 4, "agent-not-installed"],
    [["agents", "create", "--agent", "nobody"], 4, "agent-not-found"],
    [["agents", "create", "--agent", "crashing"], 1, "agent-failed"],
    [["terminals", "read", "nowhere"], 1, "terminal-not-found"],
    [["terminals", "read"], 2, "usage"],
    [["terminals", "stop"], 2, "usage"],
    [["terminals", "stop", "t", "--all"], 2, "usage"],
  ] as const)("%j ends with %i, %s", async (args, code, problem) => {
    const { thoth, ask } = open();
    await ask("PUT", "/agents/mine", plainAgent);
    await ask("PUT", "/agents/crashing", { ...plainAgent, command: "crashes" });
    const answer = await thoth(...args, "--json");
    expect([answer.code, answer.stdout, answer.stderr.split("\n").length]).toEqual([code, "", 2]);
    expect(JSON.parse(answer.stderr).error).toMatchObject({ code: problem, message: expect.any(String) });
    expect(answer.stderr).not.toContain(TOKEN);
  });

  test("an option that says nothing is named as it was typed", async () => {
    const { thoth } = open();
    const answer = await thoth("agents", "create", "--agent", "mine", "--from-session=", "--json");
    expect(answer.code).toBe(2);
    expect(JSON.parse(answer.stderr).error.message).toBe("--from-session is empty.");
  });

  test("an empty terminal ends with 3", async () => {
    const { thoth, ask } = open();
    await ask("PUT", "/agents/silent", { ...plainAgent, command: "ignores-its-prompt" });
    const { terminal } = (await ask("POST", "/agents/run", { agent: "silent" })).body as RunAnswer;
    const answer = await thoth("agents", "create", "--agent", "silent", "--from-terminal", terminal.id, "--json");
    expect([answer.code, JSON.parse(answer.stderr).error.code]).toEqual([3, "terminal-empty"]);
  });

  test("several that an id may mean end with 2, and are named", async () => {
    const { thoth, ask } = open();
    const silent = { command: ["sleep", "60"], cols: 80, rows: 24 };
    for (const _ of Array(40)) if ((await ask("POST", "/terminals", silent)).status !== 201) break;
    const all = JSON.parse((await thoth("terminals", "list", "--json")).stdout) as Terminal[];
    const first = all.map(({ id }) => id.slice(0, 1));
    const twice = first.find((letter, i) => first.indexOf(letter) !== i) ?? expect.fail("no two begin alike");
    const answer = await thoth("terminals", "read", twice, "--json");
    expect(answer.code).toBe(2);
    expect(JSON.parse(answer.stderr).error.candidates.length).toBeGreaterThan(1);
  });
});

test("without a server: exit code 5 and how to start one; terminals can be stopped all the same", async () => {
  const server = await openServer();
  const { id } = await server.open(["sleep", "600"]);
  await rm(join(server.config.home, "server.json"));
  for (const args of [
    ["agents", "list"],
    ["agents", "create", "--agent", "claude"],
    ["terminals", "list"],
    ["terminals", "read", "t"],
  ]) {
    const answer = await server.thoth(...args, "--json");
    expect([args, answer.code, JSON.parse(answer.stderr).error.code]).toEqual([args, 5, "not_running"]);
  }
  // One that was killed leaves its file behind.
  await writeServerFile(server.config.home, {
    url: "http://127.0.0.1:1",
    token: TOKEN,
    pid: 1,
    started_at: "",
    version: "",
  });
  expect((await server.thoth("agents", "list")).stderr).toContain("thoth serve --workspace");
  expect((await server.thoth("terminals", "stop", id)).stdout).toBe(`Stopped ${id}.\n`);
  await until(async () => expect(await server.list()).toEqual([]));
});

test("a folder that is no workspace is told as such", async () => {
  const folder = await temporaryFolder();
  const answer = await startThoth({ env: { PATH: process.env.PATH, HOME: folder, THT_WORKSPACE: folder } }, [
    "agents",
    "list",
    "--json",
  ]).ended;
  expect([answer.code, JSON.parse(answer.stderr).error.code]).toEqual([1, "workspace-not-found"]);
});
