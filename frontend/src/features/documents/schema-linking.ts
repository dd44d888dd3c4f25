/**
 * The schema-linking document as the page reads it. It is written by a model, so every member may be missing, of another
 * type, or something nobody foresaw: what is understood is shown as tables, everything else as it came.
 */
type SchemaLinking = {
  tables: LinkedTable[];
  joins: LinkedJoin[];
  measures: LinkedTerm[];
  dimensions: LinkedTerm[];
  filters: string[];
  order: string[];
  limit: string | null;
  unmapped: string[];
  assumptions: string[];
  notes: string[];
  /** Members that were not understood, pretty-printed. */
  rest: { name: string; text: string }[];
};
export type LinkedTable = { name: string; alias: string | null; columns: LinkedColumn[]; reason: string | null };
export type LinkedColumn = { name: string; role: string | null; reason: string | null };
export type LinkedJoin = { left: string; right: string; note: string | null };
export type LinkedTerm = { name: string; expression: string | null };

export type ReadSchemaLinking =
  | { kind: "linking"; linking: SchemaLinking }
  | { kind: "json"; text: string }
  | { kind: "text"; text: string };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Never throws. `json`: it parses but is no schema linking, pretty-printed. `text`: it doesn't parse, as it is. */
export function readSchemaLinking(content: string): ReadSchemaLinking {
  let value: Json;
  try {
    value = JSON.parse(content) as Json;
  } catch {
    return { kind: "text", text: content };
  }
  if (!isObject(value) || !Array.isArray(value.tables)) return { kind: "json", text: pretty(value) };
  return { kind: "linking", linking: understand(value) };
}

function understand(value: JsonObject): SchemaLinking {
  const rest: SchemaLinking["rest"] = [];
  const leave = (name: string, left: Json) => {
    if (!isEmpty(left)) rest.push({ name, text: pretty(left) });
  };
  /** The members of a list that `read` understands; the others go to the rest, under the list's name. */
  const list = <T>(name: string, read: (item: Json) => T | undefined): T[] => {
    const items = value[name];
    if (items === undefined || items === null) return [];
    if (!Array.isArray(items)) {
      const one = read(items);
      if (one !== undefined) return [one];
      leave(name, items);
      return [];
    }
    const understood: T[] = [];
    const odd: Json[] = [];
    for (const item of items) {
      const one = read(item);
      if (one === undefined) odd.push(item);
      else understood.push(one);
    }
    leave(name, odd);
    return understood;
  };

  const linking: SchemaLinking = {
    tables: list("tables", readTable),
    joins: list("joins", readJoin),
    measures: list("measures", readTerm),
    dimensions: list("dimensions", readTerm),
    filters: list("filters", readFilter),
    order: list("order", readOrder),
    limit: scalar(value.limit),
    unmapped: withReasons(list("unmapped", readNote), list("reasons", readNote)),
    assumptions: list("assumptions", readNote),
    notes: list("notes", readNote),
    rest,
  };
  if (value.limit !== undefined && linking.limit === null) leave("limit", value.limit);
  for (const [name, member] of Object.entries(value)) {
    if (!UNDERSTOOD.has(name)) leave(name, member);
  }
  return linking;
}

/** `question` and `language` stand in the manifest and in the document before this one. */
const UNDERSTOOD = new Set(
  "question language tables joins measures dimensions filters order limit unmapped reasons assumptions notes".split(
    " ",
  ),
);

function readTable(item: Json): LinkedTable | undefined {
  if (typeof item === "string") return { name: item, alias: null, columns: [], reason: null };
  const name = isObject(item) && (text(item.name) ?? text(item.table));
  if (!isObject(item) || !name) return undefined;
  const columns = Array.isArray(item.columns) ? item.columns : [];
  const read = columns.map(readColumn);
  if (read.includes(undefined) || (item.columns !== undefined && !Array.isArray(item.columns))) return undefined;
  return {
    name,
    alias: text(item.alias),
    columns: read.filter((column) => column !== undefined),
    reason: text(item.reason) ?? text(item.description),
  };
}

function readColumn(item: Json): LinkedColumn | undefined {
  if (typeof item === "string") return { name: item, role: null, reason: null };
  const name = isObject(item) && (text(item.name) ?? text(item.column));
  return isObject(item) && name ? { name, role: text(item.role), reason: text(item.reason) } : undefined;
}

function readJoin(item: Json): LinkedJoin | undefined {
  if (typeof item === "string") {
    const sides = item.split("=").map((side) => side.trim());
    const [left, right] = sides;
    return sides.length === 2 && left && right ? { left, right, note: null } : undefined;
  }
  if (!isObject(item)) return undefined;
  const left = text(item.left) ?? text(item.from);
  const right = text(item.right) ?? text(item.to);
  if (left && right) return { left, right, note: text(item.type) ?? text(item.reason) };
  return text(item.on) ? readJoin(text(item.on)) : undefined;
}

function readTerm(item: Json): LinkedTerm | undefined {
  if (typeof item === "string") return { name: item, expression: null };
  if (!isObject(item)) return undefined;
  const expression = text(item.expression) ?? text(item.column);
  const name = text(item.name) ?? text(item.term) ?? expression;
  return name ? { name, expression: expression === name ? null : expression } : undefined;
}

function readFilter(item: Json): string | undefined {
  if (typeof item === "string") return item;
  if (!isObject(item)) return undefined;
  const column = text(item.column) ?? text(item.name);
  if (!column) return text(item.expression) ?? undefined;
  const value = item.value ?? item.values;
  if (value === undefined) return undefined;
  const op = text(item.op) ?? text(item.operator) ?? "=";
  if (op.toLowerCase() === "between" && Array.isArray(value) && value.length === 2) {
    return `${column} ${op} ${value.map(literal).join(" and ")}`;
  }
  return `${column} ${op} ${literal(value)}`;
}

function readOrder(item: Json): string | undefined {
  if (typeof item === "string") return item;
  if (!isObject(item)) return undefined;
  const by = text(item.by) ?? text(item.column) ?? text(item.expression) ?? text(item.name);
  if (!by) return undefined;
  return [by, text(item.direction) ?? text(item.dir)].filter(Boolean).join(" ");
}

function readNote(item: Json): string | undefined {
  if (typeof item === "string") return item;
  if (!isObject(item)) return undefined;
  const word = text(item.word) ?? text(item.term) ?? text(item.text) ?? text(item.name);
  const reason = text(item.reason) ?? text(item.note);
  return word ? [word, reason].filter(Boolean).join(": ") : (reason ?? undefined);
}

/** `reasons` says of each unmapped word why. One more or less, and nobody knows which belongs to which. */
function withReasons(words: string[], reasons: string[]): string[] {
  if (words.length !== reasons.length) return [...words, ...reasons];
  return words.map((word, at) => `${word}: ${reasons[at]}`);
}

function literal(value: Json): string {
  if (Array.isArray(value)) return `(${value.map(literal).join(", ")})`;
  return typeof value === "string" ? `'${value}'` : JSON.stringify(value);
}

function scalar(value: Json | undefined): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2);
}
