import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { fixture, temporaryFolder } from "../../test/helper.ts";
import type { BulkDocuments } from "./tht.ts";
import type { ThtProcessOptions } from "./tht-process.ts";
import { createThtRunner } from "./tht-runner.ts";

const bundled = [process.execPath, fileURLToPath(new URL("../../../harness-stub/bin/tht.js", import.meta.url))];

/** Answers as ids tell it to, and writes down each run. */
const ANSWERING = `#!/usr/bin/env node
import { appendFileSync, readFileSync, writeSync } from "node:fs";
const args = process.argv.slice(2);
const say = (value) => writeSync(1, JSON.stringify(value) + "\\n");
const document = (id) => ({ phase: "F1", key: "question", title: "Domanda", format: "text", content: "Domanda di " + id });
if (args[0] === "--version") say({ version: "1", capabilities: CAPABILITIES });
else if (args[0] === "config")
  say({ workspace: "/w", name: "n", sessions_root: "/w/s", author: "a", phases: [{ code: "F1", name: "n", title: "t", gate: "person", documents: [] }], skill: null, prompts: null, extension: null, version: "1" });
else if (args[1] === "documents") {
  appendFileSync("runs", "documents " + args[2] + "\\n");
  say([document(args[2])]);
} else {
  const ids = readFileSync(0, "utf8").trimEnd().split("\\n");
  appendFileSync("runs", process.pid + " " + ids.join(" ") + "\\n");
  for (const id of ids) {
    if (id === "dies") process.kill(process.pid, "SIGKILL");
    if (id === "fails") { process.stderr.write("boom"); process.exit(3); }
    if (id === "hangs") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (id === "mumbles") writeSync(1, "{no\\n");
    else if (id === "forgets") continue;
    else if (id === "gone") say({ id, problem: { code: "session-not-found", message: "There is no session gone.", hint: "h" } });
    else if (id === "odd") say({ id, problem: { code: "odd", message: "Something." } });
    else say({ id, forked_from: id === "copy" ? { id: "s-1", at: null } : null, documents: [document(id)] });
  }
}
`;

async function answering(options: Partial<ThtProcessOptions> = {}, capabilities = ["bulk-documents"]) {
  const workspace = await temporaryFolder();
  const program = join(workspace, "tht.mjs");
  await writeFile(program, ANSWERING.replace("CAPABILITIES", JSON.stringify(capabilities)), { mode: 0o755 });
  const tht = createThtRunner({ argv: [program], workspace, env: { PATH: process.env.PATH ?? "" }, ...options });
  const runs = async () => {
    const text = await readFile(join(workspace, "runs"), "utf8").catch(() => "");
    return text.split("\n").filter(Boolean);
  };
  return { tht, workspace, runs, asked: async () => (await runs()).map((run) => run.replace(/^\d+ /, "")) };
}

async function all(given: AsyncIterable<BulkDocuments>): Promise<string[]> {
  const got: string[] = [];
  for await (const each of given)
    got.push(`${each.id}: ${"problem" in each ? each.problem.code : each.documents.map(({ content }) => content)}`);
  return got;
}

