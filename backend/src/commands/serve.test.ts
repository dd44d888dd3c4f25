import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { fixture, temporaryFolder } from "../../test/helper.ts";

const bin = fileURLToPath(new URL("../../bin/thoth.js", import.meta.url));

/** `thoth` as a process of its own. */
function thoth(args: string[], env: Record<string, string> = {}) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, THT_BIN: fixture("recording-tht"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    out.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    out.stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, ...out })),
  );
  onTestFinished(async () => {
    // In order: a harness that outlives a killed server would write into a folder that is being removed.
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(late);
  });
  async function ready(): Promise<string> {
    await expect.poll(() => out.stdout + (child.exitCode ?? "")).toMatch(/^ready \S+\n|^\d+$/);
    expect(out.stdout, out.stderr).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
    return out.stdout.slice("ready ".length).trim();
  }
  return { child, ended, ready, said: () => out.stderr };
}

async function workspace(): Promise<string> {
  const folder = join(await temporaryFolder(), "ws");
  await mkdir(folder);
  await writeFile(join(folder, "workspace.yaml"), "name: Prova\n");
  return folder;
}

const serve = (folder: string, env?: Record<string, string>, ...more: string[]) =>
  thoth(["serve", "--workspace", folder, "--port", "0", ...more], env);

describe("a start", () => {
  test("prints the link alone on stdout, keeps it for the other commands, and stops in order", async () => {
    const folder = await workspace();
    const server = serve(folder);
    const link = await server.ready();
    const home = join(folder, ".thoth");
    const file = JSON.parse(await readFile(join(home, "server.json"), "utf8"));
    expect(file).toEqual({
      url: new URL(link).origin,
      token: new URL(link).searchParams.get("token"),
      pid: server.child.pid,
      started_at: expect.stringMatching(/^\d{4}-.*Z$/),
      version: expect.stringMatching(/^\d+\./),
      workspace: folder,
    });
    expect((await stat(join(home, "server.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(home, ".gitignore"), "utf8")).toBe("*\n");
    expect((await fetch(`${file.url}/healthz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    const { code, stdout, stderr } = await server.ended;
    expect([code, stdout]).toEqual([0, `ready ${link}\n`]);
    expect(stderr).not.toContain(file.token);
    // An address without the code would be the one that people open.
    expect(stderr).not.toContain("http://");
    await expect(stat(join(home, "server.json"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a failure that nobody handles is told, and ends nothing", async () => {
    const folder = await workspace();
    const stray = "setTimeout(() => Promise.reject(new Error('stray')), 500)";
    const server = serve(folder, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}` });
    const { origin } = new URL(await server.ready());
    await expect.poll(() => server.said()).toContain("a failure that nobody handled: Error: stray");
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });

  test("a lock that is no lock is told of with its cure", async () => {
    const folder = await workspace();
    await mkdir(join(folder, ".thoth"));
    await writeFile(join(folder, ".thoth/lock"), "x".repeat(5000));
    const { code, stderr } = await serve(folder).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(`remove it`)]);
    expect(stderr).not.toContain("    at ");
  });

  test("a second one prints the link of the first and ends; after a kill the next one starts", async () => {
    const folder = await workspace();
    const first = serve(folder);
    const link = await first.ready();
    const second = await serve(folder).ended;
    expect([second.code, second.stdout]).toEqual([1, ""]);
    expect(second.stderr).toContain(link);
    first.child.kill("SIGKILL");
    await first.ended;
    const third = serve(folder);
    expect(await third.ready()).not.toBe(link);
    third.child.kill("SIGINT");
    expect((await third.ended).code).toBe(0);
  });

  test("two at once: one serves, the other prints its link", async () => {
    const folder = await workspace();
    await mkdir(join(folder, ".thoth"));
    await writeFile(join(folder, ".thoth/server.json"), JSON.stringify({ url: "http://127.0.0.1:1", token: "stale" }));
    const both = [serve(folder), serve(folder)];
    const loser = await Promise.race(both.map(({ ended }) => ended));
    const winner = both.find(({ child }) => child.exitCode === null);
    const link = await winner?.ready();
    expect([loser.code, loser.stdout]).toEqual([1, ""]);
    expect(loser.stderr).toContain(link);
  });

  test("with requests and a change under way stops within its time", async () => {
    const folder = await workspace();
    const server = serve(folder);
    const link = new URL(await server.ready());
    await writeFile(join(folder, "behaviour.json"), JSON.stringify({ "session show": { hang: true } }));
    const headers = { authorization: `Bearer ${link.searchParams.get("token")}` };
    const hanging = fetch(`${link.origin}/sessions/s-1`, { headers }).catch(() => "cut");
    await expect.poll(() => readFile(join(folder, "calls.jsonl"), "utf8")).toContain('"show"');
    server.child.kill("SIGTERM");
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).not.toContain("was cut short");
    await hanging;
  });
});

test("a model without its key is told at the start, and the server goes on", async () => {
  const server = serve(await workspace(), { THOTH_MODEL: "anthropic/some-model" });
  await server.ready();
  server.child.kill("SIGTERM");
  const { stderr } = await server.ended;
  expect(stderr).toContain("anthropic/some-model has no key, so no agent can start.");
  expect(stderr).toContain("ANTHROPIC_API_KEY");
});

describe("a start that can't be", () => {
  test("on a taken port", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => {
      taken.close();
    });
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const folder = await workspace();
    const result = await thoth(["serve", "--workspace", folder, "--port", String(port)]).ended;
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect(result.stderr).toContain("--port 0");
    const next = serve(folder);
    await next.ready();
  });

  test("in a folder that is no workspace", async () => {
    const folder = await temporaryFolder();
    const result = await serve(folder).ended;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(`tht workspace init ${folder}`);
  });

  test("on a file", async () => {
    const file = join(await workspace(), "workspace.yaml");
    const result = await serve(file).ended;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(`${file}/workspace.yaml can't be`);
    expect(result.stderr).toContain("--workspace DIR");
  });

  test("with a harness that is not there", async () => {
    const result = await serve(await workspace(), { THT_BIN: "/no/such/tht" }).ended;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("/no/such/tht");
    expect(result.stderr).toContain("THT_BIN");
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });

  test("with a harness that can't make the workspace", async () => {
    const folder = join(await temporaryFolder(), "new");
    const result = await serve(folder, { THT_BIN: fixture("foreign-tht") }).ended;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("could not make one");
    expect(result.stderr).toContain("unknown command workspace");
  });

  test("where its files can't be written", async () => {
    const folder = await workspace();
    await writeFile(join(folder, "taken"), "a file");
    const result = await serve(folder, { THOTH_HOME: join(folder, "taken") }).ended;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(join(folder, "taken"));
    expect(result.stderr).toContain("THOTH_HOME");
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });

  test("open to others without a token of one's own", async () => {
    const result = await serve(await workspace(), {}, "--host", "0.0.0.0").ended;
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("THOTH_TOKEN");
  });
});

