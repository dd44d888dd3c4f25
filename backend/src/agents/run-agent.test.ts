import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type KnownConversation, startAgents } from "../../test/agents-server.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const claudeWork: KnownConversation = {
  agent: "claude",
  sessionId: "0198-old",
  title: "Mend the tabs",
  turns: [
    { role: "user", text: "Mend the tabs. ```js\nx\n```" },
    { role: "assistant", text: "Done, the key is SECRET." },
  ],
  touchedFiles: ["src/tabs.ts"],
};

describe("opened bare, or with a prompt", () => {
  test("bare: its command and arguments, in the workspace, with its own variables", async () => {
    const server = await startAgents();
    await server.configure("mine", { args: ["--fast"], env: { MINE: "yes" } });
    const answer = await server.run({ agent: "mine" });
    expect(answer.status).toBe(201);
    expect(await server.printed(answer)).toEqual({
      argv: ["--fast"],
      cwd: server.workspace.dir,
      env: { MINE: "yes" },
    });
    expect(server.terminals.specs[0]).toMatchObject({
      agent: "mine",
      title: "Mine",
      agentSessionId: null,
      session: null,
    });
  });

  test("an id is pinned where the agent can, and known from the start", async () => {
    const server = await startAgents();
    await server.configure("mine", { pinSessionArgs: ["--session-id={newSessionId}"], promptArgs: ["--"] });
    const answer = await server.run({ agent: "mine", prompt: "do it now" });
    const { agentSessionId } = answer.body;
    expect(agentSessionId).toMatch(UUID);
    expect((await server.printed(answer)).argv).toEqual([`--session-id=${agentSessionId}`, "--", "do it now"]);
    expect(answer.body.terminal).toMatchObject({ agentSessionId, agentSessionKnown: false });
  });

  test("a huge prompt is not cut, whichever way it goes", async () => {
    const server = await startAgents();
    const prompt = `-begin ${"x".repeat(400_000)} the end of it`;
    const got = { chars: prompt.length, begins: prompt.slice(0, 20), ends: prompt.slice(-20) };

    await server.configure("by-stdin", { command: "reads-stdin", promptTransport: "stdin", promptArgs: ["-i"] });
    expect(await server.printed(await server.run({ agent: "by-stdin", prompt }))).toEqual({ argv: ["-i"], ...got });

    await server.configure("by-file", {
      command: "reads-file",
      promptTransport: "file",
      promptArgs: ["--file={prompt}"],
    });
    expect(await server.printed(await server.run({ agent: "by-file", prompt }))).toEqual(got);

    await server.configure("by-argument", {});
    const { argv } = await server.printed(await server.run({ agent: "by-argument", prompt }));
    const file = argv[0].match(/the file (\S+),/)[1];
    expect(await readFile(file, "utf8")).toBe(prompt);
  });

  test("a prompt of nothing but control characters opens it bare", async () => {
    const server = await startAgents();
    await server.configure("mine", { promptArgs: ["--prompt"] });
    expect((await server.printed(await server.run({ agent: "mine", prompt: "\u0000 \u001b[31m" }))).argv).toEqual([]);
  });

  test("in a folder of the workspace, and in no other", async () => {
    const server = await startAgents();
    await server.configure("mine", {});
    await mkdir(join(server.workspace.dir, "below"));
    expect((await server.printed(await server.run({ agent: "mine", cwd: "below" }))).cwd).toBe(
      join(server.workspace.dir, "below"),
    );
    for (const cwd of ["/etc", "..", "nowhere"])
      expect((await server.run({ agent: "mine", cwd })).body).toMatchObject({ code: "invalid-request" });
  });
});

