import { basename, dirname, join } from "node:path";
import { entriesOf, isFolder, textFile } from "../folders.ts";
import { sessionFiles } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type { Reading, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson, textOf } from "../values.ts";
import { wholeReading } from "../whole-reading.ts";

const SESSIONS = "workspace-sessions";
const SUFFIX = ".json";
/** The list of all of them, in the same folder. */
const INDEX = "sessions.json";

/** The editor's older sessions: `workspace-sessions/<folder in base64>/<id>.json`. */
export function listEditorSessions(folder: string, failures: StoreFailure[]): Unit[] {
  const sessions = join(folder, SESSIONS);
  if (!isFolder(sessions)) return [];
  return entriesOf(sessions, failures)
    .filter((entry) => entry.isDirectory())
    .flatMap((workspace) =>
      sessionFiles(join(sessions, workspace.name), SUFFIX, failures).filter(({ path }) => basename(path) !== INDEX),
    );
}

/** Whether the unit is one that `listEditorSessions` found. */
export const isEditorSession = (unit: Unit) => basename(dirname(dirname(unit.path))) === SESSIONS;

/** Throws what the file system throws. */
export function readEditorSession(unit: Unit): Reading | null {
  const text = textFile(unit.path);
  const session = asDictionary(parseJson(text));
  const history = asList(session?.history).map(asDictionary);
  if (!session || history.length === 0) return null;
  const startedAt = isoTime(session.dateCreated) ?? isoTime(session.createdAt);
  const turns = new TurnList({ sessionId: unit.sessionId, ts: startedAt });
  for (const entry of history) {
    const message = asDictionary(entry?.message);
    if (message?.role === "user") turns.add("user", unwrapped(textOf(message.content)), null);
    if (message?.role === "assistant") turns.add("assistant", answerIn(entry, textOf(message.content)), null);
  }
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  const head: SessionHead = {
    sessionId: unit.sessionId,
    cwd: asText(session.workspaceDirectory) || asText(session.workspacePath) || null,
    title: titleFrom(asText(session.title)) ?? titleFrom(asked),
    startedAt,
    forkOf: null,
    subagentOf: null,
  };
  return wholeReading(head, turns.turns, text.length);
}

/** What the session itself has of an answer is often no more than that there is one. */
function answerIn(entry: Dictionary | null, said: string): string {
  const completions = asList(entry?.promptLogs)
    .map((log) => asText(asDictionary(log)?.completion).trim())
    .filter((completion) => completion !== "");
  return said.trim() === "" || said.trim() === "On it." ? completions.join("\n\n") : said;
}

function unwrapped(text: string): string {
  return /<kiro-ide-message>([\s\S]*?)<\/kiro-ide-message>/.exec(text)?.[1] ?? text;
}
