import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/helper.ts";
import { readers } from "../transcripts/all-readers.ts";
import { firstThatKnows } from "./conversation-source.ts";
import { createStoreSource } from "./store-source.ts";

async function source(...sessions: string[]) {
  const home = await temporaryFolder();
  const folder = join(home, ".claude/projects/-p");
  await mkdir(folder, { recursive: true });
  for (const sessionId of sessions) {
    const line = { type: "user", uuid: `u-${sessionId}`, sessionId, cwd: "/p", timestamp: "2026-01-01T00:00:00Z" };
    await writeFile(
      join(folder, `${sessionId}.jsonl`),
      `${JSON.stringify({ ...line, message: { role: "user", content: `Say ${sessionId}.` } })}\n`,
    );
  }
  const workspaceIds = async () => ["20260101-120000-abcdef"];
  return createStoreSource({ readers, env: { HOME: home }, projects: () => ["/p"], workspaceIds });
}

test("a session by its id, its agent's name, or the beginning of either", async () => {
  const { resolve } = await source("0198-a", "0198-b", "0198-bb");
  const b = { agent: "claude", sessionId: "0198-b" };
  expect(await resolve("0198-b")).toEqual(b);
  expect(await resolve("claude:0198-b")).toEqual(b);
  expect(await resolve("0198-a")).toEqual({ agent: "claude", sessionId: "0198-a" });
  expect(await resolve("2026")).toEqual({ agent: "thoth", sessionId: "20260101-120000-abcdef" });
  await expect(resolve("0198")).rejects.toMatchObject({
    code: "ambiguous-session",
    extra: { candidates: ["claude:0198-a", "claude:0198-b", "claude:0198-bb"] },
  });
  await expect(resolve("codex:0198-b")).rejects.toMatchObject({ code: "session-not-found" });
});

test("what was said in it, from its file; gone where the file is", async () => {
  const { conversation } = await source("0198-a");
  expect(await conversation({ agent: "claude", sessionId: "0198-a" })).toMatchObject({
    head: { agent: "claude", project: "/p", resume: ["claude", "--resume", "0198-a"] },
    turns: [{ role: "user", text: "Say 0198-a." }],
    touchedFiles: [],
  });
  await expect(conversation({ agent: "claude", sessionId: "0198-z" })).rejects.toMatchObject({ code: "session-gone" });
});

test("two sources: what the first does not know the second may", async () => {
  const [indexed, stored] = [await source("old"), await source("new", "old-and-new")];
  const { resolve, conversation } = firstThatKnows(indexed, stored);
  expect(await resolve("old")).toEqual({ agent: "claude", sessionId: "old" });
  expect(await resolve("claude:new")).toEqual({ agent: "claude", sessionId: "new" });
  await expect(resolve("none")).rejects.toMatchObject({ code: "session-not-found" });
  expect((await conversation({ agent: "claude", sessionId: "old" })).turns).toHaveLength(1);
});