describe("a start that fails says why", () => {
  test("an agent that ends at once with an error: what it printed, and no terminal is left", async () => {
    const server = await startAgents();
    await server.configure("mine", { command: "crashes", promptTransport: "file" });
    const { status, body } = await server.run({ agent: "mine", prompt: "do it" });
    expect([status, body.code]).toEqual([502, "agent-failed"]);
    expect(body.detail).toBe(
      "Mine ended at once, with exit code 3. It printed:\nNo conversation found with session ID: 0198",
    );
    expect(await server.terminals.list()).toEqual([]);
    expect(await readdir(join(server.thothHome, "prompts"))).toEqual([]);
  });

  test("one that says nothing and stays is running", async () => {
    const server = await startAgents();
    await server.configure("mine", { command: "ignores-its-prompt" });
    expect((await server.run({ agent: "mine", prompt: "do it" })).body.terminal.state).toBe("running");
  });

  test("not configured, not installed", async () => {
    const server = await startAgents();
    expect((await server.run({ agent: "nobody" })).body).toMatchObject({ status: 404, code: "agent-not-found" });
    await server.configure("claude", { label: "Claude", command: "/nowhere/claude" });
    expect((await server.run({ agent: "claude" })).body).toMatchObject({
      status: 424,
      code: "agent-not-installed",
      hint: expect.stringContaining("npm install -g @anthropic-ai/claude-code"),
    });
  });

  test("an environment that leaves no room for any argument", async () => {
    const server = await startAgents();
    const env = Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`V${i}`, "x".repeat(8192)]));
    const mine = { label: "Mine", command: "says-what-it-got", env };
    await writeFile(join(server.thothHome, "agents.json"), JSON.stringify({ agents: { mine } }));
    expect((await server.run({ agent: "mine" })).body).toMatchObject({
      code: "invalid-request",
      detail: expect.stringContaining("too much for one program"),
    });
  });
});

describe("what excludes each other is a conflict, before anything else is looked at", () => {
  test.each([
    [{ forkSessionId: "a", resumeSessionId: "b" }, "--fork-session and --resume-session"],
    [{ fromTerminal: "a", fromSession: "b" }, "--from-terminal and --from-session"],
    [{ fromTerminal: "a", forkSessionId: "b" }, "--from-terminal and --fork-session"],
    [{ fromTerminal: "a", prompt: "p" }, "--note"],
    [{ fromSession: "a", prompt: "p" }, "--note"],
    [{ note: "n" }, "--note"],
    [{ context: "c", forkSessionId: "a" }, "context"],
    [{ contextChars: 5, prompt: "p" }, "--context-chars"],
  ])("%j", async (request, named) => {
    const server = await startAgents();
    const { body } = await server.run({ agent: "nobody-has-this", ...request });
    expect(body).toMatchObject({ status: 400, code: "conflict" });
    expect(`${body.detail} ${body.hint}`).toContain(named);
  });

  test.each([0, 120_001, 1.5, "36000"])("contextChars %j is refused", async (contextChars) => {
    const server = await startAgents();
    expect((await server.run({ agent: "claude", fromTerminal: "t", contextChars })).status).toBe(400);
  });
});

