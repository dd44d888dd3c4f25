import { isoTime } from "../times.ts";
import type { Turn } from "../types.ts";
import { asDictionary, asList, asText, type Dictionary } from "../values.ts";
import { filesOfPatches } from "./patch-text.ts";

/** A line that says something. Each thing may be there twice: as an item of the model's history, and as an event for the page. */
export interface CodexLine {
  role: Turn["role"];
  text: string;
  source: "item" | "event";
  /** An event may be there in two forms, where a version wrote both. */
  form?: string;
  ts: string | null;
}

/** Null for a line that says nothing. */
export function lineOf(entry: Dictionary): CodexLine | null {
  const payload = asDictionary(entry.payload);
  const ts = isoTime(entry.timestamp);
  if (payload === null) return entry.payload === undefined ? bareItem(entry, ts) : null;
  switch (entry.type) {
    case "response_item":
      return item(payload, ts);
    case "event_msg": {
      const said = event(payload, ts);
      return said && { ...said, form: asText(payload.type) };
    }
    case "compacted":
      return line("summary", asText(payload.message), "item", ts);
    default:
      return null;
  }
}

/** Before there were envelopes a line was the item itself. */
function bareItem(entry: Dictionary, ts: string | null): CodexLine | null {
  if (entry.type === "user" || entry.type === "assistant")
    return item({ role: entry.type, content: entry.content }, ts);
  return entry.type === "message" || (entry.type === undefined && entry.role !== undefined) ? item(entry, ts) : null;
}

export function item(payload: Dictionary, ts: string | null): CodexLine | null {
  if (payload.type !== undefined && payload.type !== "message") return null;
  if (payload.role === "assistant") return line("assistant", blocks(payload.content).join("\n\n"), "item", ts);
  if (payload.role !== "user") return null;
  const kept = blocks(payload.content).filter((_, index) => !isHarness(payload, index));
  return line("user", typedWords(kept), "item", ts);
}

/** Newer versions say of each block whether a person wrote it. */
function isHarness(payload: Dictionary, index: number): boolean {
  const passed = asDictionary(payload.internal_chat_message_metadata_passthrough);
  const about = asDictionary(asList(passed?.content_item_metadata)[index]);
  return asDictionary(about?.provenance)?.type === "harness";
}

function event(payload: Dictionary, ts: string | null): CodexLine | null {
  switch (payload.type) {
    case "user_message":
      if (payload.kind !== undefined && payload.kind !== null && payload.kind !== "plain") return null;
      return line("user", typedWords([asText(payload.message)]), "event", ts);
    case "agent_message":
      return line("assistant", asText(payload.message), "event", ts);
    case "item_completed": {
      const done = asDictionary(payload.item);
      const text = blocks(done?.content);
      if (done?.type === "UserMessage") return line("user", typedWords(text), "event", ts);
      return done?.type === "AgentMessage" ? line("assistant", text.join("\n\n"), "event", ts) : null;
    }
    default:
      return null;
  }
}

function line(role: Turn["role"], text: string, source: CodexLine["source"], ts: string | null): CodexLine | null {
  return text.trim() === "" ? null : { role, text, source, ts };
}

const TEXT_TYPES = new Set<unknown>(["input_text", "output_text", "text", "Text"]);

function blocks(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return asList(content).map((block) => {
    const typed = asDictionary(block);
    return typed === null ? asText(block) : TEXT_TYPES.has(typed.type) ? asText(typed.text) : "";
  });
}

function typedWords(texts: readonly string[]): string {
  return texts
    .map(withoutEnvelopes)
    .filter((text) => text !== "")
    .join("\n\n");
}

const ENVELOPES =
  "user_instructions|environment_context|INSTRUCTIONS|permissions|skill|turn_aborted|subagent_notification|goal_context|" +
  "codex_internal_context|recommended_plugins|user_shell_command|hook_prompt|external_links|image_files|" +
  "collaboration_mode|model_switch|apps_instructions|skills_instructions|plugins_instructions";
const ENVELOPE = new RegExp(`^<(${ENVELOPES})(?:\\s[^>]*)?>.*?</\\1(?:\\s[^>]*)?>\\s*`, "s");
const PROJECT_RULES = /^# AGENTS\.md instructions for [^\n]*\s+<INSTRUCTIONS>.*?<\/INSTRUCTIONS>\s*/s;
const EDITOR = /^# Context from my IDE setup:.*?^## My request for Codex:\s*/ms;

/** What was put before a person's words, each cut only where its end is there; "" when nothing else is. */
function withoutEnvelopes(text: string): string {
  let rest = text.replace(/^[\s\ufeff]+/, "");
  for (;;) {
    const cut = [ENVELOPE, PROJECT_RULES, EDITOR].reduce((left, envelope) => left.replace(envelope, ""), rest);
    if (cut === rest) return rest.trim();
    rest = cut;
  }
}

/** The folder, where an old version said it only to the model. */
export function folderToldIn(entry: Dictionary): string | null {
  const holder = asDictionary(entry.payload) ?? entry;
  if (holder.role !== "user") return null;
  const told = blocks(holder.content).find((text) => text.trimStart().startsWith("<environment_context>"));
  const found = /<cwd>([^<]+)<\/cwd>/.exec(told ?? "") ?? /^Current working directory: (.+)$/m.exec(told ?? "");
  return found?.[1]?.trim() || null;
}

/** The files that a line's patches name. */
export function patchedFiles(entry: Dictionary): string[] {
  const payload = asDictionary(entry.payload) ?? entry;
  const changes = asDictionary(payload.changes);
  if (changes !== null && asText(payload.type).startsWith("patch_apply")) return Object.keys(changes);
  if (!/^(function_call|custom_tool_call|local_shell_call)$/.test(asText(payload.type))) return [];
  const given = [payload.arguments, payload.input, payload.action].map((part) =>
    typeof part === "string" ? part : (JSON.stringify(part) ?? ""),
  );
  return filesOfPatches(given.join("\n"));
}
