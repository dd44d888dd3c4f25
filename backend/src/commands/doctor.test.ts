import { spawn } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildServer, fixture, misbehave, TOKEN, temporaryFolder } from "../../test/helper.ts";
import { writeServerFile } from "../server-file.ts";
import { checkModel } from "./doctor/agent-check.ts";
import type { Finding } from "./doctor/finding.ts";
import { checkHome, checkPage, checkWatches } from "./doctor/machine-check.ts";
import { checkNode } from "./doctor/node-check.ts";
import { checkPort } from "./doctor/port-check.ts";

const bin = fileURLToPath(new URL("../../bin/thoth.js", import.meta.url));
const bundledTht = fileURLToPath(new URL("../../../harness-stub/bin/tht.js", import.meta.url));

function run(argv: string[], env: Record<string, string> = {}): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })));
}

/** `thoth doctor --json` on a workspace: its exit code, and each check by its id. */
async function examine(workspace: string, env: Record<string, string> = {}, ...more: string[]) {
  const { code, out } = await run([bin, "doctor", "--json", "--port", "0", "--workspace", workspace, ...more], env);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Finding[] };
  expect(ok).toBe(code === 0);
  expect(checks.filter(({ status, todo }) => (status === "ok") === (todo !== undefined))).toEqual([]);
  const of = (id: string) => checks.find((check) => check.id === id);
  return { code, of, ids: checks.map(({ id }) => id) };
}

async function workspaceFor(harness: string) {
  const folder = join(await temporaryFolder(), "ws");
  await mkdir(join(folder, "sessions"), { recursive: true });
  await writeFile(join(folder, "workspace.yaml"), "name: Prova\n");
  return { folder, env: { THT_BIN: fixture(harness) } };
}

test("a demo workspace with all that comes with the program: everything is checked, and leaves nothing behind", async () => {
  const folder = join(await temporaryFolder(), "demo");
  await run([bundledTht, "workspace", "init", folder, "--demo"]);
  const before = await readdir(folder);
  const { of, ids } = await examine(folder);
  expect(ids).toEqual("node page port home workspace tht sessions sessions-root watch dwh search model pi".split(" "));
  for (const id of ["node", "port", "home", "workspace", "tht", "sessions-root", "dwh", "search", "model", "pi"])
    expect(of(id)).toMatchObject({ status: "ok" });
  expect(of("sessions")).toMatchObject({ status: "warn", detail: expect.stringContaining("1 of 13") });
  expect(await readdir(folder)).toEqual(before);
});

describe("what is wrong is said, with what to do", () => {
  test("a harness that is not there", async () => {
    const { folder } = await workspaceFor("recording-tht");
    const { code, of, ids } = await examine(folder, { THT_BIN: "/no/such/tht" });
    expect(code).toBe(1);
    expect(of("tht")).toMatchObject({ status: "fail", detail: expect.stringContaining("/no/such/tht") });
    expect(of("tht")?.todo).toContain("THT_BIN");
    expect(ids).not.toContain("pi");
  });

  test("a harness that fails", async () => {
    const { folder, env } = await workspaceFor("recording-tht");
    await misbehave(folder, { "session list": { exit: 1, stderr: "no more memory" } });
    const { code, of } = await examine(folder, env);
    expect(code).toBe(1);
    expect(of("tht")).toMatchObject({ status: "fail", detail: expect.stringContaining("no more memory") });
  });

  test("a harness with the basic commands works, and can't have an agent", async () => {
    const { folder, env } = await workspaceFor("foreign-tht");
    const { of } = await examine(folder, env);
    expect(of("tht")).toMatchObject({ status: "warn", detail: expect.stringContaining("fork") });
    expect(of("pi")).toMatchObject({ status: "warn" });
    expect(of("model")).toBeUndefined();
  });

  test("a Pi that ends as it starts, and a warehouse that does not open", async () => {
    const folder = join(await temporaryFolder(), "empty");
    await run([bundledTht, "workspace", "init", folder]);
    await writeFile(join(folder, "workspace.yaml"), "name: Prova\ndwh:\n  engine: sqlite\n  path: none.sqlite\n");
    const { code, of } = await examine(folder, { THOTH_PI: "/bin/false" });
    expect(code).toBe(1);
    expect(of("pi")).toMatchObject({ status: "fail", detail: expect.stringContaining("exit code 1") });
    expect(of("pi")?.todo).toContain("THOTH_PI");
    expect(of("dwh")).toMatchObject({ status: "fail" });
  });

  test("no workspace yet, and a folder that is none", async () => {
    const folder = await temporaryFolder();
    const none = await examine(join(folder, "new"));
    expect(none.of("workspace")).toMatchObject({ status: "warn", todo: expect.stringContaining("--workspace") });
    expect(none.of("tht")).toMatchObject({ status: "ok" });
    expect(await readdir(folder)).toEqual([]);
    const bare = await examine(folder);
    expect(bare.code).toBe(1);
    expect(bare.of("workspace")?.todo).toContain(`tht workspace init ${folder}`);
  });

  test("a setting that can't be used", async () => {
    const { code, of, ids } = await examine(await temporaryFolder(), { THOTH_MAX_AGENTS: "many" });
    expect(code).toBe(1);
    expect(of("settings")?.detail).toContain("THOTH_MAX_AGENTS");
    expect(ids).toEqual(["node", "settings"]);
  });

  test("an index that can't be kept where it is", async () => {
    const { folder, env } = await workspaceFor("recording-tht");
    await mkdir(join(folder, ".thoth/sessions.db"), { recursive: true });
    const { code, of } = await examine(folder, env);
    expect(code).toBe(1);
    expect(of("search")).toMatchObject({ status: "fail", detail: expect.stringContaining("sessions.db") });
    expect(of("search")?.todo).toContain("thoth sessions reindex");
  });

  test("a taken port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => {
      taken.close();
    });
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const { folder, env } = await workspaceFor("recording-tht");
    const { code, of } = await examine(folder, env, "--port", String(port));
    expect(code).toBe(1);
    expect(of("port")).toMatchObject({ status: "fail", detail: expect.stringContaining(`${port}`) });
  });
});

