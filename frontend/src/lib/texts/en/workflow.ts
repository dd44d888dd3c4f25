export const phase = {
  F1: "Question",
  F2: "Context",
  F3: "Revised question",
  F4: "Schema linking",
  F5: "Strategy",
  F6: "CTE",
  F7: "Final SQL",
  F8: "Validation",
};

export const doc = {
  question: "Original question",
  context: "Context",
  revised_question: "Revised question",
  schema_linking: "Schema linking",
  strategy: "Strategy",
  cte_plan: "CTE plan",
  cte_tests: "CTE tests",
  sql_final: "Final SQL",
  validation_report: "Validation report",
  evidence: "Evidence",
  decisions: "Decisions",
};
