import { mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Terminal } from "../../api/terminals.ts";
import { shared } from "../../test/helper.ts";
import { openTerminalServer, until } from "../../test/terminal-server.ts";

const open = shared((atEnd) => openTerminalServer({}, atEnd));

test("a terminal is opened, shown, typed into, and ends with its exit code", async () => {
  const server = open();
  const terminal = await server.open(["sh", "-c", "echo ready; read line; echo got:$line; exit 7"]);
  expect(terminal).toMatchObject({ state: "running", agent: null, cwd: server.workspace, cols: 80, rows: 24 });

  const page = await server.attach(terminal.id);
  await until(() => expect(page.text()).toContain("ready"));
  page.type("hello\r");
  await until(() => expect(page.text()).toContain("got:hello"));
  await until(() => expect(page.frames).toContainEqual({ type: "exit", exitCode: 7, signal: null }));

  expect(await server.get(terminal.id)).toMatchObject({ state: "exited", exitCode: 7, signal: null });
  expect((await server.ask("GET", `/terminals/${terminal.id}/snapshot`)).body).toEqual({
    text: "ready\nhello\ngot:hello",
    cols: 80,
    rows: 24,
  });
  expect((await server.ask("GET", `/terminals/${terminal.id}/transcript?chars=1000`)).body).toMatchObject({
    text: expect.stringContaining("got:hello"),
    source: "ledger",
    quality: "exact",
    agent: null,
    agentSessionId: null,
  });

  expect((await server.end(terminal.id)).status).toBe(204);
  expect(await page.closed).toBe(1000);
  for (const path of ["snapshot", "transcript", "attach"])
    expect((await server.ask("GET", `/terminals/${terminal.id}/${path}`)).body).toMatchObject({
      status: 404,
      code: "terminal-not-found",
    });
  await expect(server.attach(terminal.id)).rejects.toThrow("404");
});

test("one that a signal ended says which", async () => {
  const server = open();
  const { id } = await server.open(["sh", "-c", "kill -9 $$"]);
  await until(async () => expect(await server.get(id)).toMatchObject({ exitCode: null, signal: "SIGKILL" }));
});

test("bytes are typed as they are", async () => {
  const server = open();
  const { id } = await server.open(["sh", "-c", "stty raw -echo; echo ready; head -c 3 | od -An -tx1; sleep 100"]);
  const page = await server.attach(id);
  await until(() => expect(page.text()).toContain("ready"));
  page.raw(Uint8Array.from([0x1b, 0xff, 0x80]));
  await until(() => expect(page.text()).toContain("1b ff 80"));
  await page.close();
});

describe("what can't be started is told", () => {
  test.each([
    ["a command that is not there", ["no-such-command-xyz"], "was not found on the PATH"],
    ["a path that is not there", ["/no/such/program"], "there is no such file"],
    ["a file that may not be run", ["/etc/passwd"], "it may not be executed"],
    ["a folder", ["/usr"], "it is a folder"],
    ["an argument that is too large", ["echo", "x".repeat(131_072)], "larger than what a program can be given"],
  ])("%s", async (_name, command, detail) => {
    const server = open();
    const answer = await server.ask("POST", "/terminals", { command, cols: 80, rows: 24 });
    expect(answer.body).toMatchObject({
      status: 502,
      code: "terminal-failed",
      detail: expect.stringContaining(detail),
    });
  });

  test("more arguments than the system takes in all", async () => {
    const server = open();
    const env = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`V${n}`, "x".repeat(32_000)]));
    const command = ["sh", "-c", "true"];
    // The server's limit on bodies is below the system's, which is lowered here for the one program.
    const limited = ["sh", "-c", 'ulimit -s 256; exec "$@"', "sh", ...command];
    const { id } = await server.open(limited, { env });
    await until(async () => expect(await server.get(id)).toMatchObject({ exitCode: 126 }));
    expect(await server.screen(id)).toMatch(/too long/i);
  });

  test("a script whose interpreter is not there", async () => {
    const server = open();
    const script = join(server.workspace, "script");
    await writeFile(script, "#!/no/such/interpreter\n", { mode: 0o755 });
    const answer = await server.ask("POST", "/terminals", { command: [script], cols: 80, rows: 24 });
    expect(answer.body).toMatchObject({
      code: "terminal-failed",
      detail: expect.stringContaining("could not be started"),
    });
  });

  test("a zero byte", async () => {
    const answer = await open().ask("POST", "/terminals", { command: ["echo", "a\0b"], cols: 80, rows: 24 });
    expect(answer.body).toMatchObject({ status: 400, code: "invalid-request" });
  });
});

describe("the folder", () => {
  test("is the workspace, or one in it, links resolved", async () => {
    const server = open();
    await mkdir(join(server.workspace, "in/deep"), { recursive: true });
    await symlink("in/deep", join(server.workspace, "link"));
    const command = ["true"];
    expect(await server.open(command, { cwd: "link" })).toMatchObject({ cwd: join(server.workspace, "in/deep") });
    expect(await server.open(command, { cwd: join(server.workspace, "in") })).toMatchObject({
      cwd: join(server.workspace, "in"),
    });
  });

  test.each([
    ["one that is not there", "nowhere", "is not there"],
    ["a file", "calls.jsonl", "is not there"],
    ["one above", "..", "neither in the workspace"],
    ["one elsewhere", tmpdir(), "neither in the workspace"],
    ["one behind a link", "out", "neither in the workspace"],
    ["a name with a zero byte", "a\0b", "is not there"],
  ])("is refused: %s", async (_name, cwd, detail) => {
    const server = open();
    await symlink(tmpdir(), join(server.workspace, "out")).catch(() => {});
    const answer = await server.ask("POST", "/terminals", { command: ["true"], cols: 80, rows: 24, cwd });
    expect(answer.body).toMatchObject({
      status: 400,
      code: "invalid-request",
      detail: expect.stringContaining(detail),
    });
  });
});