test("an index that is there: what it holds, or that it is switched off", async () => {
  const folder = join(await temporaryFolder(), "demo");
  await run([bundledTht, "workspace", "init", folder, "--demo"]);
  const env = { HOME: join(folder, "..") };
  await run([bin, "sessions", "regione", "--workspace", folder], env);
  expect((await examine(folder, env)).of("search")).toMatchObject({
    status: "ok",
    detail: expect.stringMatching(/^13 sessions of thoth, \d+ MB$/),
  });
  await writeFile(join(folder, "workspace.yaml"), "sessions_search: false\n");
  expect((await examine(folder, env)).of("search")?.detail).toContain("sessions_search");
});

test("a server that runs on the workspace is found, and its access code not repeated", async () => {
  const { config, listen, workspace } = await buildServer();
  await writeFile(join(workspace, "workspace.yaml"), "name: Prova\n");
  const url = await listen();
  await writeServerFile(config.home, { url, token: TOKEN, pid: process.pid, started_at: "", version: "" });
  const { of } = await examine(workspace, { THT_BIN: fixture("recording-tht") }, "--port", new URL(url).port);
  expect(of("port")).toMatchObject({ status: "ok", detail: expect.stringContaining(url) });
  expect(JSON.stringify(of("port"))).not.toContain(TOKEN);
});

test("for people: a line for each check, what to do below it, and a word at the end", async () => {
  const { folder, env } = await workspaceFor("recording-tht");
  const { code, out } = await run([bin, "doctor", "--port", "0", "--workspace", folder], {
    ...env,
    THOTH_PI: "/no/pi",
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^ok {4}Node +\d+\./);
  expect(out).toMatch(/^fail {2}Agent .*\n +→ .*THOTH_PI/m);
  expect(out).toMatch(/\n\n\d checks? fails?, /);
});

describe("Node", () => {
  test.each([
    ["24.22.3", "ok"],
    ["25.0.0", "ok"],
    ["22.18.0", "warn"],
    ["20.11.1", "fail"],
  ])("%s: %s", (version, status) => expect(checkNode(version).status).toBe(status));
});

describe("the model's access", () => {
  const of = (model: string, env: Record<string, string> = {}, home = "/nowhere") =>
    checkModel({ model, home }, null, env);

  test("a key that is set, one that is not, and access that may lie in files", async () => {
    expect(await of("openai/gpt", { OPENAI_API_KEY: "secret" })).toEqual({
      status: "ok",
      detail: "openai/gpt, with OPENAI_API_KEY set",
    });
    expect(await of("openai/gpt", { OPENAI_API_KEY: "" })).toMatchObject({
      status: "fail",
      todo: expect.stringContaining("OPENAI_API_KEY"),
    });
    expect(await of("amazon-bedrock/claude")).toMatchObject({ status: "warn" });
  });

  test("a provider of the user's own", async () => {
    const home = await temporaryFolder();
    await mkdir(join(home, "pi"));
    await writeFile(join(home, "pi/models.json"), JSON.stringify({ providers: { ours: {} } }));
    expect(await of("ours/large", {}, home)).toMatchObject({ status: "ok" });
    expect(await of("theirs/large", {}, home)).toMatchObject({ status: "fail" });
  });
});

describe("the machine", () => {
  test("too few watches for the sessions there are", async () => {
    const limits = await temporaryFolder();
    await writeFile(join(limits, "max_user_watches"), "8192\n");
    expect(await checkWatches(100, limits)).toMatchObject({ status: "ok" });
    expect(await checkWatches(10_000, limits)).toMatchObject({
      status: "warn",
      todo: expect.stringContaining("sysctl"),
    });
    expect(await checkWatches(10_000, join(limits, "none"))).toMatchObject({ status: "ok" });
  });

  test("a page that is not built, or only in part", async () => {
    const folder = await temporaryFolder();
    expect(await checkPage(folder)).toMatchObject({ status: "fail", todo: "npm run build" });
    await writeFile(join(folder, "index.html"), `<script src="/assets/a.js"></script><link href="/assets/b.css">`);
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "assets/a.js"), "");
    expect(await checkPage(folder)).toMatchObject({ status: "fail", detail: expect.stringContaining("b.css") });
    await writeFile(join(folder, "assets/b.css"), "");
    expect(await checkPage(folder)).toMatchObject({ status: "ok" });
  });

  test("own files: where they can't be kept, where others can read them, where all is well", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    expect(await checkHome(join(folder, "file"))).toMatchObject({
      status: "fail",
      todo: expect.stringMatching("THOTH_HOME"),
    });
    // Another check's business, which it doesn't end.
    expect(
      await checkPort({ host: "127.0.0.1", port: 0, home: join(folder, "file"), workspace: folder }),
    ).toMatchObject({ status: "ok" });
    await mkdir(join(folder, "open"), { mode: 0o755 });
    expect(await checkHome(join(folder, "open"))).toMatchObject({
      status: "warn",
      todo: expect.stringMatching("chmod 700"),
    });
    await mkdir(join(folder, "own"), { mode: 0o700 });
    expect(await checkHome(join(folder, "own"))).toMatchObject({ status: "ok" });
    expect(await readdir(join(folder, "own"))).toEqual([]);
    expect(await checkHome(join(folder, "a/b/c"))).toMatchObject({ status: "ok" });
  });
});
