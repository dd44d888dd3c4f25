import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../test/tht.ts";
import { DEFAULT_WORKFLOW, readWorkflow } from "./workflow.ts";

describe("readWorkflow", () => {
  it("reads the packaged one", () => {
    const phases = readWorkflow(DEFAULT_WORKFLOW);
    expect(phases.map(({ code, name, gate }) => [code, name, gate])).toEqual([
      ["F1", "domanda", "person"],
      ["F2", "contesto", "person"],
      ["F3", "riscrittura", "person"],
      ["F4", "schema_linking", "person"],
      ["F5", "strategia", "person"],
      ["F6", "cte", "person"],
      ["F7", "sql_finale", "person"],
      ["F8", "validazione", "person"],
    ]);
    expect(phases.flatMap(({ documents }) => documents.map(({ key, file }) => [key, file]))).toEqual([
      ["question", null],
      ["context", "context.md"],
      ["revised_question", "question.md"],
      ["schema_linking", "schema_linking.json"],
      ["strategy", "strategy.md"],
      ["cte_plan", "cte_plan.json"],
      ["cte_tests", "cte_tests.json"],
      ["sql_final", "sql_final.sql"],
      ["validation_report", "validation_report.md"],
      ["evidence", "evidence.json"],
    ]);
  });

  it.each([
    ["is not there", null],
    ["has no phases", "phases: []\n"],
    ["names a phase twice", "phases: [{code: A, name: a}, {code: A, name: b}]\n"],
    ["leaves the folder", "phases: [{code: A, name: a, documents: [{key: k, file: ../k.md}]}]\n"],
    ["writes over the manifest", "phases: [{code: A, name: a, documents: [{key: k, file: session_manifest.yaml}]}]\n"],
    ["takes the ledger's key", "phases: [{code: A, name: a, documents: [{key: decisions, file: k.md}]}]\n"],
    [
      "writes one file twice",
      "phases: [{code: A, name: a, documents: [{key: k, file: k.md}, {key: l, file: k.md}]}]\n",
    ],
    ["has an unknown gate", "phases: [{code: A, name: a, gate: robot}]\n"],
    ["has an unknown format", "phases: [{code: A, name: a, documents: [{key: k, file: k.md, format: pdf}]}]\n"],
    [
      "has a later document without a file",
      "phases: [{code: A, name: a}, {code: B, name: b, documents: [{key: k}]}]\n",
    ],
  ])("refuses a workflow that %s", (_title, text) => {
    const path = join(temporaryFolder(), "workflow.yaml");
    if (text !== null) writeFileSync(path, text);
    expect(() => readWorkflow(path)).toThrow(expect.objectContaining({ code: "unreadable" }));
  });
});
