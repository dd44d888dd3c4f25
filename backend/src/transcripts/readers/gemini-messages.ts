import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import type { Turn } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary } from "../values.ts";

interface Message {
  id: string;
  /** When it was first written: a resumed session stamps all its messages anew. */
  ts: string | null;
  content: Dictionary;
}

export interface GeminiTurn {
  role: Turn["role"];
  text: string;
  ts: string | null;
  id: string;
}

const WRITING_TOOLS = new Set(["write_file", "replace", "edit"]);

/**
 * A session as its file leaves it. The file is a log of what happened to the list of messages: one added or written anew
 * under its id, all replaced, or the end of the list taken back.
 */
export class GeminiSession {
  sessionId: string | null = null;
  projectHash: string | null = null;
  startedAt: string | null = null;
  summary: string | null = null;
  readonly touchedFiles = new Set<string>();
  /** The folders that its model was told of. */
  toldFolders: string[] = [];
  #messages: Message[] = [];
  readonly #firstTimes = new Map<string, string | null>();

  take(entry: Dictionary): void {
    const set = asDictionary(entry.$set);
    if (set !== null) this.#describe(set);
    else if (entry.$rewindTo !== undefined) this.#rewind(asText(entry.$rewindTo));
    else if (typeof entry.id === "string" && entry.type !== undefined) this.#put(entry);
    else this.#describe(entry);
  }

  get turns(): GeminiTurn[] {
    return this.#messages.flatMap((message, index) => turnOf(message, index === 0));
  }

  get title(): string | null {
    const asked = this.turns.find(({ role }) => role === "user");
    return this.summary ?? (asked ? titleFrom(asked.text) : null);
  }

  #describe(entry: Dictionary): void {
    this.sessionId = asText(entry.sessionId) || this.sessionId;
    this.projectHash = asText(entry.projectHash) || this.projectHash;
    this.startedAt ??= isoTime(entry.startTime);
    this.summary = titleFrom(asText(entry.summary)) ?? this.summary;
    if (!Array.isArray(entry.messages)) return;
    this.#messages = [];
    for (const message of asList(entry.messages)) this.#put(asDictionary(message) ?? {});
  }

  #put(content: Dictionary): void {
    this.#touch(content);
    if (this.#messages.length === 0 && this.toldFolders.length === 0) this.toldFolders = foldersIn(content);
    const id = asText(content.id);
    const place = id === "" ? -1 : this.#messages.findLastIndex((message) => message.id === id);
    if (id !== "" && !this.#firstTimes.has(id)) this.#firstTimes.set(id, isoTime(content.timestamp));
    const ts = this.#firstTimes.get(id) ?? isoTime(content.timestamp);
    if (place === -1) this.#messages.push({ id, ts, content });
    else this.#messages[place] = { id, ts, content };
  }

  /** What is unknown takes everything back. */
  #rewind(id: string): void {
    const place = this.#messages.findIndex((message) => message.id === id);
    this.#messages = place === -1 ? [] : this.#messages.slice(0, place);
  }

  #touch({ toolCalls }: Dictionary): void {
    for (const call of asList(toolCalls).map(asDictionary)) {
      const path = asText(asDictionary(call?.args)?.file_path);
      if (path === "" || !WRITING_TOOLS.has(asText(call?.name))) continue;
      this.touchedFiles.delete(path);
      this.touchedFiles.add(path);
    }
  }
}

function turnOf({ id, ts, content }: Message, first: boolean): GeminiTurn[] {
  const isUser = content.type === "user";
  if (!isUser && content.type !== "gemini" && content.type !== "model") return [];
  const shown = isUser ? partsText(content.displayContent) : "";
  const text = shown.trim() === "" ? partsText(content.content) : shown;
  if (text.trim() === "" || (isUser && isInjected(text.trim(), id, first))) return [];
  return [{ role: isUser ? "user" : "assistant", text, ts, id }];
}

/** It stands at the beginning; a listing of files may follow. */
const TOLD_LENGTH = 16 << 10;
const FOLDER = /^(?:[ \t]*- |.*\bdirectory: )((?:\/|[A-Za-z]:\\).*)$/gm;

/** The first record tells the model where it is: in a list, or in a sentence of older versions. */
function foldersIn(message: Dictionary): string[] {
  if (message.type !== "user") return [];
  return [...partsText(message.content).slice(0, TOLD_LENGTH).matchAll(FOLDER)].map(([, folder = ""]) =>
    folder.trimEnd(),
  );
}

/** A text, a part, or a list of either; thoughts and calls are parts too, and not said. */
function partsText(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) =>
      typeof part === "string" ? part : asDictionary(part)?.thought === true ? "" : asText(asDictionary(part)?.text),
    )
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

/** The program's own: what it tells the model of the folder, what a hook adds, and commands without words of their own. */
function isInjected(text: string, id: string, first: boolean): boolean {
  if (/^<(session_context|hook_context)>/.test(text) || /^[/?]\S*$/.test(text)) return true;
  // The first record is what is told of the folder; unlike a person's its id is made of what it is.
  return first && /^[0-9a-f]{32}$/.test(id);
}
