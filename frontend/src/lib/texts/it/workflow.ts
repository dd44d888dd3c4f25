export const phase = {
  F1: "Domanda",
  F2: "Contesto",
  F3: "Domanda rivista",
  F4: "Schema linking",
  F5: "Strategia",
  F6: "CTE",
  F7: "SQL finale",
  F8: "Validazione",
};

export const doc = {
  question: "Domanda originale",
  context: "Contesto",
  revised_question: "Domanda rivista",
  schema_linking: "Schema linking",
  strategy: "Strategia",
  cte_plan: "Piano delle CTE",
  cte_tests: "Test delle CTE",
  sql_final: "SQL finale",
  validation_report: "Rapporto di validazione",
  evidence: "Evidenze",
  decisions: "Decisioni",
};
