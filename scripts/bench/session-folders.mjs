// Session folders as `tht` leaves them, written straight to the disk: a workspace of thousands in seconds.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CODES = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"];
const FILES = [
  [],
  ["context.md"],
  ["question.md"],
  ["schema_linking.json"],
  ["strategy.md"],
  ["cte_plan.json", "cte_tests.json"],
  ["sql_final.sql"],
  ["validation_report.md", "evidence.json"],
];
const PEOPLE = ["Giulia Bianchi", "Marco Ferri", "Elena Conti"];
const GROUPS = [null, "Vendite", "Logistica", "Marketing", "Qualità dei dati"];
const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

/**
 * Makes a workspace of `count` sessions in `folder` and returns their ids. Nine in ten are finalized, for what
 * gathers by the thousand is old; the others are spread evenly over the phases, at work or at the gate. One in twenty is
 * archived. The same `count`, the same sessions.
 */
export function createSessions(folder, count) {
  mkdirSync(join(folder, "sessions"), { recursive: true });
  writeFileSync(join(folder, "workspace.yaml"), 'name: "Bench"\nauthor: "Anna"\n');
  return Array.from({ length: count }, (_, index) => writeSession(join(folder, "sessions"), index));
}

function writeSession(root, index) {
  const began = new Date(START + index * 40 * MINUTE_MS);
  const stamp = began.toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, 15);
  const id = `${stamp}-${index.toString(36).padStart(6, "a")}`;
  const folder = join(root, id);
  mkdirSync(folder);
  const finalized = index % 10 !== 0;
  const open = index / 10;
  const approved = finalized ? CODES.length : open % CODES.length;
  const atGate = Math.floor(open / CODES.length) % 2 === 0;
  const documents = FILES.slice(0, finalized || atGate ? approved + 1 : approved).flat();
  for (const name of documents) writeFileSync(join(folder, name), content(name, index));
  if (approved > 0) writeFileSync(join(folder, "review_decisions.jsonl"), ledger(approved, began));
  writeFileSync(join(folder, "session_manifest.yaml"), manifest(id, index, began, finalized));
  return id;
}

function content(name, index) {
  if (name.endsWith(".json")) return name === "schema_linking.json" ? '{"tables": [], "unmapped": []}\n' : "[]\n";
  return name.endsWith(".sql") ? `SELECT ${index};\n` : `# ${name}\n\nSessione ${index}.\n`;
}

function ledger(approved, began) {
  const lines = CODES.slice(0, approved).map((phase, index) => ({
    ts: new Date(began.getTime() + index * MINUTE_MS).toISOString(),
    phase,
    decision: "approve",
    note: index % 4 === 3 ? "Va bene così, ma controllare il periodo." : null,
    by: PEOPLE[index % PEOPLE.length],
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function manifest(id, index, began, finalized) {
  const time = began.toISOString();
  const person = PEOPLE[index % PEOPLE.length];
  const fields = {
    session_id: id,
    question: `Qual è il fatturato per regione nel mese ${index}, esclusi i resi e gli ordini annullati?`,
    name: index % 2 === 0 ? `Fatturato per regione, mese ${index}` : null,
    status: finalized ? "finalized" : "open",
    author: person,
    created_at: time,
    updated_at: time,
    updated_by: person,
    summary: null,
    archived: index % 20 === 1,
    group: GROUPS[index % GROUPS.length],
    activity_at: time,
    forked_from: null,
  };
  return Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("");
}