describe("one program for many sessions", () => {
  test("a session each as it comes, with where it was copied from", async () => {
    const { tht, asked } = await answering();
    const got: BulkDocuments[] = [];
    for await (const each of tht.bulkDocuments(["s-1", "copy", "gone", "odd"])) got.push(each);
    const document = { phase: "F1", key: "question", title: "Domanda", format: "text" };
    expect(got).toEqual([
      { id: "s-1", forkedFrom: null, documents: [{ ...document, content: "Domanda di s-1" }] },
      { id: "copy", forkedFrom: "s-1", documents: [{ ...document, content: "Domanda di copy" }] },
      { id: "gone", problem: expect.objectContaining({ code: "session-not-found", hint: "h" }) },
      { id: "odd", problem: expect.objectContaining({ code: "harness-failed", message: "Something." }) },
    ]);
    expect(await asked()).toEqual(["s-1 copy gone odd"]);
    expect(await all(tht.bulkDocuments([]))).toEqual([]);
  });

  test.each(["dies", "fails", "hangs", "mumbles", "forgets"])("one that %s hides no other", async (bad) => {
    const { tht, asked } = await answering({ timeoutMs: 3000 });
    const got = await all(tht.bulkDocuments(["s-1", bad, "s-3", "s-4"]));
    const code = bad === "hangs" ? "harness-timeout" : "harness-failed";
    expect(got.sort()).toEqual(
      ["s-1: Domanda di s-1", `${bad}: ${code}`, "s-3: Domanda di s-3", "s-4: Domanda di s-4"].sort(),
    );
    expect((await asked())[0]).toBe(`s-1 ${bad} s-3 s-4`);
    expect((await asked()).length).toBeLessThan(3);
  });

  test("a program that answers for none is no session's fault", async () => {
    const { tht, asked } = await answering();
    await expect(all(tht.bulkDocuments(["dies", "fails", "dies", "fails"]))).rejects.toMatchObject({
      code: "harness-failed",
    });
    expect(await asked()).toHaveLength(2);
    const { tht: none } = await answering({ argv: ["/no/such/tht"] });
    await expect(all(none.bulkDocuments(["a", "b"]))).rejects.toMatchObject({ code: "harness-missing" });
  });

  test("an abort ends the program, and is no failure", async () => {
    const { tht, runs } = await answering();
    const aborting = new AbortController();
    const got: string[] = [];
    for await (const { id } of tht.bulkDocuments(["s-1", "hangs", "s-3"], aborting.signal)) {
      got.push(id);
      aborting.abort();
    }
    expect(got).toEqual(["s-1"]);
    const pid = Number((await runs())[0]?.split(" ")[0]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("one in the background lets others go first", async () => {
    const { tht, runs } = await answering({ background: true });
    const priorities: number[] = [];
    for await (const { id } of tht.bulkDocuments(["s-1", "hangs"])) {
      const pid = Number((await runs())[0]?.split(" ")[0]);
      priorities.push(getPriority(pid));
      expect(id).toBe("s-1");
      break;
    }
    expect(priorities).toEqual([Math.max(getPriority(), 10)]);
  });
});

test("a harness without the ability is asked for one after the other", async () => {
  const { tht, asked } = await answering({}, ["decide"]);
  expect((await all(tht.bulkDocuments(["s-1", "s-2", "s-3", "s-4"]))).sort()).toEqual(
    ["s-1", "s-2", "s-3", "s-4"].map((id) => `${id}: Domanda di ${id}`),
  );
  expect((await asked()).sort()).toEqual(["s-1", "s-2", "s-3", "s-4"].map((id) => `documents ${id}`));
});

test("so is one with the basic commands alone, whose failures are told", async () => {
  const workspace = await temporaryFolder();
  await mkdir(join(workspace, "sessions"));
  for (const id of ["s-1", "s-2"])
    await writeFile(join(workspace, "sessions", `${id}.json`), JSON.stringify({ id, question: id, status: "open" }));
  const tht = createThtRunner({ argv: [fixture("foreign-tht")], workspace, env: { PATH: process.env.PATH ?? "" } });
  const got = await all(tht.bulkDocuments(["s-1", "no", "s-2"]));
  expect(got.map((line) => line.split(",")[0]).sort()).toEqual(["no: session-not-found", "s-1: s-1", "s-2: s-2"]);
});

test("the bundled harness answers the same in bulk as one after the other", async () => {
  const workspace = join(await temporaryFolder(), "ws");
  await execa(bundled[0] as string, [bundled[1] as string, "workspace", "init", workspace, "--demo"]);
  const tht = createThtRunner({ argv: bundled, workspace, env: { PATH: process.env.PATH ?? "" } });
  const ids = (await tht.list()).map(({ id }) => id);
  await appendFile(join(workspace, "sessions", ids[2] as string, "review_decisions.jsonl"), "{torn");
  await writeFile(join(workspace, "sessions", ids[3] as string, "session_manifest.yaml"), "[");
  const answers: BulkDocuments[] = [];
  for await (const answer of tht.bulkDocuments([...ids, "not-there"])) answers.push(answer);
  expect(answers.map(({ id }) => id)).toEqual([...ids, "not-there"]);
  for (const answer of answers.slice(0, -1))
    expect(answer).toMatchObject({ documents: await tht.documents(answer.id, { all: true }), forkedFrom: null });
  expect(answers.at(-1)).toMatchObject({ problem: { code: "session-not-found" } });
}, 60_000);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
