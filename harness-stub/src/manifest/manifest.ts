import { type Document, isAlias, isMap, isScalar } from "yaml";
import { Problem } from "../problem.ts";
import { MANIFEST_FILE } from "../workflow.ts";
import { isoTime, parseYaml } from "./yaml-schema.ts";

const STATUSES = ["open", "closed", "finalized"] as const;
export type Status = (typeof STATUSES)[number];

/** The manifest as read. Times are ISO 8601 UTC with milliseconds. `fields` has everything, unknown fields too. */
export interface Manifest {
  question: string;
  name: string | null;
  status: Status;
  author: string | null;
  summary: string | null;
  created_at: string | null;
  updated_at: string | null;
  activity_at: string | null;
  archived: boolean;
  group: string | null;
  /** When the question was last replaced; null when it is still the one the session began with. */
  question_updated_at: string | null;
  fields: Record<string, unknown>;
}

const unreadable = (why: string, cause?: unknown) =>
  new Problem(
    "unreadable",
    `${MANIFEST_FILE} can't be read: ${why}.`,
    "Open the file, mend it, and try again; `tht session path ID` prints the folder.",
    { cause },
  );

/** Reads a manifest's bytes; throws `unreadable`. */
export function parseManifest(bytes: Uint8Array): Manifest {
  const source = decodeText(bytes).replace(/^\ufeff/, "");
  const document = parsed(source);
  let fields: unknown;
  try {
    fields = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw unreadable((error as Error).message, error);
  }
  if (fields === null || typeof fields !== "object" || Array.isArray(fields))
    throw unreadable("it is not a mapping of fields");
  const text = (key: string) => {
    const node = fieldNode(document, key);
    if (node === undefined) return mergedText(fields as Record<string, unknown>, key);
    if (!isScalar(node) || node.value === null) return null;
    if (node.type === "PLAIN" && node.source !== node.value) return node.source ?? String(node.value);
    if (typeof node.value !== "string") return String(node.value);
    return breaksFolded(node.value, source.slice(...(node.range ?? [0, 0])));
  };
  const time = (key: string) => {
    const value = text(key);
    return value === null ? null : isoTime(value);
  };
  const question = text("question");
  if (!question?.trim()) throw unreadable("it has no question");
  const status = text("status") ?? "open";
  if (!isStatus(status)) throw unreadable(`its status ${JSON.stringify(status)} is none of ${STATUSES.join(", ")}`);
  return {
    question,
    name: text("name")?.trim() || null,
    status,
    author: text("author"),
    summary: text("summary"),
    created_at: time("created_at"),
    updated_at: time("updated_at"),
    activity_at: time("activity_at"),
    archived: (fields as Record<string, unknown>).archived === true,
    group: text("group")?.trim() || null,
    question_updated_at: time("question_updated_at"),
    fields: plain(fields) as Record<string, unknown>,
  };
}

/** The node of a field, of an alias the one it stands for; the last of equal keys counts, as in Python. */
function fieldNode(document: Document, key: string): unknown {
  if (!isMap(document.contents)) return undefined;
  const node = document.contents.items.findLast((item) => isScalar(item.key) && item.key.value === key)?.value;
  return isAlias(node) ? node.resolve(document) : node;
}

/** A field that is not written here but came in with `<<`. */
function mergedText(fields: Record<string, unknown>, key: string): string | null {
  const value = Object.hasOwn(fields, key) ? fields[key] : null;
  return value === null || typeof value === "object" ? null : String(value);
}

/** Decodes UTF-8, byte order mark kept; throws `unreadable`. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable("it is not UTF-8", error);
  }
}

function parsed(text: string) {
  const document = parsedDeep(text);
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw unreadable(fault.message.replaceAll(/\s+/g, " "), fault);
  return document;
}

// Thousands of nested brackets end the parser's stack.
function parsedDeep(text: string) {
  try {
    return parseYaml(text);
  } catch (error) {
    throw unreadable((error as Error).message, error);
  }
}

const isStatus = (status: string): status is Status => (STATUSES as readonly string[]).includes(status);

// PyYAML breaks lines at U+0085, U+2028 and U+2029 too, and writes them raw when told to keep Unicode.
function breaksFolded(value: string, written: string): string {
  if (!/[\u0085\u2028\u2029]/.test(written) || written.includes("\\")) return value;
  return value.replaceAll(/[ \t]*\u0085[ \t]*/g, " ").replaceAll(/[ \t]*([\u2028\u2029])[ \t]*/g, "$1");
}

/** The value as JSON can carry it: integers beyond 2^53 as strings, bytes in base64. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (value instanceof Set) return plain([...value]);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
