import { JsonWalker } from "../json-walker.ts";
import type { LineFilter } from "../jsonl-scan.ts";

const bytes = (text: string) => Buffer.from(text);
const KEY = {
  type: bytes("type"),
  subtype: bytes("subtype"),
  message: bytes("message"),
  content: bytes("content"),
  attachment: bytes("attachment"),
};
const SPEECH = [bytes("user"), bytes("assistant")];
const TITLES = [bytes("custom-title"), bytes("ai-title"), bytes("agent-name"), bytes("summary")];
const ATTACHMENT = bytes("attachment");
const SYSTEM = bytes("system");
const QUEUED = [bytes("queued_command")];
const RECAP = [bytes("away_summary")];
const TEXT = bytes("text");
const CALL = bytes("tool_use");

/**
 * Which lines of a Claude Code transcript may hold something said or a title. It never says no to one that does (a key
 * that stands twice in one object aside); most of a transcript's bytes are results of tools, and are passed over unparsed.
 * With `toolCalls` lines that call a tool count too.
 */
export function claudeLines(toolCalls: boolean): LineFilter {
  const walker = new JsonWalker();
  const blocks = toolCalls ? [TEXT, CALL] : [TEXT];
  return (line, start, end) => {
    walker.open(line, start, end);
    // What is torn or malformed is for the parser to judge.
    return mayMatter(walker, blocks) || walker.torn;
  };
}

type Kind = "unknown" | "speech" | "attachment" | "system";

function mayMatter(walker: JsonWalker, blocks: readonly Buffer[]): boolean {
  if (!walker.enterObject()) return false;
  let kind: Kind = "unknown";
  while (walker.nextKey()) {
    if (walker.escaped) return true;
    if (walker.is(KEY.type)) {
      const typed = kindOf(walker);
      if (typeof typed === "boolean") return typed;
      kind = typed;
      continue;
    }
    // Found before the type, or under another one, it may turn out to be nothing: that costs a parse.
    if (walker.is(KEY.message)) {
      if (hasProse(walker, blocks)) return true;
      if (kind === "speech") return false;
    } else if (walker.is(KEY.attachment)) {
      if (hasString(walker, KEY.type, QUEUED)) return true;
      if (kind === "attachment") return false;
    } else if (walker.is(KEY.subtype)) {
      if (isString(walker, RECAP)) return true;
      if (kind === "system") return false;
    } else walker.skip();
  }
  return false;
}

/** The entry's type decides unless what follows has to be looked at. */
function kindOf(walker: JsonWalker): Kind | boolean {
  if (!walker.takeString()) return false;
  if (walker.escaped) return true;
  if (isAny(walker, SPEECH)) return "speech";
  if (walker.is(ATTACHMENT)) return "attachment";
  if (walker.is(SYSTEM)) return "system";
  return isAny(walker, TITLES);
}

/** Is the message's content a text, or has it a text among its blocks? Answers at once when so, else past the value. */
function hasProse(walker: JsonWalker, blocks: readonly Buffer[]): boolean {
  if (!walker.enterObject()) return passed(walker);
  while (walker.nextKey()) {
    if (walker.escaped) return true;
    if (!walker.is(KEY.content)) walker.skip();
    else if (contentHasProse(walker, blocks)) return true;
  }
  return false;
}

function contentHasProse(walker: JsonWalker, blocks: readonly Buffer[]): boolean {
  if (walker.isString()) return true;
  if (!walker.enterArray()) return passed(walker);
  while (walker.nextItem()) if (walker.isString() || hasString(walker, KEY.type, blocks)) return true;
  return false;
}

/** Is the value an object whose `key` is one of these texts, or may be? Answers at once when so, else past the value. */
function hasString(walker: JsonWalker, key: Buffer, texts: readonly Buffer[]): boolean {
  if (!walker.enterObject()) return passed(walker);
  while (walker.nextKey()) {
    if (walker.escaped) return true;
    if (!walker.is(key)) walker.skip();
    else if (isString(walker, texts)) return true;
  }
  return false;
}

function isString(walker: JsonWalker, texts: readonly Buffer[]): boolean {
  if (!walker.takeString()) return passed(walker);
  return walker.escaped || isAny(walker, texts);
}

/** A loop, for it is run on every line of every store. */
function isAny(walker: JsonWalker, texts: readonly Buffer[]): boolean {
  for (const text of texts) if (walker.is(text)) return true;
  return false;
}

function passed(walker: JsonWalker): false {
  walker.skip();
  return false;
}
