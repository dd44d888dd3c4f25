import { describe, expect, test } from "vitest";
import { ConfigError, type Flags, readConfig } from "./config.ts";

const read = (env: NodeJS.ProcessEnv = {}, flags: Flags = {}) => readConfig({ flags, env, cwd: "/here" });

test("the defaults", () => {
  const { token, workspace, home, tht, page, ...rest } = read();
  expect(rest).toEqual({
    host: "127.0.0.1",
    port: 4317,
    allowedHosts: [],
    pi: null,
    model: "offline",
    maxAgents: 4,
    maxTerminals: 32,
    idleMs: 900_000,
  });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toBe(read().token);
  expect(workspace.endsWith("/workspace")).toBe(true);
  expect(home).toBe(`${workspace}/.thoth`);
  expect(tht).toEqual([process.execPath, expect.stringMatching(/harness-stub\/bin\/tht\.js$/)]);
  expect(page.endsWith("frontend/dist")).toBe(true);
});

test("it can't be changed afterwards", () => {
  expect(Object.isFrozen(read())).toBe(true);
});

describe("a flag counts before a variable, a variable before the default", () => {
  test.each([
    ["host", "THOTH_HOST", "localhost", "::1", (c: ReturnType<typeof read>) => c.host],
    ["port", "THOTH_PORT", "5000", "0", (c: ReturnType<typeof read>) => String(c.port)],
    ["workspace", "THT_WORKSPACE", "/a", "/b", (c: ReturnType<typeof read>) => c.workspace],
    ["model", "THOTH_MODEL", "openai/gpt-5", "anthropic/claude/x", (c: ReturnType<typeof read>) => c.model],
  ] as const)("--%s, %s", (flag, variable, one, two, get) => {
    expect(get(read({ [variable]: one }))).toBe(one);
    expect(get(read({ [variable]: one }, { [flag]: two }))).toBe(two);
    expect(get(read({ [variable]: "" }))).toBe(get(read()));
  });
});

test.each([
  [{ THOTH_MAX_AGENTS: "2" }, { maxAgents: 2 }],
  [{ THOTH_IDLE_MINUTES: "1" }, { idleMs: 60_000 }],
  [{ THOTH_TOKEN: "0123456789abcdef" }, { token: "0123456789abcdef" }],
  [{ THOTH_HOST: "0.0.0.0", THOTH_TOKEN: "0123456789abcdef" }, { host: "0.0.0.0" }],
  [{ THOTH_ALLOWED_HOSTS: "a.lan, b.lan:443," }, { allowedHosts: ["a.lan", "b.lan:443"] }],
  [{ THOTH_HOME: "state" }, { home: "/here/state" }],
  [{ THT_WORKSPACE: "ws" }, { workspace: "/here/ws", home: "/here/ws/.thoth" }],
  [{ THT_BIN: "./tht" }, { tht: ["/here/tht"] }],
  [{ THT_BIN: "tht" }, { tht: ["tht"] }],
  [{ THT_BIN: '["python3", "./tht.py"]' }, { tht: ["python3", "./tht.py"] }],
  [{ THOTH_PI: "/opt/pi" }, { pi: ["/opt/pi"] }],
])("%j", (env, expected) => {
  expect(read(env)).toMatchObject(expected);
});

describe("what can't be used is refused, with its name and what would do", () => {
  test.each([
    [{ THOTH_PORT: "65536" }, "THOTH_PORT"],
    [{ THOTH_PORT: "4317x" }, "0 to 65535"],
    [{ THOTH_PORT: "-1" }, "THOTH_PORT"],
    [{ THOTH_HOST: "0.0.0.0" }, "THOTH_TOKEN"],
    [{ THOTH_HOST: "a b", THOTH_TOKEN: "0123456789abcdef" }, "THOTH_HOST"],
    [{ THOTH_TOKEN: "short" }, "THOTH_TOKEN"],
    [{ THOTH_TOKEN: "with blanks in it, alas" }, "THOTH_TOKEN"],
    [{ THOTH_MODEL: "gpt" }, "provider/model"],
    [{ THOTH_MAX_AGENTS: "0" }, "THOTH_MAX_AGENTS"],
    [{ THOTH_IDLE_MINUTES: "1.5" }, "THOTH_IDLE_MINUTES"],
    [{ THOTH_ALLOWED_HOSTS: "http://a" }, "THOTH_ALLOWED_HOSTS"],
    [{ THT_BIN: "[]" }, "THT_BIN"],
    [{ THT_BIN: "[1]" }, "JSON array of strings"],
    [{ THOTH_PI: "[" }, "THOTH_PI"],
  ])("%j", (env, words) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(words);
  });
});
