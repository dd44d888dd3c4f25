import { basename, dirname, join } from "node:path";
import { entriesOf, isFolder, statOf, textBeside, textFile } from "../folders.ts";
import { milliseconds } from "../times.ts";
import type { StoreFailure, Unit } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary, parseJson } from "../values.ts";
import { folderOf, type OpencodeMessage, type OpencodeSession, type OpencodeStore } from "./opencode-store.ts";

const JSON_FILE = ".json";
const NEWEST = 3;

/**
 * The files in which OpenCode kept sessions before 1.2: `session/<project>/<id>.json`, `message/<session>/<id>.json`
 * and `part/<message>/<id>.json`; the first releases had all three below `session`, as `info`, `message` and `part`.
 */
export class OpencodeFiles implements OpencodeStore {
  readonly #storage: string;

  constructor(storage: string) {
    this.#storage = storage;
  }

  /**
   * The sessions but those that are known from elsewhere. One is as new as its file, or its last messages and their
   * parts: these grow while they come, earlier ones don't.
   */
  units(failures: StoreFailure[], isKnown: (sessionId: string) => boolean): Unit[] {
    return this.#sessionFiles(failures)
      .map((path) => ({ path, sessionId: basename(path, JSON_FILE) }))
      .filter(({ sessionId }) => !isKnown(sessionId))
      .map(({ path, sessionId }) => {
        const messages = this.#messageFiles(sessionId);
        const last = messages.slice(-NEWEST).flatMap((file) => [file, ...this.#partFiles(sessionId, file)]);
        const stats = [path, ...last].map(statOf).filter((found) => found !== null);
        const size = stats.reduce((sum, found) => sum + found.size, messages.length);
        return { path, sessionId, size, mtime: Math.max(0, ...stats.map((found) => found.mtimeMs)) };
      });
  }

  /** Throws what the file system throws; null when it is no session. */
  sessionAt(path: string): OpencodeSession | null {
    const info = asDictionary(parseJson(textFile(path)));
    if (!info || (asText(info.id) === "" && asDictionary(info.time) === null)) return null;
    return {
      id: basename(path, JSON_FILE),
      directory: folderOf(asText(info.directory)) ?? this.#worktree(asText(info.projectID)),
      title: asText(info.title) || null,
      parentId: asText(info.parentID) || null,
      forkId: null,
      created: asDictionary(info.time)?.created,
    };
  }

  session(id: string): OpencodeSession | null {
    const path = this.#sessionFiles().find((file) => basename(file, JSON_FILE) === id);
    return path === undefined ? null : this.#sessionIfAny(path);
  }

  titled(beginning: string, directory: string | null): OpencodeSession[] {
    return this.#sessionFiles()
      .map((path) => this.#sessionIfAny(path))
      .filter((session) => session !== null)
      .filter((session) => session.title?.startsWith(beginning) && session.directory === directory);
  }

  messages({ id }: OpencodeSession): OpencodeMessage[] {
    const messages: OpencodeMessage[] = [];
    for (const { messageId, info, parts } of this.#contents(id)) {
      const { role } = info;
      if (role !== "user" && role !== "assistant") continue;
      const texts = parts
        .filter(({ type, synthetic, ignored }) => type === "text" && synthetic !== true && ignored !== true)
        .map(({ text }) => asText(text))
        .filter((text) => text !== "");
      const said = role === "assistant" && info.summary === true ? "summary" : role;
      if (texts.length > 0) messages.push({ id: messageId, role: said, created: timeOf(info), texts });
    }
    return messages;
  }

  touched({ id }: OpencodeSession): string[] {
    return this.#contents(id).flatMap(({ parts }) => parts.flatMap(writtenBy));
  }

  #contents(sessionId: string): { messageId: string; info: Dictionary; parts: Dictionary[] }[] {
    return this.#messageFiles(sessionId)
      .map((path) => ({ messageId: basename(path, JSON_FILE), info: dictionaryAt(path) }))
      .filter((message): message is { messageId: string; info: Dictionary } => message.info !== null)
      .sort((one, two) => order(one.info) - order(two.info) || (one.messageId < two.messageId ? -1 : 1))
      .map(({ messageId, info }) => ({ messageId, info, parts: this.#parts(sessionId, messageId, info) }));
  }

  /** The very first releases wrote a message's parts into it. */
  #parts(sessionId: string, messageId: string, info: Dictionary): Dictionary[] {
    const inside = asList(info.parts).map(asDictionary);
    const beside = this.#partFolders(sessionId, messageId).flatMap((folder) => jsonFiles(folder).map(dictionaryAt));
    return [...inside, ...beside].filter((part) => part !== null);
  }

  #partFiles(sessionId: string, messageFile: string): string[] {
    return this.#partFolders(sessionId, basename(messageFile, JSON_FILE)).flatMap((folder) => jsonFiles(folder));
  }

  #sessionFiles(failures?: StoreFailure[]): string[] {
    const sessions = join(this.#storage, "session");
    if (!isFolder(this.#storage) || !isFolder(sessions)) return [];
    return entriesOf(sessions, failures)
      .filter((entry) => entry.isDirectory() && entry.name !== "message" && entry.name !== "part")
      .flatMap((entry) => jsonFiles(join(sessions, entry.name), failures));
  }

  #sessionIfAny(path: string): OpencodeSession | null {
    return statOf(path)?.isFile() ? this.sessionAt(path) : null;
  }

  #messageFiles(sessionId: string): string[] {
    return [join(this.#storage, "message", sessionId), join(this.#storage, "session", "message", sessionId)].flatMap(
      (folder) => jsonFiles(folder),
    );
  }

  #partFolders(sessionId: string, messageId: string): string[] {
    return [
      join(this.#storage, "part", messageId),
      join(this.#storage, "part", sessionId, messageId),
      join(this.#storage, "session", "part", sessionId, messageId),
    ].filter(isFolder);
  }

  #worktree(projectId: string): string | null {
    if (!/^[\w-]+$/.test(projectId)) return null;
    const text = textBeside(join(this.#storage, "project", `${projectId}${JSON_FILE}`));
    return folderOf(asText(asDictionary(parseJson(text ?? ""))?.worktree));
  }
}

/** The storage that a session's file lies in. */
export const storageOf = (sessionFile: string) => dirname(dirname(dirname(sessionFile)));

/** In the order of their names, which is the one they were made in. */
function jsonFiles(folder: string, failures?: StoreFailure[]): string[] {
  if (!isFolder(folder)) return [];
  return entriesOf(folder, failures)
    .filter((entry) => entry.isFile() && entry.name.endsWith(JSON_FILE))
    .map((entry) => join(folder, entry.name))
    .sort();
}

function dictionaryAt(path: string): Dictionary | null {
  return asDictionary(parseJson(textBeside(path) ?? ""));
}

function timeOf(info: Dictionary): unknown {
  return asDictionary(info.time)?.created;
}

function order(info: Dictionary): number {
  const ms = milliseconds(timeOf(info));
  return Number.isFinite(ms) ? ms : 0;
}

function writtenBy({ type, tool, state, files }: Dictionary): string[] {
  if (type === "patch") return asList(files).map(asText).filter(Boolean);
  if (type !== "tool" || !["write", "edit", "multiedit"].includes(asText(tool))) return [];
  const path = asText(asDictionary(asDictionary(state)?.input)?.filePath);
  return path === "" ? [] : [path];
}
