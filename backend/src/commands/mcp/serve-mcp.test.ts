import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/helper.ts";

const bin = fileURLToPath(new URL("../../../bin/thoth.js", import.meta.url));

/** A repository with `sessions` sessions of Claude Code, each of which says its number. */
async function project(sessions: number) {
  const home = await temporaryFolder();
  const cwd = join(home, "repo");
  await mkdir(join(cwd, ".git"), { recursive: true });
  const store = join(home, ".claude/projects", cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));
  await mkdir(store, { recursive: true });
  for (let n = 0; n < sessions; n++) {
    const sessionId = `11111111-2222-4333-8444-${String(n).padStart(12, "0")}`;
    const message = { role: "user", content: `We decided to trim the hooks of the release number ${n}.` };
    const entry = { type: "user", uuid: sessionId, sessionId, timestamp: "2026-11-01T10:00:00.000Z", cwd, message };
    await writeFile(join(store, `${sessionId}.jsonl`), `${JSON.stringify(entry)}\n`);
  }
  return { cwd, env: { PATH: process.env.PATH ?? "", HOME: home } };
}

async function connect(options: { cwd: string; env: Record<string, string> }) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp"],
    stderr: "pipe",
    ...options,
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: "test", version: "1" });
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  onTestFinished(() => client.close());
  async function call(name: string, args: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: args });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    return (content as { text: string }[]).map(({ text }) => text).join("");
  }
  return { client, transport, call, errors, stderr: () => stderr };
}

test("six questions at once on a cold index: each is answered, and nothing is found twice", async () => {
  const { call, errors, stderr } = await connect(await project(40));
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call("thoth_sessions", { query: "trimmed hooks", limit: 50 })),
  );
  for (const answer of answers) {
    const ids = [...answer.matchAll(/^\d+\. (claude:\S+)/gm)].map(([, id]) => id);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  }
  const around = await call("thoth_session_read", {
    session: "claude:11111111-2222-4333-8444-000000000007",
    around: 0,
  });
  expect(around).toContain("the release number 7");
  expect([errors, stderr()]).toEqual([[], ""]);
});

test("six servers at once on a cold index, as of six agents", async () => {
  const given = await project(40);
  const clients = await Promise.all(Array.from({ length: 6 }, () => connect(given)));
  const ask = () =>
    Promise.all(clients.map(({ call }) => call("thoth_sessions", { query: "trimmed hooks", limit: 50 })));
  await ask();
  for (const answer of await ask()) expect(answer.match(/^\d+\. claude:/gm)).toHaveLength(40);
});

test("prints nothing but the protocol, and ends with its client", async () => {
  const { cwd, env } = await project(1);
  const child = spawn(process.execPath, [bin, "mcp"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const send = (message: unknown) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...(message as object) })}\n`);
  const clientInfo = { name: "test", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "thoth_sessions", arguments: { query: "hooks" } } });
  await expect.poll(() => out.split("\n").length).toBeGreaterThan(2);
  const closed = once(child, "close");
  child.stdin.end();
  expect(await closed).toEqual([0, null]);
  const messages = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(messages.map(({ id, jsonrpc }) => [id, jsonrpc])).toEqual([
    [1, "2.0"],
    [2, "2.0"],
  ]);
  expect(messages[1].result.content[0].text).toContain("«hooks»");
});

test("without anybody on the other end it ends at once, and in order", async () => {
  const { cwd, env } = await project(1);
  const child = spawn(process.execPath, [bin, "mcp"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      out += chunk;
    });
  }
  expect([await once(child, "close"), out]).toEqual([[0, null], ""]);
});

test("a client that goes while it is answered ends it, too", async () => {
  const { cwd, env } = await project(1);
  const child = spawn(process.execPath, [bin, "mcp"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await once(child.stdout, "data");
  const exited = once(child, "exit");
  child.stdout.destroy();
  send({ id: 2, method: "tools/call", params: { name: "thoth_sessions", arguments: { query: "hooks" } } });
  expect(await exited).toEqual([0, null]);
  expect(err).not.toContain("unsettled");
});

test("a workspace that is none ends it with a reason on stderr, and exit code 1", async () => {
  const { cwd, env } = await project(0);
  const child = spawn(process.execPath, [bin, "mcp", "--workspace", "nowhere"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(err).toContain("nowhere has no workspace.yaml");
});
