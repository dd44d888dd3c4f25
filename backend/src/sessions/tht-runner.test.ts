import { execFile } from "node:child_process";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { fixture, misbehave, readCalls, temporaryFolder } from "../../test/helper.ts";
import type { ThtProcessOptions } from "./tht-process.ts";
import { createThtRunner } from "./tht-runner.ts";

async function runner(options: Partial<ThtProcessOptions> = {}) {
  const workspace = await temporaryFolder();
  const tht = createThtRunner({
    argv: [fixture("recording-tht")],
    workspace,
    env: { PATH: process.env.PATH ?? "" },
    ...options,
  });
  return { tht, workspace };
}

describe("what the harness refuses", () => {
  test.each([
    ["session-not-found", 404],
    ["invalid-name", 400],
    ["read-only", 409],
    ["unreadable", 422],
    ["locked", 423],
    ["needs-person", 403],
    ["write-failed", 500],
    ["query-timeout", 504],
  ] as const)("%s is passed on with its words", async (code, status) => {
    const { tht, workspace } = await runner();
    const error = { code, message: "What happened.", hint: "What to do." };
    await misbehave(workspace, {
      "session archive": { exit: 1, stderr: `a warning before\n${JSON.stringify({ error })}\n` },
    });
    await expect(tht.archive("s-1")).rejects.toMatchObject({
      code,
      status,
      message: "What happened.",
      hint: "What to do.",
    });
  });

  test.each([
    ["a code nobody knows", { exit: 1, stderr: '{"error":{"code":"odd","message":"m"}}' }, '"odd"'],
    ["wrong usage", { exit: 2, stderr: "usage: tht …" }, "exit code 2:\nusage: tht …"],
    ["a crash", { exit: 7, stderr: "Traceback" }, "`tht session archive s-1` failed with exit code 7:\nTraceback"],
    ["silence", { exit: 1 }, "said nothing"],
    ["no JSON", { stdout: "done\n" }, "not the JSON it should be:\ndone"],
    ["a signal", { signal: "SIGKILL" }, "SIGKILL"],
  ])("%s is harness-failed and says what it printed", async (_name, behaviour, words) => {
    const { tht, workspace } = await runner();
    await misbehave(workspace, { "session archive": behaviour });
    await expect(tht.archive("s-1")).rejects.toMatchObject({
      code: "harness-failed",
      status: 502,
      message: expect.stringContaining(words),
    });
  });

  test("a refusal of many words is understood as well", async () => {
    const { tht, workspace } = await runner();
    const error = { code: "wrong-phase", message: `${"x".repeat(5000)} is no phase.`, hint: "Look again." };
    await misbehave(workspace, { "session archive": { exit: 1, stderr: `${JSON.stringify({ error })}\n` } });
    await expect(tht.archive("s-1")).rejects.toMatchObject({ status: 409, ...error });
  });

  test("only the end of a long stderr is shown", async () => {
    const { tht, workspace } = await runner();
    await misbehave(workspace, { "session list": { exit: 1, stderr: `${"x".repeat(100_000)}THE END` } });
    const error = await tht.list().catch((reason) => reason);
    expect(error.message.endsWith("THE END")).toBe(true);
    expect(error.message.length).toBeLessThan(2200);
  });
});

describe("what can go wrong with a program", () => {
  test("one that is not there is harness-missing", async () => {
    const { tht } = await runner({ argv: ["/no/such/tht"] });
    await expect(tht.list()).rejects.toMatchObject({
      code: "harness-missing",
      message: expect.stringContaining("/no/such/tht"),
    });
  });

  test("one that hangs is stopped and is harness-timeout", async () => {
    const { tht, workspace } = await runner({ timeoutMs: 4000 });
    await tht.open();
    await misbehave(workspace, { "session list": { hang: true, stderr: "still thinking" } });
    await expect(tht.list()).rejects.toMatchObject({
      code: "harness-timeout",
      status: 504,
      message: expect.stringContaining("still thinking"),
    });
  });

  test("one that hangs in a program of its own is stopped with it", async () => {
    const child = "sleep 987654";
    const { tht } = await runner({ argv: ["/bin/sh", "-c", `${child}; true`], timeoutMs: 300 });
    await expect(tht.list()).rejects.toMatchObject({ code: "harness-timeout" });
    const running = await promisify(execFile)("ps", ["-eo", "args"]);
    expect(running.stdout.split("\n")).not.toContain(child);
  });

  test("one that prints without end is stopped", async () => {
    const { tht, workspace } = await runner({ maxOutput: 1_000_000 });
    await misbehave(workspace, { "session list": { flood: true } });
    await expect(tht.list()).rejects.toMatchObject({
      code: "harness-failed",
      message: expect.stringContaining("more than"),
    });
  });
});

