import type { WorkflowPhase } from "../../api/workspace.ts";

const titles = {
  domanda: "Domanda",
  contesto: "Contesto",
  riscrittura: "Domanda rivista",
  schema_linking: "Schema linking",
  strategia: "Strategia",
  cte: "CTE",
  sql_finale: "SQL finale",
  validazione: "Validazione",
};

/** The workflow to assume of a harness that does not say its own. */
export const standardPhases: WorkflowPhase[] = Object.entries(titles).map(([name, title], index) => ({
  code: `F${index + 1}`,
  name,
  title,
  gate: "person",
  documents: [],
}));
