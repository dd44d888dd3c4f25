import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { entriesOf, folderVariable, inHome, noteFailure, statOf } from "../folders.ts";
import { presenceAmong } from "../presence.ts";
import { columnsOf, readStore, StoreCache } from "../sqlite-store.ts";
import { isoTime, milliseconds } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { Environment, Reader, ReaderContext, Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asText, parseJson, textOf } from "../values.ts";
import { lengthOf, wholeReading } from "../whole-reading.ts";

/** Hermes: `state.db` in its home, and one more for each profile. */
export const hermes: Reader = {
  agent: "hermes",
  version: 1,
  appendOnly: false,
  roots: ({ env }) => homes(env),
  list,
  head: (unit) => read(unit)?.head ?? null,
  read: (unit, _context, { touchedFiles } = {}) => read(unit, touchedFiles),
  presence: (sessionId, _cwd, context) => presenceAmong(list(context), sessionId, homes(context.env)),
  resumeCommand(sessionId) {
    const profile = profiles.get(sessionId);
    return profile === undefined ? ["hermes", "--resume", sessionId] : ["hermes", "-p", profile, "--resume", sessionId];
  },
};

interface Mark {
  id: string;
  size: number;
  mtime: number;
}

const DATABASE = "state.db";
const marks = new StoreCache<Mark[]>();
/** Sessions of profiles, as the last list had them: one is resumed in its own alone. */
let profiles: ReadonlyMap<string, string> = new Map();
const WRITING_TOOLS = new Set(["write_file", "patch"]);
/** What Hermes puts before a conversation. */
const PREAMBLE = /^\s*(\[SYSTEM: The user has invoked|\[Skill directory:)/;
const SUMMARY = /^\s*\[CONTEXT (COMPACTION|SUMMARY)/;
/** Before content that is no text but a list of parts. */
const PARTS = "\0json:";

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const units: Unit[] = [];
  const found = new Map<string, string>();
  for (const path of homes(env).flatMap((home) => databases(home, failures))) {
    for (const { id, size, mtime } of marksIn(path, failures)) {
      units.push({ path: `${path}#${id}`, sessionId: id, size, mtime });
      const folder = dirname(path);
      if (basename(dirname(folder)) === "profiles") found.set(id, basename(folder));
    }
  }
  profiles = found;
  return { units, failures };
}

function marksIn(path: string, failures: StoreFailure[]): Mark[] {
  try {
    return marks.get(path, marked) ?? [];
  } catch (error) {
    noteFailure(path, error, failures);
    return [];
  }
}

/** A session that is going on has no end: it has changed when it has other messages, or other words about it. */
function marked(database: DatabaseSync): Mark[] {
  const messages = columnsOf(database, "messages");
  if (!messages.has("session_id")) return [];
  const active = messages.has("active") ? "coalesce(sum(active), 0)" : "0";
  const rows = database
    .prepare(
      `SELECT session_id AS id, count(*) + max(id) + ${active} AS size, max(timestamp) AS newest
       FROM messages GROUP BY session_id`,
    )
    .all();
  const titles = columnsOf(database, "sessions").has("title")
    ? database.prepare("SELECT id, length(title) AS length, unicode(title) AS first FROM sessions").all()
    : [];
  const titled = new Map(titles.map(({ id, length, first }) => [id, Number(length) + Number(first)]));
  return rows.map(({ id, size, newest }) => {
    const mtime = milliseconds(newest);
    return { id: String(id), size: Number(size) + (titled.get(id) ?? 0), mtime: Number.isFinite(mtime) ? mtime : 0 };
  });
}

function read(unit: Unit, touchedFiles = false): Reading | null {
  const path = unit.path.slice(0, -`#${unit.sessionId}`.length);
  return readStore(path, (database) => {
    const session = sessionIn(database, unit.sessionId);
    const turns = new TurnList({ sessionId: unit.sessionId, ts: isoTime(session?.started_at) });
    const touched: string[] = [];
    for (const row of messagesIn(database, unit.sessionId)) {
      if (touchedFiles) touched.push(...writtenBy(row.tool_calls));
      if (row.role !== "user" && row.role !== "assistant") continue;
      const text = contentOf(row.content);
      if (PREAMBLE.test(text)) continue;
      turns.add(SUMMARY.test(text) ? "summary" : row.role, text, isoTime(row.timestamp));
    }
    if (turns.turns.length === 0) return null;
    const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
    const config = asDictionary(parseJson(asText(session?.model_config)));
    const head: SessionHead = {
      sessionId: unit.sessionId,
      cwd: asText(session?.cwd) || asText(config?.cwd) || null,
      title: titleFrom(asText(session?.title)) ?? titleFrom(asked),
      startedAt: isoTime(session?.started_at) ?? turns.turns[0]?.ts ?? null,
      forkOf: null,
      // Any other session with one above it goes on where that became too long.
      subagentOf: session?.source === "subagent" ? asText(session.parent_session_id) || null : null,
    };
    return wholeReading(head, turns.turns, lengthOf(turns.turns), touchedFiles ? touched : undefined);
  });
}

function sessionIn(database: DatabaseSync, id: string): Record<string, unknown> | null {
  if (!columnsOf(database, "sessions").has("id")) return null;
  return database.prepare("SELECT * FROM sessions WHERE id = ?").get(id) ?? null;
}

/** In the order they were written. What was taken back is left out, what a summary replaced is not. */
function messagesIn(database: DatabaseSync, id: string): Record<string, unknown>[] {
  const columns = columnsOf(database, "messages");
  const archived = columns.has("compacted") ? " OR compacted <> 0" : "";
  const live = columns.has("active") ? `AND (active <> 0${archived})` : "";
  const calls = columns.has("tool_calls") ? "tool_calls" : "NULL AS tool_calls";
  return database
    .prepare(`SELECT role, content, timestamp, ${calls} FROM messages WHERE session_id = ? ${live} ORDER BY id`)
    .all(id);
}

function contentOf(content: unknown): string {
  const text = asText(content);
  if (text.startsWith(PARTS)) return textOf(parseJson(text.slice(PARTS.length)));
  const parts = /^\s*\[\s*\{\s*"type"/.test(text) ? parseJson(text) : null;
  return parts === null ? text : textOf(parts);
}

function writtenBy(calls: unknown): string[] {
  const list = parseJson(asText(calls));
  return (Array.isArray(list) ? list : []).map((call: unknown) => {
    const { name, arguments: args } = asDictionary(asDictionary(call)?.function) ?? {};
    if (!WRITING_TOOLS.has(asText(name))) return "";
    return asText((asDictionary(args) ?? asDictionary(parseJson(asText(args))))?.path);
  });
}

function homes(env: Environment): string[] {
  const chosen = folderVariable(env, "HERMES_HOME");
  if (chosen !== null) return [chosen];
  const local = folderVariable(env, "LOCALAPPDATA");
  return [...inHome(env, ".hermes"), ...(local === null ? [] : [join(local, "hermes")])];
}

function databases(home: string, failures: StoreFailure[]): string[] {
  const below = join(home, "profiles");
  const named = entriesOf(home, failures).some((entry) => entry.isDirectory() && entry.name === "profiles")
    ? entriesOf(below, failures)
    : [];
  return [home, ...named.filter((entry) => entry.isDirectory()).map((entry) => join(below, entry.name))]
    .map((folder) => join(folder, DATABASE))
    .filter((path) => statOf(path)?.isFile());
}
