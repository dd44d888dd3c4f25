import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { piArguments } from "./pi-command.ts";
import { agentEnvironment, createPiHome } from "./pi-environment.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "pi-home-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const offline = { url: "http://127.0.0.1:4000/v1", key: "k1" };
const read = async (name: string) => JSON.parse(await readFile(join(dir, "pi", name), "utf8"));

const users = {
  PATH: "/usr/bin",
  HOME: "/home/anna",
  LANG: "it_IT.UTF-8",
  USER: "anna",
  ANTHROPIC_API_KEY: "sk-a",
  OPENAI_API_KEY: "sk-o",
  AWS_PROFILE: "work",
  HTTPS_PROXY: "http://proxy",
  SSH_AUTH_SOCK: "/tmp/agent",
  THOTH_TOKEN: "secret",
  NODE_OPTIONS: "--inspect",
};

const agent = (model: string) => ({
  model,
  home: createPiHome(dir),
  session: "s1",
  tht: ["node", "tht.js", "--workspace=/w"],
  readable: ["/skill", "/w/sessions/s1"],
});

test("the offline model's agent sees nothing of the user's but the path and the language", () => {
  expect(agentEnvironment(users, agent("offline/offline-1"))).toEqual({
    PATH: "/usr/bin",
    LANG: "it_IT.UTF-8",
    HOME: join(dir, "pi"),
    TMPDIR: join(dir, "pi", "tmp"),
    NO_COLOR: "1",
    PI_CODING_AGENT_DIR: join(dir, "pi"),
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
    PI_TELEMETRY: "0",
    THT_AGENT: "1",
    THOTH_THT: '["node","tht.js","--workspace=/w"]',
    THOTH_SESSION: "s1",
    THOTH_READ: '["/skill","/w/sessions/s1"]',
  });
});

test.each([
  ["anthropic/claude", { ANTHROPIC_API_KEY: "sk-a", HTTPS_PROXY: "http://proxy" }, ["OPENAI_API_KEY", "AWS_PROFILE"]],
  ["openai/gpt", { OPENAI_API_KEY: "sk-o" }, ["ANTHROPIC_API_KEY"]],
  ["amazon-bedrock/x", { AWS_PROFILE: "work", HOME: "/home/anna" }, ["OPENAI_API_KEY"]],
])("a model of %s gets its provider's key and no other", (model, has, hasNot) => {
  const env = agentEnvironment(users, agent(model));
  expect(env).toMatchObject(has);
  for (const name of [...hasNot, "SSH_AUTH_SOCK", "THOTH_TOKEN", "NODE_OPTIONS", "USER"])
    expect(env).not.toHaveProperty(name);
});

test("Pi's configuration points at the offline model, and its key is for nobody else to read", async () => {
  const home = createPiHome(dir);
  await home.prepare(offline);
  expect((await read("models.json")).providers.offline).toMatchObject({
    baseUrl: offline.url,
    apiKey: "k1",
    api: "openai-completions",
    models: [{ id: "offline-1" }],
  });
  expect(await read("settings.json")).toMatchObject({ defaultProjectTrust: "never", enableAnalytics: false });
  expect((await stat(join(dir, "pi", "models.json"))).mode & 0o777).toBe(0o600);
  await home.prepare({ ...offline, key: "k2" });
  expect((await read("models.json")).providers.offline.apiKey).toBe("k2");
});

test("providers that a person added stay, and a file that is no JSON is named", async () => {
  const home = createPiHome(dir);
  await home.prepare(null);
  const file = join(dir, "pi", "models.json");
  await writeFile(file, JSON.stringify({ providers: { mine: { baseUrl: "http://127.0.0.1:11434/v1" } } }));
  await home.prepare(offline);
  expect(Object.keys((await read("models.json")).providers)).toEqual(["mine", "offline"]);
  await writeFile(file, "{");
  await expect(home.prepare(offline)).rejects.toThrow(`${file} is not JSON`);
});

test("the command names all that Pi may load, and no tool that could write or run anything", () => {
  const argv = piArguments({
    pi: ["pi"],
    session: "s1",
    sessionDir: "/home/pi/sessions/s1",
    model: "offline/offline-1",
    extension: "/h/gate.ts",
    prompts: "/h/prompts",
    skill: "/h/skill",
  });
  expect(argv.slice(0, 23)).toEqual(
    "pi --mode rpc -ne -np -ns -nc --no-mcp -e /h/gate.ts --prompt-template /h/prompts --skill /h/skill --tools read,tht,gate --session-dir /home/pi/sessions/s1 --model offline/offline-1 --no-approve --offline --system-prompt".split(
      " ",
    ),
  );
  expect(argv.slice(24)).toEqual(["--append-system-prompt", expect.stringContaining("session `s1` only")]);
});