test("a missing workspace is made, and said", async () => {
  const folder = join(await temporaryFolder(), "made");
  const maker = join(folder, "..", "maker");
  await writeFile(
    maker,
    `#!/usr/bin/env node
const fs = require("node:fs");
if (process.argv[2] === "workspace") { fs.mkdirSync(process.argv[4]); fs.writeFileSync(process.argv[4] + "/workspace.yaml", process.argv.slice(2).join(" ")); }
else import(${JSON.stringify(fixture("recording-tht"))}).catch(() => process.exit(9));
`,
    { mode: 0o755 },
  );
  const server = serve(folder, { THT_BIN: maker });
  const link = new URL(await server.ready());
  expect(await readFile(join(folder, "workspace.yaml"), "utf8")).toBe(`workspace init ${folder} --demo`);
  const headers = { authorization: `Bearer ${link.searchParams.get("token")}` };
  expect(await (await fetch(`${link.origin}/workspace`, { headers })).json()).toMatchObject({ created: true });
  server.child.kill("SIGTERM");
  const { stderr } = await server.ended;
  expect(stderr).toContain("A demo workspace was made");
});

describe("the command line", () => {
  test.each([
    [["--help"], 0, /Usage: thoth COMMAND[\s\S]*serve/],
    [["serve", "--help"], 0, /--workspace DIR[\s\S]*THT_BIN/],
    [["help", "serve"], 0, /^Usage: thoth serve /],
    [["--version"], 0, /^\d+\.\d+\.\d+\n$/],
  ])("%j", async (args, code, text) => {
    const result = await thoth(args).ended;
    expect([result.code, result.stderr]).toEqual([code, ""]);
    expect(result.stdout).toMatch(text);
  });

  test.each([[["nonsense"]], [["serve", "--nonsense"]], [["serve", "--port"]], [["serve", "extra"]], [[]]])(
    "%j is wrong usage",
    async (args) => {
      const result = await thoth(args).ended;
      expect(result.code).toBe(2);
      expect(result.stdout + result.stderr).toContain("Usage: thoth");
      expect(result.stderr).not.toMatch(/\n\s+at /);
    },
  );

  test("wrong usage is one line of JSON where JSON was asked for", async () => {
    const result = await thoth(["doctor", "--json", "--nonsense"]).ended;
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(JSON.parse(result.stderr)).toEqual({
      error: { code: "usage", message: expect.stringContaining("--nonsense"), hint: "thoth doctor --help" },
    });
  });
});