describe("continuing other work", () => {
  test("of an agent's session: the prompt is the one context that was shown", async () => {
    const server = await startAgents({ known: [claudeWork] });
    await server.configure("mine", {});
    const shown = await server.context({ fromSession: "claude:0198" });
    expect(shown.body).toEqual({
      context: [
        "User:",
        "Mend the tabs. ```js",
        "x",
        "```",
        "",
        "Assistant:",
        "Done, the key is [redacted].",
        "",
        "Files written, newest last:",
        "- src/tabs.ts",
      ].join("\n"),
      source: "store",
      quality: "exact",
      chars: 116,
      bytes: 116,
      droppedRows: 0,
      redactions: 1,
    });
    const answer = await server.run({ agent: "mine", fromSession: "0198-old", note: "Only the tests." });
    const [prompt] = (await server.printed(answer)).argv;
    expect(prompt).toMatch(/^Continue earlier work: Claude Code, "Mend the tabs"\.\n/);
    expect(prompt).toContain("Only the tests.");
    expect(prompt.endsWith(`\n\`\`\`\`text\n${shown.body.context}\n\`\`\`\``)).toBe(true);
  });

  test("a title that holds a secret is handed over without", async () => {
    const server = await startAgents({ known: [{ ...claudeWork, title: "Use the key SECRET" }] });
    await server.configure("mine", {});
    const [prompt] = (await server.printed(await server.run({ agent: "mine", fromSession: "0198-old" }))).argv;
    expect(prompt).toMatch(/^Continue earlier work: Claude Code, "Use the key \[redacted\]"\./);
  });

  test("within the budget, in characters and in bytes", async () => {
    const turns = Array.from({ length: 500 }, (_, i) => ({ role: "user" as const, text: `città ${i} 日本` }));
    const server = await startAgents({ known: [{ ...claudeWork, turns }] });
    for (const contextChars of [1, 40, 1000, 5000]) {
      const { body } = await server.context({ fromSession: "0198-old", contextChars });
      expect(body.chars).toBe((body.context as string).length);
      expect(body.bytes).toBe(Buffer.byteLength(body.context as string));
      expect(Math.max(body.chars as number, body.bytes as number)).toBeLessThanOrEqual(contextChars);
      expect(body.droppedRows).toBeGreaterThan(0);
    }
  });

  test("no control sequence comes along, neither with a note nor with an edited text", async () => {
    const server = await startAgents({ known: [claudeWork] });
    await server.configure("mine", {});
    const evil = "a\u001b[201~b\u009b201~c\u0000d\r\ne";
    const wish = { agent: "mine", fromSession: "0198-old", note: `Note ${evil}`, context: `Text ${evil}` };
    const [prompt] = (await server.printed(await server.run(wish))).argv;
    for (const text of ["Note abcd\ne", "Text abcd\ne"]) expect(prompt).toContain(text);
    expect(prompt).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  test("secrets stay where the switch is off, until it is handed over", async () => {
    const server = await startAgents({ known: [claudeWork] });
    await server.configure("mine", {});
    const { body } = await server.context({ fromSession: "0198-old", redact: false });
    expect(body).toMatchObject({ redactions: 0, context: expect.stringContaining("SECRET") });
    const edited = `${body.context}\nEdited by me: SECRET`;
    const [prompt] = (
      await server.printed(await server.run({ agent: "mine", fromSession: "0198-old", context: edited }))
    ).argv;
    expect(prompt).toContain("Edited by me: [redacted]");
    expect(prompt).not.toContain("SECRET");
  });

  test("of a terminal: what it showed", async () => {
    const server = await startAgents();
    await server.configure("mine", {});
    const { id } = server.terminals.show({ cwd: server.workspace.dir, title: "make" }, "row 1\nrow 2");
    expect((await server.context({ fromTerminal: id })).body).toMatchObject({
      context: "row 1\nrow 2",
      source: "ledger",
    });
    const [prompt] = (await server.printed(await server.run({ agent: "mine", fromTerminal: id }))).argv;
    expect(prompt).toMatch(/^Continue earlier work: a terminal, "make"\./);
  });

  test("of a terminal whose agent keeps the conversation: its turns, while they are surely that terminal's", async () => {
    const server = await startAgents();
    const { dir } = server.workspace;
    const terminal = server.terminals.show(
      { agent: "claude", agentSessionId: "c-1", cwd: dir, title: "Claude Code", startedAt: new Date().toISOString() },
      "drawn on the screen",
    );
    expect((await server.context({ fromTerminal: terminal.id })).body).toMatchObject({ source: "ledger" });
    await server.claudeSession("c-1", "Mend it.");
    expect((await server.context({ fromTerminal: terminal.id })).body).toMatchObject({
      source: "store",
      context: "User:\nMend it.\n\nAssistant:\nHeard: Mend it.",
    });
    await server.claudeSession("c-2", "Another one, after /clear.");
    expect((await server.context({ fromTerminal: terminal.id })).body).toMatchObject({ source: "ledger" });
  });

  test("of nothing is refused", async () => {
    const server = await startAgents({ known: [{ ...claudeWork, turns: [] }] });
    const { id } = server.terminals.show({}, " \n ");
    expect((await server.context({ fromTerminal: id })).body).toMatchObject({ status: 409, code: "terminal-empty" });
    expect((await server.context({ fromTerminal: "t-99" })).body.code).toBe("terminal-not-found");
    expect((await server.context({ fromSession: "0198-old" })).body.code).toBe("session-gone");
    expect((await server.context({ fromSession: "none" })).body.code).toBe("session-not-found");
    expect((await server.context({})).body.code).toBe("invalid-request");
  });

  test("an id that fits several is told with the candidates", async () => {
    const server = await startAgents({ known: [claudeWork, { ...claudeWork, sessionId: "0198-new" }] });
    expect((await server.context({ fromSession: "0198" })).body).toMatchObject({
      code: "ambiguous-session",
      candidates: ["claude:0198-old", "claude:0198-new"],
    });
  });
});

describe("a session of the workspace", () => {
  test("is handed over by its documents, bound to the terminal, with the harness's commands", async () => {
    const server = await startAgents({ demo: true });
    await server.configure("mine", {});
    const rows = JSON.parse(await server.sessions.listText());
    const open = rows.find(
      ({ phase, resumable }: never) => resumable && (phase as { index: number } | null)?.index === 4,
    );
    const { body } = await server.context({ fromSession: open.id });
    expect(body).toMatchObject({ source: "documents", quality: "exact" });
    expect(body.context).toContain(`Question: ${open.question}`);
    expect(body.context).toContain("## F2 ");
    expect(body.context).toContain("(decisions)\n- ");
    const answer = await server.run({ agent: "mine", fromSession: open.id });
    expect(answer.body.terminal.session).toBe(open.id);
    const [prompt] = (await server.printed(answer)).argv;
    expect(prompt).toContain(`session put ${open.id} KEY --file -`);
    expect(prompt).toContain("the person");
    expect(prompt).toContain(body.context);
  });

  test("is forked by the harness, and the agent continues the fork", async () => {
    const server = await startAgents({ demo: true });
    await server.configure("mine", {});
    const id = await server.workspace.newSession("Quanti clienti?");
    server.sessions.touched(id);
    const before = await readFile(join(server.workspace.dir, "sessions", id, "session_manifest.yaml"), "utf8");
    const answer = await server.run({ agent: "mine", forkSessionId: id, prompt: "Per regione." });
    const { session } = answer.body.terminal;
    expect(session).not.toBe(id);
    expect(await server.workspace.tht("session", "show", session ?? "")).toMatchObject({ forked_from: { id } });
    const [prompt] = (await server.printed(answer)).argv;
    expect(prompt).toContain(`session show ${session} --json`);
    expect(prompt).toContain("Per regione.");
    expect(await readFile(join(server.workspace.dir, "sessions", id, "session_manifest.yaml"), "utf8")).toBe(before);
  });

  test("can't be resumed by an agent, which is told with what can be done", async () => {
    const server = await startAgents();
    await server.configure("mine", { resumeArgs: ["--resume"] });
    const id = await server.workspace.newSession();
    server.sessions.touched(id);
    expect((await server.run({ agent: "mine", resumeSessionId: id })).body).toMatchObject({
      code: "resume-unsupported",
      hint: expect.stringContaining(`--from-session ${id}`),
    });
  });
});

describe("an agent's own session", () => {
  const forker = {
    resumeArgs: ["--resume"],
    forkArgs: ["--resume", "{sessionId}", "--fork", "--id={newSessionId}"],
    promptArgs: ["--"],
  };

  test("resumed and forked, with and without a prompt", async () => {
    const server = await startAgents();
    await server.configure("mine", forker);
    const resumed = await server.run({ agent: "mine", resumeSessionId: "s-1" });
    expect([(await server.printed(resumed)).argv, resumed.body.agentSessionId]).toEqual([["--resume", "s-1"], "s-1"]);
    const forked = await server.run({ agent: "mine", forkSessionId: "s-1", prompt: "go on there" });
    const { agentSessionId } = forked.body;
    expect(agentSessionId).toMatch(UUID);
    expect((await server.printed(forked)).argv).toEqual([
      "--resume",
      "s-1",
      "--fork",
      `--id=${agentSessionId}`,
      "--",
      "go on there",
    ]);
  });

  test("an agent that can't is told before its store is asked", async () => {
    const server = await startAgents();
    await server.configure("mine", {});
    expect((await server.run({ agent: "mine", forkSessionId: "s-1" })).body).toMatchObject({
      status: 409,
      code: "fork-unsupported",
      hint: expect.stringContaining("--from-session"),
    });
    expect((await server.run({ agent: "mine", resumeSessionId: "s-1" })).body.code).toBe("resume-unsupported");
    expect((await server.run({ agent: "mine", forkSessionId: "--help" })).body.code).toBe("fork-unsupported");
    // Nor before it is installed, which would not help.
    const gone = { command: "/nowhere/mine" };
    await server.configure("mine", gone);
    expect((await server.run({ agent: "mine", forkSessionId: "s-1" })).body.code).toBe("fork-unsupported");
    await server.configure("mine", { ...gone, forkArgs: ["--fork"] });
    expect((await server.run({ agent: "mine", forkSessionId: "s-1" })).body.code).toBe("agent-not-installed");
  });

  test("a fork of Codex is refused when it, or what it came from, is archived away or missing", async () => {
    const server = await startAgents();
    await writeFile(join(server.home, "codex"), '#!/bin/sh\nexec says-what-it-got "$@"\n', { mode: 0o755 });
    await server.configure("codex", { ...forker, label: "Codex", command: join(server.home, "codex") });
    const id = (n: number) => `0198a0c0-0000-7000-8000-00000000000${n}`;
    const rollout = async (folder: string, n: number, more = {}) => {
      const path = join(server.home, ".codex", folder);
      await mkdir(path, { recursive: true });
      const timestamp = "2026-01-02T03:04:05.000Z";
      const meta = { id: id(n), cwd: server.workspace.dir, timestamp, source: "cli", ...more };
      const content = [{ type: "input_text", text: "Mend it." }];
      const lines = [
        { timestamp, type: "session_meta", payload: meta },
        { timestamp, type: "response_item", payload: { type: "message", role: "user", content } },
      ];
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      await writeFile(join(path, `rollout-2026-01-02T03-04-05-${id(n)}.jsonl`), text);
    };
    await rollout("sessions/2026/01/02", 1);
    await rollout("archived_sessions", 2);
    await rollout("sessions/2026/01/02", 3, { forked_from_id: id(9) });
    await rollout("sessions/2026/01/02", 4, { forked_from_id: id(1) });
    const fork = async (n: number) => (await server.run({ agent: "codex", forkSessionId: `codex:${id(n)}` })).body;

    expect((await fork(1)).argv).toContain(id(1));
    expect((await fork(4)).argv).toContain(id(4));
    expect(await fork(2)).toMatchObject({
      code: "session-gone",
      hint: expect.stringContaining(`codex unarchive ${id(2)}`),
    });
    expect(await fork(3)).toMatchObject({
      code: "session-gone",
      detail: expect.stringContaining(`its source ${id(9)} is missing`),
    });
    expect(await fork(8)).toMatchObject({ code: "session-gone" });
  });

  test("one that ignores a prompt when it resumes is given none, and says so", async () => {
    const server = await startAgents();
    await writeFile(join(server.home, "opencode"), '#!/bin/sh\nexec says-what-it-got "$@"\n', { mode: 0o755 });
    await server.configure("mine", { ...forker, command: join(server.home, "opencode") });
    expect((await server.run({ agent: "mine", resumeSessionId: "ses_1", prompt: "go on" })).body).toMatchObject({
      code: "resume-unsupported",
      hint: expect.stringContaining("without a prompt"),
    });
    expect((await server.run({ agent: "mine", resumeSessionId: "ses_1" })).status).toBe(201);
  });

  test("no id is taken for an option", async () => {
    const server = await startAgents();
    await server.configure("mine", forker);
    for (const forkSessionId of ["--help", "../x", "a b", "claude:-x"])
      expect(["invalid-id", "fork-unsupported"]).toContain(
        (await server.run({ agent: "mine", forkSessionId })).body.code,
      );
    expect(server.terminals.specs).toEqual([]);
  });

  test("refused when the store has the folder without the session; launched when it can't tell", async () => {
    const server = await startAgents();
    const claude = { ...forker, label: "Claude Code", command: "says-what-it-got" };
    // The program's name says whose store it is.
    await writeFile(join(server.home, "claude"), '#!/bin/sh\nexec says-what-it-got "$@"\n', { mode: 0o755 });
    await server.configure("second", { ...claude, command: join(server.home, "claude") });

    expect((await server.run({ agent: "second", resumeSessionId: "c-9" })).status).toBe(201);
    await server.claudeSession("c-1", "Mend it.");
    expect((await server.run({ agent: "second", resumeSessionId: "c-1" })).status).toBe(201);
    for (const verb of ["forkSessionId", "resumeSessionId"]) {
      const { status, body } = await server.run({ agent: "second", [verb]: "c-9" });
      expect([status, body.code]).toEqual([409, "session-gone"]);
      expect(`${body.detail} ${body.hint}`).toMatch(/keeps no session c-9 .* --from-session/s);
    }
    expect(server.terminals.specs).toHaveLength(2);
  });

  test("looked for where the agent's own variables say, and nowhere else", async () => {
    const server = await startAgents();
    await writeFile(join(server.home, "claude"), '#!/bin/sh\nexec says-what-it-got "$@"\n', { mode: 0o755 });
    const config = join(server.home, "second");
    await server.configure("second", {
      ...forker,
      command: join(server.home, "claude"),
      env: { CLAUDE_CONFIG_DIR: config },
    });
    await server.claudeSession("c-1", "In the first account.");
    await server.claudeSession("c-2", "In the second.", { config });
    expect((await server.run({ agent: "second", forkSessionId: "c-1" })).body.code).toBe("session-gone");
    const answer = await server.run({ agent: "second", forkSessionId: "c-2" });
    expect((await server.printed(answer)).env).toEqual({ CLAUDE_CONFIG_DIR: config });
  });

  test("another agent's can't be forked, and is told whose it is", async () => {
    const server = await startAgents({ known: [claudeWork] });
    await server.configure("mine", forker);
    expect((await server.run({ agent: "mine", forkSessionId: "claude:0198-old" })).body).toMatchObject({
      code: "fork-unsupported",
      detail: expect.stringContaining("a session of claude"),
    });
  });

  test("goes on in the folder it ran in", async () => {
    const server = await startAgents();
    await writeFile(join(server.home, "claude"), '#!/bin/sh\nexec says-what-it-got "$@"\n', { mode: 0o755 });
    await server.configure("second", { ...forker, command: join(server.home, "claude") });
    const cwd = join(server.workspace.dir, "below");
    await mkdir(cwd);
    await server.claudeSession("c-1", "Mend it.", { cwd });
    expect((await server.printed(await server.run({ agent: "second", resumeSessionId: "c-1" }))).cwd).toBe(cwd);
  });
});

describe("a fork whose screen would lose the prompt is made in two steps", () => {
  const forker = {
    label: "Forker",
    command: "forks-without-screen",
    resumeArgs: ["--session"],
    forkArgs: ["--session", "{sessionId}", "--fork"],
    forkHeadlessArgs: ["run", "--session", "{sessionId}", "--fork"],
    promptArgs: ["--prompt"],
  };

  test("the fork is asked without a screen, then its screen opens", async () => {
    const server = await startAgents();
    await server.configure("forker", forker);
    const answer = await server.run({ agent: "forker", forkSessionId: "ses_1", prompt: "x".repeat(300_000) });
    expect(answer.status).toBe(201);
    const output = await server.terminals.output(answer.body.terminal.id);
    expect(output).toContain("heard 300000 [2J\n");
    expect(output).toContain("answered in another form\n");
    expect(output).not.toContain("what was asked");
    expect(output.trim().split("\n").at(-1)).toBe("screen on ses_fork");
    expect(answer.body.agentSessionId).toBeNull();
  });

  test("without a prompt one step does", async () => {
    const server = await startAgents();
    await server.configure("forker", forker);
    const answer = await server.run({ agent: "forker", forkSessionId: "ses_1" });
    expect(answer.body.argv.slice(1)).toEqual(["--session", "ses_1", "--fork"]);
  });

  test.each(["ses_broken", "ses_silent"])(
    "a fork that fails (%s) opens nothing in its place",
    async (forkSessionId) => {
      const server = await startAgents();
      const args = forkSessionId === "ses_silent" ? ["run", "--session", "ses_silent"] : forker.forkHeadlessArgs;
      await server.configure("forker", { ...forker, forkHeadlessArgs: args });
      const { status, body } = await server.run({ agent: "forker", forkSessionId, prompt: "p p" });
      if (status === 201) expect(await server.terminals.output(body.terminal.id)).not.toContain("screen on");
      else
        expect(body).toMatchObject({
          code: "agent-failed",
          detail: expect.stringContaining("nothing else was started"),
        });
    },
  );
});
