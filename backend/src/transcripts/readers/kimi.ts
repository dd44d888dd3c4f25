import { basename, dirname, join } from "node:path";
import { entriesOf, folderVariable, inHome, isFolder, textBeside } from "../folders.ts";
import { headOfJsonl, type JsonlFormat, readJsonl } from "../jsonl-session.ts";
import { exceptWhere } from "../line-filter.ts";
import { presenceAmong } from "../presence.ts";
import { sessionAt } from "../session-files.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Environment, Reader, ReaderContext, SessionHead, StoreFailure, Unit } from "../types.ts";
import { asDictionary, asText, parseJson, textOf } from "../values.ts";
import { wholeReading } from "../whole-reading.ts";

/** Kimi Code: `sessions/<cwd>/<id>/agents/<agent>/wire.jsonl`, with `state.json` for all agents of the session. */
export const kimi: Reader = {
  agent: "kimi",
  version: 2,
  appendOnly: false,
  roots: ({ env }) => sessionFolders(env),
  list,
  head(unit) {
    const head = headOfJsonl(unit, format);
    return head && completed(head, unit);
  },
  read(unit, _context, { touchedFiles = false } = {}) {
    const reading = readJsonl(unit, format, { touchedFiles });
    return (
      reading && wholeReading(completed(reading.head, unit), reading.turns, reading.bytesRead, reading.touchedFiles)
    );
  },
  presence: (sessionId, _cwd, context) => presenceAmong(list(context), sessionId, sessionFolders(context.env)),
  resumeCommand: (sessionId) => ["kimi", "--session", sessionId],
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WIRE = "wire.jsonl";
const MAIN = "main";
const WRITING_TOOLS = new Set(["Write", "Edit", "WriteFile", "StrReplaceFile"]);

function list({ env }: ReaderContext): { units: Unit[]; failures: StoreFailure[] } {
  const failures: StoreFailure[] = [];
  const units: Unit[] = [];
  const below = (folder: string) => {
    const entries = isFolder(folder) ? entriesOf(folder, failures) : [];
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  };
  for (const root of sessionFolders(env))
    for (const session of below(root).flatMap(below))
      for (const agent of below(join(session, "agents"))) {
        const unit = unitIn(session, agent);
        if (unit) units.push(unit);
      }
  return { units, failures };
}

function unitIn(session: string, agent: string): Unit | null {
  const name = basename(agent);
  const sessionId = name === MAIN ? basename(session) : `${basename(session)}/${name}`;
  return sessionAt(join(agent, WIRE), sessionId, join(session, "state.json"));
}

function completed(head: SessionHead, unit: Unit): SessionHead {
  const agent = dirname(unit.path);
  const session = dirname(dirname(agent));
  const state = asDictionary(parseJson(textBeside(join(session, "state.json")) ?? ""));
  const isMain = basename(agent) === MAIN;
  // Until there is something to call it by, a fork is called by its source's id.
  const given = asText(state?.title).replace(/^Fork: session_\S+$/, "");
  const title = titleFrom(asText(state?.customTitle)) ?? titleFrom(given);
  return {
    ...head,
    cwd: asText(state?.cwd) || asText(state?.workDir) || null,
    title: isMain ? (title ?? head.title) : head.title,
    startedAt: (isMain ? isoTime(state?.createdAt) : null) ?? head.startedAt,
    forkOf: (isMain && asText(state?.forkedFrom)) || null,
    subagentOf: isMain ? null : basename(session),
  };
}

interface KimiState {
  seen: boolean;
  asked: string | null;
  startedAt: string | null;
  /** The step that began last. */
  step: string;
}

const format: JsonlFormat<KimiState> = {
  start: () => ({ seen: false, asked: null, startedAt: null, step: "" }),
  entry(state, entry, turns) {
    const ts = isoTime(entry.time);
    const message = entry.type === "context.append_message" ? asDictionary(entry.message) : null;
    const event = entry.type === "context.append_loop_event" ? asDictionary(entry.event) : null;
    if (event?.type === "step.begin") state.step = asText(event.uuid);
    if ((message?.role === "user" && isTyped(message.origin)) || message?.role === "assistant") {
      const text = textOf(message.content);
      if (message.role === "user") state.asked ??= titleFrom(text);
      turns.add(message.role, text, ts, asText(message.id) || null);
    } else if (event?.type === "content.part") {
      const part = asDictionary(event.part);
      if (part?.type !== "text") return;
      const step = asText(event.stepUuid) || state.step;
      // A fork keeps the ids, which are everybody's.
      const key = UUID.test(step) ? step : turns.own(step);
      // A step's answer comes in parts, with thoughts and calls between them.
      if (!turns.extend(key, asText(part.text))) turns.add("assistant", asText(part.text), ts, key);
    } else return;
    state.seen = true;
    state.startedAt ??= ts;
  },
  head: ({ seen, asked, startedAt }, unit) =>
    seen ? { sessionId: unit.sessionId, cwd: null, title: asked, startedAt, forkOf: null, subagentOf: null } : null,
  settled: ({ asked }) => asked !== null,
  mayMatter: exceptWhere(["event", "type"], ["tool.result", "llm.request", "step.end"]),
  touched(entry) {
    const event = asDictionary(entry.event);
    if (event?.type !== "tool.call" || !WRITING_TOOLS.has(asText(event.name))) return [];
    return [asText(asDictionary(event.args)?.path)].filter((path) => path !== "");
  },
};

/** What the program puts in says where it came from. */
function isTyped(origin: unknown): boolean {
  const kind = asText(asDictionary(origin)?.kind) || asText(origin);
  return kind === "" || kind === "user";
}

function sessionFolders(env: Environment): string[] {
  const home = folderVariable(env, "KIMI_CODE_HOME");
  return home === null ? inHome(env, ".kimi-code", "sessions") : [join(home, "sessions")];
}
