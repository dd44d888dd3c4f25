import { join } from "node:path";
import { statOf, textBeside } from "../folders.ts";
import { columnsOf, StoreCache } from "../sqlite-store.ts";
import { isoTime } from "../times.ts";
import { titleFrom } from "../turn-list.ts";
import { asDictionary, asText, parseJson } from "../values.ts";

export interface ThreadName {
  name: string;
  /** When it was given, in ms; 0 where the store doesn't say. */
  at: number;
}

/** It was at its fifth in 2026. */
const GENERATIONS = 20;
const databases = new StoreCache<Map<string, string>>();
const indexes = new Map<string, { stamp: string; names: Map<string, ThreadName> }>();

/** What threads are called: in the list that the program keeps, else in its database. */
export function threadNames(home: string): Map<string, ThreadName> {
  const names = new Map<string, ThreadName>();
  for (const path of stateDatabases(home))
    for (const [id, name] of namesInDatabase(path)) names.set(id, { name, at: 0 });
  for (const [id, name] of namesInIndex(join(home, "session_index.jsonl"))) names.set(id, name);
  return names;
}

export const nameFiles = (home: string) => [join(home, "session_index.jsonl"), ...stateDatabases(home)];

/** The oldest generation first: the newest has the last word. */
function stateDatabases(home: string): string[] {
  return Array.from({ length: GENERATIONS }, (_, generation) => `state_${generation}.sqlite`)
    .flatMap((name) => [join(home, name), join(home, "sqlite", name)])
    .filter((path) => statOf(path)?.isFile());
}

function namesInDatabase(path: string): Map<string, string> {
  try {
    return databases.get(path, namesOf) ?? new Map();
  } catch {
    // Only titles are lost: the sessions lie elsewhere.
    return new Map();
  }
}

const namesOf: Parameters<typeof databases.get>[1] = (database) => {
  const columns = columnsOf(database, "threads");
  const wanted = ["id", "name", "title", "first_user_message"].filter((column) => columns.has(column));
  if (!wanted.includes("id")) return new Map();
  const rows = database.prepare(`SELECT ${wanted.join(", ")} FROM threads`).all();
  return new Map(
    rows.flatMap((row) => {
      const title = asText(row.title);
      // Until it is given one, a thread's title is its first prompt, for a fork its first own one.
      const given = title !== "" && !asText(row.first_user_message).startsWith(title.replace(/(\.{3}|…)$/, ""));
      const name =
        titleFrom(asText(row.name)) ?? (given && columns.has("first_user_message") ? titleFrom(title) : null);
      return name === null ? [] : [[asText(row.id), name] as const];
    }),
  );
};

function namesInIndex(path: string): Map<string, ThreadName> {
  const stats = statOf(path);
  const stamp = stats === null ? "" : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  const kept = indexes.get(path);
  if (kept?.stamp === stamp) return kept.names;
  const names = new Map<string, ThreadName>();
  for (const line of (textBeside(path) ?? "").split("\n")) {
    const entry = asDictionary(parseJson(line));
    const name = titleFrom(asText(entry?.thread_name));
    const time = isoTime(entry?.updated_at);
    if (name !== null) names.set(asText(entry?.id), { name, at: time === null ? 0 : Date.parse(time) });
  }
  indexes.set(path, { stamp, names });
  return names;
}
