import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDemoDwh } from "../../demo/dwh.ts";
import { readSchema } from "../dwh.ts";
import { newSessionId } from "../new-session-id.ts";
import { Problem } from "../problem.ts";
import { runStatement } from "../run-statement.ts";
import { listSessionIds } from "../session-folders.ts";
import { createSession } from "../store.ts";
import { DEFAULT_WORKFLOW, MANIFEST_FILE, readWorkflow } from "../workflow.ts";
import { type Dwh, replay } from "./replay.ts";
import { scenarios } from "./scenarios.ts";

const HOUR_MS = 3_600_000;

/** Adds the sample data warehouse and the demo sessions that are not there yet. */
export function furnishDemo(places: { sessionsRoot: string; dwh: string }, now: Date): void {
  if (!existsSync(places.dwh)) placeDwh(places.dwh);
  const dwh = openDwh(places.dwh);
  try {
    const workflow = readWorkflow(DEFAULT_WORKFLOW);
    const present = listSessionIds(places.sessionsRoot);
    for (const scenario of scenarios) {
      if (present.some((id) => id.endsWith(`-${scenario.suffix}`))) continue;
      const id = newSessionId(new Date(now.getTime() - scenario.began * HOUR_MS), scenario.suffix);
      createSession(places.sessionsRoot, id, (folder) => {
        const manifest = replay(folder, id, scenario, workflow, dwh, now);
        writeFileSync(join(folder, MANIFEST_FILE), scenario.broken ? cutInQuestion(manifest) : manifest);
      });
    }
  } finally {
    dwh.close();
  }
}

const cutInQuestion = (manifest: string) =>
  manifest.slice(0, manifest.indexOf('"', manifest.indexOf("question: ")) + 12);

function placeDwh(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const building = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  createDemoDwh(building);
  renameSync(building, path);
}

function openDwh(path: string): Dwh & { close(): void } {
  const schema = readSchema(path);
  if (!schema.tables.some((table) => table.name === "righe_ordine")) {
    throw new Problem("query-failed", `${path} is not the sample data warehouse.`, "Use --demo with a new folder.");
  }
  const database = new DatabaseSync(path, { readOnly: true });
  return { schema, query: (sql) => runStatement(database, sql, 200), close: () => database.close() };
}
