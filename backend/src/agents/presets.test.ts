import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { AGENT_ID, AgentConfig, agentNames } from "../../api/agents.ts";
import { planLaunch } from "./launch-plan.ts";
import { presets, programOf } from "./presets.ts";

const plan = (id: string, kind: "fresh" | "resume" | "fork", prompt: string) => {
  const { config } = presets[id] ?? expect.fail(id);
  const { argv, agentSessionId, stdin } = planLaunch({
    config,
    program: config.command,
    start: kind === "fresh" ? { kind } : { kind, sessionId: "ID" },
    prompt,
    promptFile: "/p",
    newId: "NEW",
    environmentBytes: 0,
  });
  return [argv.map((arg) => arg.replaceAll(/\s+/g, " ")).join(" "), agentSessionId, stdin];
};

test("twelve of them, each as the routes would take it, with a store that is known by name", () => {
  expect(Object.keys(presets)).toHaveLength(12);
  for (const [id, { config, store }] of Object.entries(presets)) {
    expect([id, [...Value.Errors(AgentConfig, config)]]).toEqual([id, []]);
    expect(id).toMatch(new RegExp(AGENT_ID));
    expect(agentNames).toContain(store);
  }
});

test.each([
  ["claude", "claude --session-id NEW do it", "NEW"],
  ["codex", "codex -- do it", null],
  ["opencode", "opencode --prompt do it", null],
  ["pi", "pi --session-id NEW -- do it", "NEW"],
  ["gemini", "gemini --session-id NEW --prompt-interactive do it", "NEW"],
  ["copilot", "copilot --session-id NEW -i do it", "NEW"],
  ["qwen", "qwen --session-id NEW --prompt-interactive do it", "NEW"],
  ["grok", "grok --session-id NEW do it", "NEW"],
  ["droid", "droid do it", null],
  ["cursor", "cursor-agent do it", null],
  ["cline", "cline --tui do it", null],
])("%s with a prompt: %s", (id, line, agentSessionId) => {
  expect(plan(id, "fresh", "do it")).toEqual([line, agentSessionId, null]);
});

test("amp takes it on its standard input", () => {
  expect(plan("amp", "fresh", "do it")).toEqual(["amp", null, "do it"]);
});

test.each([
  ["claude", "claude --resume ID --fork-session --session-id NEW go on", "NEW"],
  ["codex", "codex fork ID -- go on", null],
  ["pi", "pi --fork ID --session-id NEW -- go on", "NEW"],
  ["qwen", "qwen --resume ID --fork-session --prompt-interactive go on", null],
  ["grok", "grok --resume ID --fork-session --session-id NEW go on", "NEW"],
])("%s forks with a prompt: %s", (id, line, agentSessionId) => {
  expect(plan(id, "fork", "go on")).toEqual([line, agentSessionId, null]);
});

test.each([
  ["opencode", '["opencode","run","--session","ID","--fork","--format","json"]', "opencode --session ID --fork"],
  ["droid", '["droid","exec","--fork","ID","--output-format","stream-json"]', "droid --fork ID"],
])("%s forks in two steps with a prompt, in one without", (id, first, bare) => {
  expect(plan(id, "fork", "go on")[0]).toContain(first);
  expect(plan(id, "fork", "")[0]).toBe(bare);
});

test.each([
  ["claude", "claude --resume ID"],
  ["codex", "codex resume ID"],
  ["opencode", "opencode --session ID"],
  ["pi", "pi --session ID"],
  ["gemini", "gemini --resume ID"],
  ["copilot", "copilot --resume=ID"],
  ["qwen", "qwen --resume ID"],
  ["grok", "grok --resume ID"],
  ["droid", "droid --resume ID"],
  ["cursor", "cursor-agent --resume ID"],
  ["amp", "amp threads continue ID"],
  ["cline", "cline --id ID"],
])("%s resumes: %s", (id, line) => {
  expect(plan(id, "resume", "")).toEqual([line, "ID", null]);
});

test("a program is known by its name, whatever its configuration is called", () => {
  expect(programOf("mine", { command: "/opt/bin/codex" })?.store).toBe("codex");
  expect(programOf("claude", { command: "codex" })?.store).toBe("codex");
  expect(programOf("claude", { command: "/opt/claude" })?.store).toBe("claude");
  expect(programOf("claude", { command: "my-wrapper" })?.store).toBe("claude");
  expect(programOf("mine", { command: "my-wrapper" })).toBeNull();
  expect(programOf("constructor", { command: "my-wrapper" })).toBeNull();
});
