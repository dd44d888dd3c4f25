import { type Document, isCollection, isMap, isScalar, type Pair, type YAMLMap } from "yaml";
import { parseYaml } from "./yaml-schema.ts";
import { type FieldValue, yamlText } from "./yaml-text.ts";

type SourceToken = { type: string; offset: number; source: string };
interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * Sets top-level fields of a YAML mapping. Only the bytes of the changed values differ afterwards: comments, order,
 * quoting, unknown fields and line ends stay. Throws an Error when the text can't be changed that way.
 */
export function editFields(text: string, changes: Readonly<Record<string, FieldValue>>): string {
  const bom = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(bom.length);
  const edited = Object.entries(changes).reduce((current, [key, value]) => setField(current, key, value), body);
  assertOnlyChanged(body, edited, changes);
  return bom + edited;
}

function setField(text: string, key: string, value: FieldValue): string {
  const map = topMap(parseYaml(text));
  const pair = map.items.findLast((item) => isScalar(item.key) && item.key.value === key);
  const splice = pair ? replaceValue(text, map, pair, value) : insertField(text, map, key, value);
  return text.slice(0, splice.start) + splice.text + text.slice(splice.end);
}

function topMap(document: Document): YAMLMap<unknown, unknown> {
  if (document.errors[0]) throw document.errors[0];
  if (!isMap(document.contents)) throw new Error("it is not a mapping of fields");
  return document.contents as YAMLMap<unknown, unknown>;
}

const sepOf = (pair: Pair<unknown, unknown>) => (pair.srcToken?.sep ?? []) as SourceToken[];

function replaceValue(text: string, map: YAMLMap, pair: Pair<unknown, unknown>, value: FieldValue): Splice {
  const sep = sepOf(pair);
  const colon = sep.find((token) => token.type === "map-value-ind");
  if (!colon) throw new Error("a field has no colon");
  const afterColon = colon.offset + 1;
  const node = pair.value;
  const range = isScalar(node) || isCollection(node) || (node && typeof node === "object") ? rangeOf(node) : null;
  if (!range || (range[0] === range[1] && !sep.some(isProperty))) {
    return { start: afterColon, end: afterColon, text: ` ${yamlText(value)}` };
  }
  const blockEnd = range[1] > range[0] && text[range[1] - 1] === "\n" ? lineEnd(text) : "";
  if (isCollection(node) && !map.flow && !node.flow) {
    return { start: afterColon, end: range[1], text: ` ${yamlText(value)}${blockEnd}` };
  }
  // A tag such as !!int would apply to the new value too; an anchor has to stay for its aliases.
  const properties = sep.filter(isProperty);
  const anchor = properties.find((token) => token.type === "anchor");
  const start = properties[0]?.offset ?? range[0];
  return { start, end: range[1], text: `${anchor ? `${anchor.source} ` : ""}${yamlText(value)}${blockEnd}` };
}

const isProperty = (token: SourceToken) => token.type === "tag" || token.type === "anchor";

function rangeOf(node: unknown): readonly [number, number, number] | null {
  return (node as { range?: readonly [number, number, number] | null }).range ?? null;
}

const lineEnd = (text: string) => /\r?\n/.exec(text)?.[0] ?? "\n";

function insertField(text: string, map: YAMLMap, key: string, value: FieldValue): Splice {
  const field = `${key}: ${yamlText(value)}`;
  const mapStart = rangeOf(map)?.[0] ?? 0;
  if (map.flow) {
    const start = text.indexOf("{", mapStart) + 1;
    return { start, end: start, text: map.items.length > 0 ? `${field}, ` : field };
  }
  const indent = " ".repeat(mapStart - (text.lastIndexOf("\n", mapStart - 1) + 1));
  const start = lastLineToFollow(text, map);
  if (start !== null) return { start, end: start, text: `${lineEnd(text)}${indent}${field}` };
  return { start: mapStart, end: mapStart, text: `${field}${lineEnd(text)}${indent}` };
}

/** The end of the line of the last field whose value is written on that very line: a safe place to add one after. */
function lastLineToFollow(text: string, map: YAMLMap): number | null {
  for (const pair of map.items.toReversed()) {
    const value = pair.value;
    const range = value ? rangeOf(value) : null;
    if (!range || !isScalar(value) || value.type === "BLOCK_LITERAL" || value.type === "BLOCK_FOLDED") continue;
    const rest = /^[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(range[1]));
    if (rest && range[1] > range[0]) return range[1] + rest[0].length;
  }
  return null;
}

function assertOnlyChanged(before: string, after: string, changes: Readonly<Record<string, FieldValue>>): void {
  const expected = { ...(parseYaml(before).toJS() as object), ...changes };
  const document = parseYaml(after);
  if (document.errors[0]) throw document.errors[0];
  if (comparable(document.toJS()) !== comparable(expected)) throw new Error("its layout can't be changed line by line");
}

function comparable(value: unknown): string {
  const sorted = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted, (_key, item) =>
    typeof item === "bigint" || (typeof item === "number" && !Number.isFinite(item)) ? `${typeof item} ${item}` : item,
  );
}
