import { afterEach, expect, test, vi } from "vitest";
import { type Bench, openBench } from "./bench.ts";

// Each of these runs a real Pi and dozens of real `tht` commands.
vi.setConfig({ testTimeout: 180_000 });

let bench: Bench;
afterEach(() => bench.close());

const PHASES = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"];

test("a new question goes through all eight gates to a validated answer", async () => {
  bench = await openBench();
  const id = bench.newSession("Top 3 regioni per fatturato nel 2025");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  expect(await bench.approveUntil(pi, null)).toBeNull();
  expect(pi.gates.map((gate) => gate.phase)).toEqual(PHASES);
  expect(pi.results().filter((result) => result.error)).toEqual([]);
  expect(bench.ledger(id).map(({ phase, decision }) => [phase, decision])).toEqual(
    PHASES.map((code) => [code, "approve"]),
  );
  expect(bench.show(id).phase).toMatchObject({ complete: true, next: "done" });
  expect(bench.document(id, "validation_report")).toContain("i due calcoli coincidono");
  expect(pi.said().at(-1)).toContain("| Lombardia |");
});

test("a fresh process resumes at the gate of F4 from the documents alone", async () => {
  bench = await openBench();
  const id = bench.newSession("Margine per categoria nel 2025");
  const first = bench.start(id);
  first.prompt(`/nuova-domanda ${id}`);
  await bench.approveUntil(first, "F4");
  await first.kill();
  const before = bench.ledger(id);
  const asked = bench.requests.length;

  const second = bench.start(id);
  second.prompt(`/riprendi-sessione ${id}`);
  const gate = await second.gate(0);
  const [opening] = bench.requests.slice(asked);
  expect(opening?.messages.map((message) => message.role)).toEqual(["system", "user"]);
  expect(JSON.stringify(opening?.messages[1])).toContain("Riprendi la sessione ThothII");
  expect(opening?.tools.map((tool) => tool.function?.name).sort()).toEqual(["gate", "read", "tht"]);
  expect(second.calls()).toEqual(["read SKILL.md", "tht session show", "tht session documents --all", "gate F4"]);
  expect(gate).toMatchObject({ phase: "F4", index: 4, of: 8, rollbackTo: ["F1", "F2", "F3"] });
  expect(gate.documents.map((document) => document.key)).toEqual(["schema_linking"]);
  expect(bench.ledger(id)).toEqual(before);

  bench.decide(second, gate, { decision: "approve" });
  expect(await bench.approveUntil(second, null)).toBeNull();
  expect(bench.show(id).phase.complete).toBe(true);
  expect(bench.ledger(id)).toHaveLength(8);
});

test("a note is worked in, and a rollback goes back and forward again", async () => {
  bench = await openBench();
  const id = bench.newSession("Fatturato delle cravatte per regione");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  const refused = await bench.approveUntil(pi, "F4");
  expect(refused?.summary).toContain("Non so collegare al DWH: «cravatte»");
  expect(refused?.suggest).toEqual({ decision: "revise", to: null });
  bench.decide(pi, refused as never, { decision: "revise", note: "per cravatte intendo abbigliamento" });
  const again = await pi.gate(pi.gates.length);
  expect(again).toMatchObject({ phase: "F4", suggest: null });
  expect(again.summary).toContain("categoria Abbigliamento");
  bench.decide(pi, again, { decision: "approve" });
  const strategy = await pi.gate(pi.gates.length);
  bench.decide(pi, strategy, { decision: "rollback", to: "F2", note: "per fatturato intendo margine" });
  const context = await pi.gate(pi.gates.length);
  expect(context.phase).toBe("F2");
  expect(bench.document(id, "context")).toContain("> per fatturato intendo margine");
  bench.decide(pi, context, { decision: "approve" });
  expect(await bench.approveUntil(pi, null)).toBeNull();
  expect(bench.document(id, "sql_final")).toMatch(
    /AS margine[\s\S]*p\.categoria = 'Abbigliamento'|p\.categoria = 'Abbigliamento'[\s\S]*AS margine/,
  );
});

test("what could not be linked never becomes SQL, even when it is approved", async () => {
  bench = await openBench();
  const id = bench.newSession("Fatturato per regione escluso il Lazio");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  expect(await bench.approveUntil(pi, null)).toBeNull();
  expect(pi.gates.map((gate) => gate.phase)).toEqual(PHASES.slice(0, 6));
  expect(pi.gates.at(-1)).toMatchObject({ suggest: { decision: "rollback", to: "F4" } });
  expect(pi.said().at(-1)).toContain("Mi fermo a F7");
  expect(bench.show(id).phase).toMatchObject({ code: "F7", next: "work" });
});

test("a note at the first gate rewords the question; one left by a killed process is worked off by the next", async () => {
  bench = await openBench();
  const id = bench.newSession("Vendite");
  const first = bench.start(id);
  first.prompt(`/nuova-domanda ${id}`);
  bench.decide(first, await first.gate(0), { decision: "revise", note: "Fatturato per regione nel 2025" });
  expect((await first.gate(1)).summary).toContain("Fatturato per regione, nel 2025.");
  expect(bench.document(id, "question").trim()).toBe("Fatturato per regione nel 2025");
  await first.kill();
  bench.tht("session", "decide", id, "--phase=F1", "--decision=revise", "--note=solo il Lazio");

  const second = bench.start(id);
  second.prompt(`/riprendi-sessione ${id}`);
  const gate = await second.gate(0);
  expect(gate).toMatchObject({ phase: "F1" });
  expect(bench.document(id, "question")).toContain("solo il Lazio");
  expect(bench.ledger(id)).toHaveLength(2);
});

test("after a way back without a note the documents there go straight to their gates", async () => {
  bench = await openBench();
  const id = bench.newSession("Fatturato per categoria");
  const pi = bench.start(id);
  pi.prompt(`/nuova-domanda ${id}`);
  const gate = await bench.approveUntil(pi, "F4");
  const before = bench.document(id, "context");
  bench.decide(pi, gate as never, { decision: "rollback", to: "F2" });
  const seen = pi.gates.length;
  const puts = pi.calls().filter((call) => call.includes(" put ")).length;
  expect(await pi.gate(seen)).toMatchObject({ phase: "F2" });
  expect(await bench.approveUntilFrom(pi, seen, "F5")).toMatchObject({ phase: "F5" });
  expect(bench.document(id, "context")).toBe(before);
  expect(pi.calls().filter((call) => call.includes(" put "))).toHaveLength(puts + 1);
});
