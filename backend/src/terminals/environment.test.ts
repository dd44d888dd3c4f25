import { expect, test } from "vitest";
import { terminalEnvironment } from "./environment.ts";

const clean = (from: Record<string, string>, agent = false) => terminalEnvironment(from, { agent });

test("the user's own environment stays, and the terminal says what it is", () => {
  expect(
    clean({ HOME: "/home/a", PATH: "/usr/bin:/bin", LANG: "it_IT.UTF-8", ANTHROPIC_API_KEY: "k", TERM: "dumb" }),
  ).toEqual({
    HOME: "/home/a",
    PATH: "/usr/bin:/bin",
    LANG: "it_IT.UTF-8",
    ANTHROPIC_API_KEY: "k",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
  });
});

test("what is the server's, npm's and Node's goes", () => {
  const from = {
    THOTH_TOKEN: "secret",
    THOTH_HOME: "/h",
    npm_config_cache: "/c",
    npm_lifecycle_event: "start",
    NODE_OPTIONS: "--x",
    INIT_CWD: "/",
  };
  expect(Object.keys(clean(from)).sort()).toEqual(["COLORTERM", "LANG", "TERM"]);
});

test.each([
  "CLAUDECODE",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_THREAD_ID",
  "GEMINI_CLI",
  "OPENCODE",
  "QWEN_CODE",
  "PI_SESSION_ID",
  "CURSOR_AGENT",
  "THT_AGENT",
  "TMUX",
])("no mark of an agent's child, nor of another window: %s", (name) => {
  expect(clean({ [name]: "1" })).not.toHaveProperty(name);
});

test.each(["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "OPENAI_BASE_URL"])(
  "an agent's configuration stays: %s",
  (name) => {
    expect(clean({ [name]: "1" })).toHaveProperty(name, "1");
  },
);

test("npm's folders go from the PATH", () => {
  const path =
    "/w/node_modules/.bin:/node_modules/.bin/:/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin:/opt/x:/usr/bin";
  expect(clean({ PATH: path }).PATH).toBe("/opt/x:/usr/bin");
});

test("a locale that can't show every character is replaced", () => {
  expect([clean({ LANG: "C" }).LANG, clean({}).LANG, clean({ LANG: "en_US.utf8" }).LANG]).toEqual([
    "C.UTF-8",
    "C.UTF-8",
    "en_US.utf8",
  ]);
});

test("only an agent is marked as one, and what was asked for comes on top", () => {
  expect(clean({}, true)).toMatchObject({ THT_AGENT: "1" });
  const asked = terminalEnvironment({ A: "1", B: "1" }, { agent: true, extra: { B: "2", THT_AGENT: "0", TERM: "x" } });
  expect(asked).toMatchObject({ A: "1", B: "2", THT_AGENT: "1", TERM: "xterm-256color" });
});
