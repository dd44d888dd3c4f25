import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { AgentName } from "../../api/agents.ts";
import { readers } from "../../src/transcripts/all-readers.ts";

/** Every byte of a session's own file and every turn its store has of it, as one number. */
export function sessionFingerprint(
  agent: AgentName,
  sessionId: string,
  { home, project }: { home: string; project: string },
): string {
  const reader = readers.find((candidate) => candidate.agent === agent);
  const context = { env: { HOME: home }, projects: [project] };
  const unit = reader?.list(context).units.find((candidate) => candidate.sessionId === sessionId);
  if (!reader || !unit) throw new Error(`${agent} keeps no session ${sessionId}`);
  const turns = reader.read(unit, context)?.turns ?? [];
  if (turns.length < 2) throw new Error(`${agent} keeps ${turns.length} turns of ${sessionId}`);
  const hash = createHash("sha256").update(JSON.stringify(turns));
  // One agent keeps all of them in a database, whose bytes are not one session's.
  if (existsSync(unit.path) && agent !== "opencode") hash.update(readFileSync(unit.path));
  return hash.digest("hex");
}
