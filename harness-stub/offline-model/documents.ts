import type { DwhSchema, QueryResult } from "../src/dwh-types.ts";
import type { Builder } from "./builders/builder.ts";
import { context } from "./builders/context.ts";
import { ctePlan, cteTests } from "./builders/cte.ts";
import { question } from "./builders/question.ts";
import { revisedQuestion } from "./builders/revised-question.ts";
import { schemaLinking } from "./builders/schema-linking.ts";
import { sqlFinal } from "./builders/sql-final.ts";
import { strategy } from "./builders/strategy.ts";
import { evidence, validationReport } from "./builders/validation.ts";

/** The builder of each document, by key. */
export const BUILDERS: Record<string, Builder> = {
  question,
  context,
  revised_question: revisedQuestion,
  schema_linking: schemaLinking,
  strategy,
  cte_plan: ctePlan,
  cte_tests: cteTests,
  sql_final: sqlFinal,
  validation_report: validationReport,
  evidence,
};

const PHASES: Record<string, readonly string[]> = {
  F1: ["question"],
  F2: ["context"],
  F3: ["revised_question"],
  F4: ["schema_linking"],
  F5: ["strategy"],
  F6: ["cte_plan", "cte_tests"],
  F7: ["sql_final"],
  F8: ["validation_report", "evidence"],
};

export interface WritingInput {
  question: string;
  /** Contents of the documents so far, by key. */
  documents: Record<string, string>;
  /** What the reviewer asked to change, if the phase is being redone. */
  note: string | null;
  schema: DwhSchema;
  query: (sql: string) => QueryResult;
}

/** The documents of a phase (`F2` to `F8`; `F1` only with a note), just as the offline model writes them. */
export function writeDocuments(phase: string, input: WritingInput): Record<string, string> {
  const written: Record<string, string> = {};
  for (const key of PHASES[phase] ?? []) {
    const content = BUILDERS[key]?.write(input, input.query) ?? null;
    if (content !== null) written[key] = content;
  }
  return written;
}
