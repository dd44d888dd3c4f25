import { basename, dirname, join } from "node:path";
import { extensionFolders } from "../editor-hosts.ts";
import { entriesOf, folderVariable, inHome, isEvidence, statOf, textBeside, textFile } from "../folders.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { TurnList, titleFrom } from "../turn-list.ts";
import type {
  Environment,
  Presence,
  Reader,
  ReaderContext,
  Reading,
  SessionHead,
  StoreFailure,
  Unit,
} from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";
import { wholeReading } from "../whole-reading.ts";
import { isTask, listTasks, readTask } from "./extension-tasks.ts";
import { answeredText, typedText, writtenIn } from "./task-text.ts";

/** Cline: the command line's `data/sessions/<id>/<id>.messages.json`, and the tasks of the extension. */
export const cline: Reader = {
  agent: "cline",
  version: 1,
  appendOnly: false,
  roots: ({ env }) => [...sessionFolders(env), ...taskFolders(env)],
  list,
  head: (unit) => read(unit)?.head ?? null,
  read: (unit, _context, { touchedFiles } = {}) => read(unit, touchedFiles),
  presence(sessionId, _cwd, { env }): Presence {
    const folders = sessionFolders(env);
    if (folders.some((folder) => statOf(messagesFile(folder, sessionId)))) return "present";
    return isEvidence(folders) ? "gone" : "unknown";
  },
  resumeCommand: (sessionId) => (isCommandLines(sessionId) ? ["cline", "--id", sessionId] : null),
};

const MESSAGES = ".messages.json";

/** The extension's tasks are called by their time alone. */
const isCommandLines = (sessionId: string) => !/^\d+$/.test(sessionId);

const messagesFile = (folder: string, id: string) => join(folder, id, `${id}${MESSAGES}`);

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const units = sessionFolders(env).flatMap((folder) => listSessions(folder, failures));
  return { units: [...units, ...taskFolders(env).flatMap((folder) => listTasks(folder, failures))], failures };
}

/** A team's other agents have files beside the session's own, under other names. */
function listSessions(folder: string, failures: StoreFailure[]): Unit[] {
  const units: Unit[] = [];
  for (const entry of entriesOf(folder, failures)) {
    if (!entry.isDirectory()) continue;
    const path = messagesFile(folder, entry.name);
    const unit = sessionAt(path, entry.name, beside(path, ".json"), beside(path, ".compaction.json"));
    if (unit) units.push(unit);
  }
  return units;
}

function read(unit: Unit, touchedFiles = false): Reading | null {
  return isTask(unit) ? readTask(unit, touchedFiles) : readSession(unit, touchedFiles);
}

function readSession(unit: Unit, touchedFiles: boolean): Reading | null {
  const text = textFile(unit.path);
  const file = messagesIn(text);
  const messages = asList(file?.messages).map(asDictionary);
  if (messages.length === 0) return null;
  const info = dictionaryBeside(unit.path, ".json");
  const startedAt = isoTime(info?.started_at) ?? isoTime(info?.created_at) ?? isoTime(messages[0]?.ts);
  const turns = new TurnList({ sessionId: unit.sessionId, ts: startedAt });
  const touched: string[] = [];
  for (const message of messages) {
    const role = message?.role;
    if (role !== "user" && role !== "assistant") continue;
    const said = role === "user" ? typedText(message?.content) : answeredText(message?.content);
    turns.add(role, said, isoTime(message?.ts));
    if (touchedFiles && role === "assistant") touched.push(...writtenIn(message?.content));
  }
  const asked = turns.turns.find(({ role }) => role === "user")?.text ?? "";
  addSummaries(unit.path, turns);
  const origin = asDictionary(file?.origin);
  const head: SessionHead = {
    sessionId: unit.sessionId,
    cwd: asText(info?.cwd) || asText(info?.workspace_root) || null,
    title: titleFrom(withoutOpening(typedText(asText(asDictionary(info?.metadata)?.title)))) ?? titleFrom(asked),
    startedAt,
    forkOf: null,
    subagentOf: asText(origin?.parentThreadId) || null,
  };
  return wholeReading(head, turns.turns, text.length, touchedFiles ? touched : undefined);
}

/** A title that was cut has lost the end of what is around the person's words. */
const withoutOpening = (title: string) => title.replace(/^\s*<(user_input|task)\b[^>]*>/, "");

/** What a long conversation was shortened to is kept beside it. */
function addSummaries(path: string, turns: TurnList): void {
  const file = parseJson(textBeside(beside(path, ".compaction.json")) ?? "");
  for (const message of [...asList(file), ...asList(asDictionary(file)?.messages)].map(asDictionary)) {
    const metadata = asDictionary(message?.metadata);
    if (metadata?.kind !== "compaction_summary") continue;
    turns.add("summary", asText(metadata.summary), isoTime(message?.ts));
  }
}

/** A comma that was left by somebody who took the last member out does not cost the conversation. */
function messagesIn(text: string): Dictionary | null {
  return asDictionary(parseJson(text)) ?? asDictionary(parseJson(text.replace(/,\s*\}\s*$/, "}")));
}

const beside = (path: string, suffix: string) => join(dirname(path), `${basename(path, MESSAGES)}${suffix}`);

const dictionaryBeside = (path: string, suffix: string) =>
  asDictionary(parseJson(textBeside(beside(path, suffix)) ?? ""));

function dataFolders(env: Environment): string[] {
  const data = folderVariable(env, "CLINE_DATA_DIR");
  if (data !== null) return [data];
  const home = folderVariable(env, "CLINE_DIR");
  return home === null ? inHome(env, ".cline", "data") : [join(home, "data")];
}

function sessionFolders(env: Environment): string[] {
  const chosen = folderVariable(env, "CLINE_SESSION_DATA_DIR");
  return chosen === null ? dataFolders(env).map((data) => join(data, "sessions")) : [chosen];
}

/** Before it had sessions the command line kept tasks as the extension does. */
function taskFolders(env: Environment): string[] {
  return [...extensionFolders(env, "saoudrizwan.claude-dev"), ...dataFolders(env)];
}