test("a workspace that was moved away is told as that, not as a harness that is missing", async () => {
  const { tht, workspace } = await runner();
  await tht.open();
  await rename(workspace, `${workspace}-moved`);
  await expect(tht.list()).rejects.toMatchObject({ code: "workspace-not-found" });
  await expect(tht.archive("s-1")).rejects.toMatchObject({ code: "workspace-not-found" });
  await rename(`${workspace}-moved`, workspace);
  await expect(tht.list()).resolves.toHaveLength(1);
});

test("a configuration that leaves out what everything stands on is refused at once", async () => {
  const { tht, workspace } = await runner();
  await misbehave(workspace, { config: { stdout: '{"name":"x"}' } });
  await expect(tht.open()).rejects.toMatchObject({
    code: "harness-failed",
    message: expect.stringContaining("tht config"),
  });
  await misbehave(workspace, {});
  await expect(tht.open()).resolves.toMatchObject({ foreign: false });
});

test("an argument that is no text reaches no harness", async () => {
  const { tht, workspace } = await runner();
  await tht.open();
  const before = (await readCalls(workspace)).length;
  await expect(tht.archive(undefined as unknown as string)).rejects.toThrow("argument 3 of 4 is no text: undefined");
  expect((await readCalls(workspace)).length).toBe(before);
});

describe("reads", () => {
  test("the same question asked at the same time is asked once, another and a later one again", async () => {
    const { tht, workspace } = await runner();
    await tht.open();
    const before = (await readCalls(workspace)).length;
    await Promise.all([tht.show("s-1"), tht.show("s-1"), tht.show("s-2")]);
    await tht.show("s-1");
    const asked = (await readCalls(workspace)).slice(before).map((call) => call.args[2]);
    expect(asked.sort()).toEqual(["s-1", "s-1", "s-2"]);
  });

  test("are not shared across a change", async () => {
    const { tht, workspace } = await runner({ parallel: 1 });
    await tht.open();
    const before = (await readCalls(workspace)).length;
    const first = tht.show("s-1");
    await tht.archive("s-1");
    await Promise.all([first, tht.show("s-1")]);
    const asked = (await readCalls(workspace)).slice(before).map((call) => call.args[1]);
    expect(asked).toEqual(["show", "archive", "show"]);
  });
});

describe("decisions", () => {
  test("carry what was shown, the key, and the note by stdin", async () => {
    const { tht, workspace } = await runner();
    const note = "--by=root\n`$(id)` \u2028 😀";
    await tht.decide(
      "s-1",
      {
        phase: "F4",
        decision: "rollback",
        to: "F2",
        note,
        key: "k=1",
        expect: { question: "2026-01-01T00:00:00.000Z" },
      },
      "Ada",
    );
    expect((await readCalls(workspace)).at(-1)).toMatchObject({
      args: [
        "session",
        "decide",
        "s-1",
        "--phase=F4",
        "--decision=rollback",
        "--to=F2",
        "--key=k=1",
        "--expect=question=2026-01-01T00:00:00.000Z",
        "--note-file=-",
        "--by=Ada",
        "--json",
      ],
      stdin: note,
    });
  });
});

describe("values no argument can carry", () => {
  test.each([
    ["a NUL", "a\0b"],
    ["more than the system takes", "x".repeat(200_000)],
  ])("%s is refused before a process is made", async (_name, text) => {
    const { tht, workspace } = await runner();
    await tht.open();
    const before = (await readCalls(workspace)).length;
    await expect((async () => tht.create({ question: text }))()).rejects.toMatchObject({ code: "invalid-question" });
    await expect((async () => tht.setName("s-1", text))()).rejects.toMatchObject({ code: "invalid-name" });
    expect((await readCalls(workspace)).length).toBe(before);
  });
});

test("an ability the harness does not name is missing", async () => {
  const { tht, workspace } = await runner();
  await writeFile(
    join(workspace, "behaviour.json"),
    JSON.stringify({ "--version": { stdout: JSON.stringify({ version: "1", capabilities: ["new", "status"] }) } }),
  );
  expect(await tht.open()).toMatchObject({ foreign: false, missing: ["chat", "decide", "fork", "original-documents"] });
});

test("a harness that could not be asked is asked again", async () => {
  const { tht, workspace } = await runner({ timeoutMs: 4000 });
  await misbehave(workspace, { "--version": { hang: true } });
  await expect(tht.open()).rejects.toMatchObject({ code: "harness-timeout" });
  await misbehave(workspace, {});
  expect(await tht.open()).toMatchObject({ foreign: false, config: { name: "Prova" } });
});