describe("a request is strict", () => {
  const size = { cols: 80, rows: 24 };

  test.each([
    ["neither an agent nor a command", size, "conflict"],
    ["both", { ...size, agent: "claude", command: ["true"] }, "conflict"],
    ["an unknown agent", { ...size, agent: "nobody-knows-it" }, "agent-not-found"],
    ["a command in one string", { ...size, command: "true" }, "invalid-request"],
    ["an empty command", { ...size, command: [] }, "invalid-request"],
    ["no size", { command: ["true"] }, "invalid-request"],
    ["a size beyond all screens", { command: ["true"], cols: 80, rows: 1001 }, "invalid-request"],
    ["a variable that is no name", { ...size, command: ["true"], env: { "A=B": "c" } }, "invalid-request"],
    ["a member too many", { ...size, command: ["true"], shell: true }, "invalid-request"],
  ])("%s", async (_name, body, code) => {
    expect((await open().ask("POST", "/terminals", body)).body).toMatchObject({ code });
  });

  test.each(["../x", "a%00b", "x".repeat(65), "-a"])("no id of a terminal: %s", async (id) => {
    for (const path of ["snapshot", "transcript"])
      expect((await open().ask("GET", `/terminals/${id}/${path}`)).status).toBeGreaterThanOrEqual(400);
    expect((await open().ask("DELETE", `/terminals/${id}`)).status).toBeGreaterThanOrEqual(400);
  });

  test("an unknown id", async () => {
    for (const path of ["snapshot", "transcript"])
      expect((await open().ask("GET", `/terminals/t-none/${path}`)).body).toMatchObject({ code: "terminal-not-found" });
    expect((await open().ask("DELETE", "/terminals/t-none")).body).toMatchObject({ code: "terminal-not-found" });
  });

  test("a page that sends what is not documented is sent away", async () => {
    const server = open();
    const { id } = await server.open(["sleep", "100"]);
    for (const send of ["[]", "{", '{"type":"input"}', '{"type":"shell","data":"x"}']) {
      const page = await server.attach(id);
      page.say(send);
      expect(await page.closed).toBe(1008);
    }
  });
});

describe("the program's environment", () => {
  test("is the user's, cleaned, with the terminal's own variables and what was asked for", async () => {
    const server = open();
    const { id } = await server.open(["env"], { env: { MINE: "1" } });
    await until(async () => expect(await server.get(id)).toMatchObject({ state: "exited" }));
    const { text } = (await server.ask("GET", `/terminals/${id}/transcript`)).body as { text: string };
    expect(text).toMatch(/^MINE=1$/m);
    expect(text).toMatch(/^TERM=xterm-256color$/m);
    expect(text).toMatch(/^COLORTERM=truecolor$/m);
    expect(text).toMatch(/^THOTH_TERMINAL=t-/m);
    expect(text).not.toMatch(/^(THOTH_(?!TERMINAL=)|npm_|NODE_OPTIONS)/m);
    expect(text).not.toMatch(/^THT_AGENT/m);
  });
});

test("an agent is marked as one, and its own variables are there", async () => {
  const server = open();
  const lists = { args: [], promptArgs: [], resumeArgs: [], forkArgs: [], forkHeadlessArgs: [], pinSessionArgs: [] };
  const config = { label: "Mine", command: "env", promptTransport: "argv", env: { OWN: "1" }, ...lists };
  expect((await server.ask("PUT", "/agents/mine", config)).status).toBeLessThan(300);
  const answer = await server.ask("POST", "/terminals", { agent: "mine", cols: 80, rows: 200, env: { MORE: "2" } });
  expect(answer.body).toMatchObject({ agent: "mine", title: "Mine" });
  const { id } = answer.body as Terminal;
  await until(async () => expect(await server.get(id)).toMatchObject({ state: "exited" }));
  const screen = await server.screen(id);
  for (const variable of ["THT_AGENT=1", "OWN=1", "MORE=2"]) expect(screen).toMatch(new RegExp(`^${variable}$`, "m"));
});

test("no more terminals run at once than may, and those that ended don't count", async () => {
  const server = await openTerminalServer({ env: { THOTH_MAX_TERMINALS: "2" } });
  const ended = await server.open(["true"]);
  await until(async () => expect(await server.get(ended.id)).toMatchObject({ state: "exited" }));
  const [first] = await Promise.all([server.open(["sleep", "100"], { title: "one" }), server.open(["sleep", "100"])]);
  const refused = await server.ask("POST", "/terminals", { command: ["true"], cols: 80, rows: 24 });
  expect(refused.body).toMatchObject({ status: 429, code: "too_many_terminals" });
  expect((refused.body as { terminals: { title: string }[] }).terminals.map(({ title }) => title)).toContain("one");
  await server.end((first as Terminal).id);
  await server.open(["true"]);
});

test("every change is told to the pages", async () => {
  const server = open();
  const heard: string[] = [];
  const sink = { send: (text: string) => void heard.push(text), buffered: () => 0 };
  const subscription = server.services.live.subscribe("events", sink, undefined, () => {});
  const { id } = await server.open(["true"]);
  await until(async () => expect(await server.get(id)).toMatchObject({ state: "exited" }));
  await server.end(id);
  const told = heard.map((text) => JSON.parse(text)).filter(({ event }) => event === "terminals");
  expect(told.length).toBeGreaterThanOrEqual(3);
  expect(told.every(({ data }) => data.ids.includes(id))).toBe(true);
  subscription.close();
});
