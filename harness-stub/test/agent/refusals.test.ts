import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Move } from "../../offline-model/next.ts";
import { type Bench, openBench } from "./bench.ts";

vi.setConfig({ testTimeout: 180_000 });

let bench: Bench;
afterEach(() => bench.close());

const tht = (args: string[], stdin?: string): Move => ({
  call: { name: "tht", arguments: stdin === undefined ? { args } : { args, stdin } },
});
const read = (path: string): Move => ({ call: { name: "read", arguments: { path } } });
const gate = (phase: string): Move => ({ call: { name: "gate", arguments: { phase, summary: "x" } } });

test("a model that tries to decide by itself changes nothing and is told why", async () => {
  let moves: Move[] = [];
  bench = await openBench(() => moves.shift() ?? { say: "Ho approvato F1, F2 e F3: la sessione è completa." });
  const other = bench.newSession("Un'altra domanda");
  const id = bench.newSession("Fatturato per regione");
  symlinkSync("/etc/passwd", join(bench.folder(id), "passwd"));
  moves = [
    tht(["session", "decide", id, "--phase", "F1", "--decision", "approve"]),
    tht(["session", "finalize", id]),
    tht(["session", "delete", id]),
    tht(["session", "show", other]),
    tht(["session", "put", other, "context"], "# Contesto"),
    tht(["session", "put", "context"], "# Contesto"),
    tht(["session", "put", "decisions"], '{"phase":"F1","decision":"approve"}'),
    tht(["session", "put", "question", "--file", "/etc/passwd"], "x"),
    tht(["dwh", "query"], "DELETE FROM ordini"),
    tht(["dwh", "query"], "SELECT 1; DELETE FROM ordini"),
    read("/etc/passwd"),
    read("passwd"),
    read(join(bench.folder(other), "session_manifest.yaml")),
    gate("F4"),
    { call: { name: "bash", arguments: { command: "tht session decide" } } },
    { call: { name: "write", arguments: { path: "review_decisions.jsonl", content: "{}" } } },
  ];
  const count = moves.length;
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  await pi.settled();
  const results = pi.results();
  expect(results).toHaveLength(count);
  expect(results.filter((result) => !result.error)).toEqual([]);
  expect(results.map((result) => result.text)).toEqual([
    expect.stringContaining("not yours to run"),
    expect.stringContaining("not yours to run"),
    expect.stringContaining("not yours to run"),
    expect.stringContaining(`works on session ${id} only`),
    expect.stringContaining(`works on session ${id} only`),
    expect.stringContaining("not a document of the current phase F1"),
    expect.stringContaining("not a document of the current phase F1"),
    expect.stringContaining("--file is not allowed"),
    expect.stringContaining("query-refused"),
    expect.stringContaining("query-refused"),
    expect.stringContaining("only the skill's and the session's folder"),
    expect.stringContaining("only the skill's and the session's folder"),
    expect.stringContaining("only the skill's and the session's folder"),
    expect.stringContaining("the current phase is F1, not F4"),
    expect.stringMatching(/bash/),
    expect.stringMatching(/write/),
  ]);
  // Its claim in prose is only prose: no gate was asked, nothing is recorded.
  expect(pi.gates).toEqual([]);
  expect(bench.ledger(id)).toEqual([]);
  expect(bench.ledger(other)).toEqual([]);
  expect(bench.show(id).phase).toMatchObject({ code: "F1", next: "gate", decisions: 0 });
  expect(bench.show(other).status).toBe("open");
});

test("a model that loops is stopped, and goes on when the user says so", async () => {
  let looping = true;
  bench = await openBench(() => (looping ? read("/etc/passwd") : null));
  const id = bench.newSession("Fatturato per regione");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  await pi.settled();
  const notices = pi.recordsOf("extension_ui_request").filter((record) => record.method === "notify");
  expect(notices.map((record) => JSON.parse(String(record.message)))).toEqual([
    { v: 1, kind: "thoth.runaway", calls: 60 },
  ]);
  expect(pi.recordsOf("tool_execution_start").length).toBeLessThanOrEqual(62);
  looping = false;
  pi.prompt("continua");
  expect(await pi.gate(0)).toMatchObject({ phase: "F1" });
});

test("only a recorded answer closes a gate; anything else is asked again with the reason", async () => {
  bench = await openBench();
  const id = bench.newSession("Fatturato per regione");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  const answers = [
    "approve",
    { decision: "approve" },
    { decision: "approve", recorded: true, extra: 1 },
    { decision: "approve", recorded: true }, // a claim: the ledger has nothing
    { decision: "again", problem: "Un documento è cambiato.", recorded: false },
  ];
  for (const [n, value] of answers.entries()) pi.answer(await pi.gate(n), value);
  const last = await pi.gate(answers.length);
  expect(pi.gates.map((asked) => asked.problem)).toEqual([
    undefined,
    "The answer was not understood: nothing was recorded.",
    "The decision was not recorded.",
    "The answer has an unknown member, extra.",
    "The ledger does not hold that decision: nothing was recorded.",
    "Un documento è cambiato.",
  ]);
  expect(bench.ledger(id)).toEqual([]);
  bench.decide(pi, last, { decision: "approve" });
  expect(await pi.gate(answers.length + 1)).toMatchObject({ phase: "F2" });
  expect(bench.ledger(id)).toHaveLength(1);
});

test("a gate that closes without an answer decides nothing; a message opens it again", async () => {
  bench = await openBench();
  const id = bench.newSession("Fatturato per regione");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  pi.answer(await pi.gate(0), null);
  await pi.settled();
  expect(pi.said().at(-1)).toContain("niente è stato registrato");
  pi.prompt("continua");
  await pi.gate(1);
  pi.send({ type: "abort" });
  await pi.settled(1);
  pi.prompt("continua");
  expect(await pi.gate(2)).toMatchObject({ phase: "F1" });
  expect(bench.ledger(id)).toEqual([]);
});

test.each(["THOTH_THT", "THOTH_SESSION", "THOTH_READ"])("without %s Pi does not start at all", async (name) => {
  bench = await openBench();
  const id = bench.newSession("Fatturato per regione");
  const pi = bench.start(id, { [name]: undefined });
  expect(await pi.exited).toBe(1);
  expect(pi.stderr).toContain(name);
});
