import type { Decision, SessionDocument } from "../../api/documents.ts";
import { lateCrypto } from "../lib/late-crypto.ts";
import type { WorkspaceTurn } from "./types.ts";

export interface SessionText {
  sessionId: string;
  /** A name that a person gave it. */
  name: string | null;
  createdAt: string | null;
  /** The session it was copied from. */
  forkOf: string | null;
  documents: readonly SessionDocument[];
}

/** Whoever reads it to its end is not to take that for the document's. */
const CUT = "\n\n[The rest is left out: the document is too long to be kept whole.]";

/** What a session says in its name, its documents and its decisions, in this order. */
export function workspaceTurns(session: SessionText): WorkspaceTurn[] {
  const { name, createdAt, documents } = session;
  const turns: Omit<WorkspaceTurn, "seq">[] = [];
  if (name !== null) turns.push(turn(session, { document: null, role: "document", ts: createdAt, text: name }));
  for (const { key, format, content, truncated, updated_at } of documents) {
    const text = truncated ? content + CUT : content;
    if (format === "decisions") turns.push(...decisionTurns(session, content));
    else turns.push(turn(session, { document: key, role: "document", ts: updated_at ?? createdAt, text }));
  }
  return turns.filter(({ text }) => text.trim() !== "").map((each, seq) => ({ seq, ...each }));
}

/** When the first decision was taken; before the session was made, if it was copied with it. */
export function firstDecisionAt(documents: readonly SessionDocument[]): string | null {
  const ledger = documents.find(({ format }) => format === "decisions");
  return ledger ? (decisionsIn(ledger.content)[0]?.ts ?? null) : null;
}

function decisionTurns(session: SessionText, content: string): Omit<WorkspaceTurn, "seq">[] {
  return decisionsIn(content).map((record) => {
    const { phase, decision, to, note, by, ts } = record;
    const verdict = `${phase} ${decision}${to ? ` → ${to}` : ""}${by ? ` (${by})` : ""}`;
    const text = note ? `${verdict}: ${note}` : verdict;
    return turn(session, { document: null, role: "decision", ts: typeof ts === "string" ? ts : null, text });
  });
}

/** The same text at the same place has the same key in a session and in its copies: it was said once. */
function turn(
  { sessionId, forkOf }: SessionText,
  said: Pick<WorkspaceTurn, "document" | "role" | "ts" | "text">,
): Omit<WorkspaceTurn, "seq"> {
  const hash = lateCrypto().createHash("sha1").update(said.text).digest("base64url");
  const place = said.role === "decision" ? `decision:${said.ts}` : `${forkOf ?? sessionId}:${said.document ?? "name"}`;
  return { ...said, key: `thoth:${place}:${hash}` };
}

/** An older copy, or one cut at its limit, is no JSON: then nothing is known of its decisions. */
function decisionsIn(content: string): Partial<Decision>[] {
  try {
    const records = JSON.parse(content);
    return Array.isArray(records) ? records.filter((record) => typeof record === "object" && record !== null) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
