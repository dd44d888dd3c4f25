import type { DatabaseSync } from "node:sqlite";
import type { AgentName } from "../../api/agent-names.ts";
import type { Transcript, TranscriptHead, TranscriptRange, Turn } from "../../api/search.ts";
import { roleOf, timeOf } from "./index-values.ts";
import type { FileRow } from "./known-files.ts";
import type { SessionRef } from "./types.ts";

/** Ten turns either side. */
const AROUND = 21;

interface Place {
  turn: number;
  file: number;
  seq: number;
  ts: number | null;
}

export interface SessionFile extends FileRow {
  title: string | null;
  started: number | null;
  archived: number;
  fork_of: string | null;
  parent: string | null;
}

/** The condition for a session by the beginning of its id, or by `agent:` and that. */
export function inSession(text: string): { text: string; values: string[] } {
  const [, agent, id] = /^([a-z]+):(.+)$/s.exec(text) ?? [];
  const plain = "substr(f.session, 1, length(?)) = ?";
  if (agent === undefined || id === undefined) return { text: plain, values: [text, text] };
  return { text: `(${plain} OR (f.agent = ? AND ${plain}))`, values: [text, text, agent, id, id] };
}

export function filesOf(sql: DatabaseSync, { agent, sessionId }: SessionRef): SessionFile[] {
  return sql
    .prepare(
      "SELECT f.*, d.path AS folder FROM files f LEFT JOIN folders d ON d.id = f.folder WHERE f.agent = ? AND f.session = ? " +
        "ORDER BY f.started, f.id",
    )
    .all(agent, sessionId) as unknown as SessionFile[];
}

/** Every turn of a session in order, with those it has from another one; `seq` is unique in it. */
function placesOf(sql: DatabaseSync, { agent, sessionId }: SessionRef): Place[] {
  const rows = sql
    .prepare(
      "SELECT m.turn, m.file, m.seq, t.ts FROM files f JOIN (SELECT id AS turn, file, seq FROM turns UNION ALL " +
        "SELECT turn, file, seq FROM copies) m ON m.file = f.id JOIN turns t ON t.id = m.turn WHERE f.agent = ? AND f.session = ?",
    )
    .all(agent, sessionId) as unknown as Place[];
  if (new Set(rows.map(({ file }) => file)).size < 2) return rows.sort((a, b) => a.seq - b.seq);
  const seen = new Set<number>();
  const early = (ts: number | null) => ts ?? Number.NEGATIVE_INFINITY;
  return rows
    .sort((a, b) => Math.sign(early(a.ts) - early(b.ts)) || a.file - b.file || a.seq - b.seq)
    .filter(({ turn }) => !seen.has(turn) && seen.add(turn))
    .map((row, seq) => ({ ...row, seq }));
}

/** Tells a turn's place in its session; where a session is one file, that is its place in the file. */
export function sessionOrder(sql: DatabaseSync) {
  const known = new Map<string, Map<number, number> | null>();
  const count = sql.prepare("SELECT count(*) AS count FROM files WHERE agent = ? AND session = ?");
  return (agent: AgentName, sessionId: string, turn: { id: number; seq: number }): number => {
    const name = `${agent}:${sessionId}`;
    let places = known.get(name);
    if (places === undefined) {
      places =
        count.get(agent, sessionId)?.count === 1
          ? null
          : new Map(placesOf(sql, { agent, sessionId }).map((place) => [place.turn, place.seq]));
      known.set(name, places);
    }
    return places?.get(turn.id) ?? turn.seq;
  };
}

export function transcriptOf(
  sql: DatabaseSync,
  ref: SessionRef,
  files: readonly SessionFile[],
  range: TranscriptRange,
  resume: string[] | null,
): Transcript {
  const places = placesOf(sql, ref);
  const limit = range.limit ?? AROUND;
  const at = range.around === undefined ? 0 : places.findLastIndex(({ seq }) => seq <= (range.around as number));
  const start = Math.max(
    0,
    Math.min(range.around === undefined ? 0 : at - Math.floor(limit / 2), places.length - limit),
  );
  const shown = places.slice(start, start + limit);
  return {
    ...headOf(ref, files, resume),
    turns: textsOf(sql, shown),
    before: start,
    after: places.length - start - shown.length,
  };
}

export function allTurns(sql: DatabaseSync, ref: SessionRef): Turn[] {
  return textsOf(sql, placesOf(sql, ref));
}

export function headOf(
  { agent, sessionId }: SessionRef,
  files: readonly SessionFile[],
  resume: string[] | null,
): TranscriptHead {
  const last = files.findLast(({ title }) => title !== null) ?? files.at(-1);
  return {
    agent,
    sessionId,
    title: last?.title ?? null,
    project: last?.folder ?? null,
    startedAt: timeOf(files.find(({ started }) => started !== null)?.started ?? null),
    gone: files.every(({ gone }) => gone === 1),
    archived: files.some(({ archived }) => archived === 1),
    resume,
  };
}

function textsOf(sql: DatabaseSync, places: readonly Place[]): Turn[] {
  const text = sql.prepare(
    "SELECT t.ts, t.role, x.text, x.document FROM turns t JOIN texts x ON x.id = t.id WHERE t.id = ?",
  );
  return places.map(({ turn, seq }) => {
    const row = text.get(turn) as { ts: number | null; role: number; text: string; document: string | null };
    return { seq, ts: timeOf(row.ts), role: roleOf(row.role), text: row.text, document: row.document };
  });
}
