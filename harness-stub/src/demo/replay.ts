import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeDocuments } from "../../offline-model/documents.ts";
import { documentHashes } from "../documents.ts";
import type { DwhSchema, QueryResult } from "../dwh-types.ts";
import { appendRecord } from "../ledger.ts";
import { type Manifest, parseManifest } from "../manifest/manifest.ts";
import { manifestText } from "../new-session.ts";
import type { Workflow, WorkflowPhase } from "../workflow.ts";
import type { Scenario, Step } from "./scenarios.ts";

export interface Dwh {
  schema: DwhSchema;
  query(sql: string): QueryResult;
}

const HOUR_MS = 3_600_000;
// How long the acts of a session take beside each other; people are slower than the agent, and never alike.
const AGENT_WEIGHT = 1;
const PERSON_WEIGHTS = [4, 9, 3, 14, 6, 11, 5];

/**
 * Writes the documents and the ledger of a scenario into `folder` as they would have come to be, act by act, and returns
 * the manifest's text.
 */
export function replay(
  folder: string,
  id: string,
  scenario: Scenario,
  workflow: Workflow,
  dwh: Dwh,
  now: Date,
): string {
  const clock = createClock(scenario, now);
  const created = clock.now();
  const written: Record<string, string> = {};
  const asked = parseManifest(Buffer.from(manifestText({ question: scenario.question })));
  let index = 0;
  let note: string | null = null;
  for (const step of scenario.steps) {
    const phase = workflow[index] as WorkflowPhase;
    write(folder, phase, { scenario, dwh, written, note, at: clock.agent() });
    record(folder, phase, step, clock.person(), asked);
    note = step.decision === "approve" ? null : (step.note ?? null);
    index = nextIndex(workflow, index, step);
  }
  const last = workflow[index];
  if (scenario.left === "gate" && last) write(folder, last, { scenario, dwh, written, note, at: clock.agent() });
  const updated = clock.now().toISOString();
  return manifestText({
    session_id: id,
    question: scenario.question,
    name: scenario.name,
    status: scenario.status,
    author: scenario.author,
    created_at: created.toISOString(),
    updated_at: updated,
    updated_by: scenario.steps.at(-1)?.by ?? scenario.author,
    summary: scenario.summary ?? null,
    archived: scenario.archived ?? false,
    group: scenario.group,
    activity_at: updated,
    forked_from: null,
  });
}

function nextIndex(workflow: Workflow, index: number, { decision, to }: Step): number {
  if (decision === "rollback") return workflow.findIndex(({ code }) => code === to);
  return decision === "approve" ? index + 1 : index;
}

/** A clock that spreads a scenario's acts over its time. */
function createClock({ began, lastActive, steps, left }: Scenario, now: Date) {
  const start = now.getTime() - began * HOUR_MS;
  const weights = steps.map((_, index) => PERSON_WEIGHTS[index % PERSON_WEIGHTS.length] as number);
  const agentActs = steps.length + (left === "gate" ? 1 : 0);
  const total = weights.reduce((sum, weight) => sum + weight, agentActs * AGENT_WEIGHT);
  const unit = ((began - lastActive) * HOUR_MS) / Math.max(total, 1);
  let time = start;
  let decided = 0;
  const advance = (weight: number) => {
    time += Math.max(unit * weight, 1_000);
    return new Date(Math.floor(time));
  };
  return {
    now: () => new Date(Math.floor(time)),
    agent: () => advance(AGENT_WEIGHT),
    person: () => advance(weights[decided++] ?? AGENT_WEIGHT),
  };
}

interface Writing {
  scenario: Scenario;
  dwh: Dwh;
  /** Every document so far by key; this adds to it. */
  written: Record<string, string>;
  note: string | null;
  at: Date;
}

function write(folder: string, phase: WorkflowPhase, { scenario, dwh, written, note, at }: Writing): void {
  const files = phase.documents.filter((document) => document.file !== null);
  if (files.length === 0) return;
  const input = { question: scenario.question, documents: { ...written }, note, schema: dwh.schema, query: dwh.query };
  const contents = writeDocuments(phase.code, input);
  for (const { key, file } of files) {
    const content = contents[key];
    if (content === undefined) throw new Error(`the offline model wrote no ${key} in ${phase.code}`);
    written[key] = content;
    const path = join(folder, file as string);
    writeFileSync(path, content);
    utimesSync(path, at, at);
  }
}

function record(folder: string, phase: WorkflowPhase, step: Step, at: Date, manifest: Manifest): void {
  const { by, decision, to, note = null } = step;
  const docs = decision === "approve" ? { docs: documentHashes(folder, phase.documents, manifest) } : {};
  appendRecord(folder, { ts: at.toISOString(), phase: phase.code, decision, note, by, ...(to ? { to } : {}), ...docs });
}
