import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { type Agent, Agents } from "../../api/agents.ts";
import { plainAgent, startAgents } from "../../test/agents-server.ts";
import { presets } from "./presets.ts";

const list = async (server: Awaited<ReturnType<typeof startAgents>>) =>
  (await server.ask<Agent[]>("GET", "/agents")).body as unknown as Agent[];

describe("GET /agents", () => {
  test("every preset, as documented; what is not installed says how to get it", async () => {
    const server = await startAgents();
    const agents = await list(server);
    expect([...Value.Errors(Agents, agents)]).toEqual([]);
    expect(agents.map(({ id }) => id)).toEqual(Object.keys(presets));
    const cursor = agents.find(({ id }) => id === "cursor");
    expect(cursor).toMatchObject({
      preset: true,
      edited: false,
      installed: false,
      install: "Install it: curl https://cursor.com/install -fsS | bash",
      verified: { how: "from-docs", version: null },
      canResume: true,
      canFork: false,
    });
  });

  test("settings that can't be read are told, and the presets stand", async () => {
    const server = await startAgents();
    await writeFile(join(server.thothHome, "agents.json"), "{ half");
    const { status, headers } = await server.ask("GET", "/agents");
    expect(status).toBe(200);
    expect(decodeURIComponent(String(headers["x-thoth-notice"]))).toContain("agents.json.unreadable-");
    expect(server.troubles).toHaveLength(1);
    expect((await list(server)).length).toBe(12);
  });
});

describe("PUT and DELETE /agents/:id", () => {
  test("one's own comes and goes", async () => {
    const server = await startAgents();
    const put = await server.configure("my-agent", { label: " My agent " });
    expect([put.status, put.body]).toEqual([
      200,
      {
        id: "my-agent",
        ...plainAgent,
        label: "My agent",
        preset: false,
        edited: false,
        installed: true,
        install: null,
        verified: null,
        canResume: false,
        canFork: false,
      },
    ]);
    expect((await list(server)).at(-1)?.id).toBe("my-agent");
    expect((await server.ask("DELETE", "/agents/my-agent")).status).toBe(204);
    expect((await server.ask("DELETE", "/agents/my-agent")).body).toMatchObject({
      status: 404,
      code: "agent-not-found",
    });
  });

  test("a preset is edited, and taken back to its own; nothing is verified of what was edited", async () => {
    const server = await startAgents();
    const { config } = presets.claude ?? expect.fail();
    const edited = await server.ask<Agent>("PUT", "/agents/claude", { ...config, args: ["--model", "opus"] });
    expect(edited.body).toMatchObject({ preset: true, edited: true, verified: null, args: ["--model", "opus"] });
    expect((await server.ask("DELETE", "/agents/claude")).status).toBe(204);
    expect((await server.ask("DELETE", "/agents/claude")).status).toBe(204);
    expect((await list(server))[0]).toMatchObject({ edited: false, args: [], verified: { how: "verified" } });
  });

  test.each([
    ["a member that is not documented", { ...plainAgent, shell: true }],
    ["a transport there is not", { ...plainAgent, promptTransport: "carrier" }],
    ["a name of blanks", { ...plainAgent, label: "  " }],
    ["a variable's name with =", { ...plainAgent, env: { "A=B": "x" } }],
    ["a command with a zero byte", { ...plainAgent, command: "a\0b" }],
    ["an argument with one", { ...plainAgent, args: ["a\0b"] }],
    ["a variable with one", { ...plainAgent, env: { A: "a\0b" } }],
    ["not all of it", { label: "x", command: "x" }],
  ])("%s is refused", async (_what, body) => {
    const server = await startAgents();
    expect((await server.ask("PUT", "/agents/mine", body)).body).toMatchObject({
      status: 400,
      code: "invalid-request",
    });
  });

  test.each(["UPPER", "a%2F..%2Fb", "-x", "a".repeat(65)])("%s is no id", async (id) => {
    const server = await startAgents();
    expect((await server.ask("PUT", `/agents/${id}`, plainAgent)).status).toBe(400);
    expect((await server.ask("DELETE", `/agents/${id}`)).status).toBe(400);
  });
});
