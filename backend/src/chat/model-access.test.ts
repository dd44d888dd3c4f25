import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorkspace, startChatServer } from "../../test/chat-server.ts";
import { findModelAccess } from "./model-access.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "thoth-access-"));
  await writeFile(join(dir, "models.json"), JSON.stringify({ providers: { ours: {} } }));
  await writeFile(join(dir, "auth.json"), JSON.stringify({ anthropic: { type: "oauth" } }));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test.each([
  ["openai/gpt", { OPENAI_API_KEY: "secret" }, { by: "variables", set: ["OPENAI_API_KEY"] }],
  ["openai/gpt", { OPENAI_API_KEY: "" }, { by: "nothing", variables: ["OPENAI_API_KEY"] }],
  ["ours/large", {}, { by: "file" }],
  ["anthropic/claude", {}, { by: "file" }],
  ["unknown/one", {}, { by: "nothing", variables: ["UNKNOWN_API_KEY"] }],
  ["toString/one", {}, { by: "nothing" }],
  ["amazon-bedrock/claude", {}, { by: "home" }],
])("%s with %j", async (model, env, access) => {
  expect(await findModelAccess(model, dir, env)).toMatchObject(access);
});

test("files that are missing or no JSON name no provider", async () => {
  expect((await findModelAccess("ours/large", join(dir, "none"), {})).by).toBe("nothing");
  const broken = await mkdtemp(join(dir, "broken-"));
  await writeFile(join(broken, "models.json"), "{");
  await writeFile(join(broken, "auth.json"), "null");
  expect((await findModelAccess("ours/large", broken, {})).by).toBe("nothing");
});

test("an agent whose model has no key does not start, and which variable it lacks is said", async () => {
  const workspace = await makeWorkspace();
  const server = await startChatServer({ workspace, env: { THOTH_MODEL: "anthropic/claude" } });
  try {
    const { status, body } = await server.post("/sessions", { question: "Quanti clienti?" });
    expect(status).toBe(201);
    const error = () => server.services.chat.port.runtime(String(body.id))?.error;
    await server.until(() => expect(error()).toMatch(/could not start: .*anthropic\/claude\. .*ANTHROPIC_API_KEY/));
    expect(error()).not.toContain("/login");
  } finally {
    await server.close();
    await workspace.remove();
  }
});
