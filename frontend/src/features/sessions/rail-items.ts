import type { SessionSummary } from "@thothii/backend/api/sessions";
import { byName } from "./groups.ts";
import { activityOf } from "./row-state.ts";
import { sessionName } from "./session-text.ts";

/** The rail is one flat list of headers and rows, so that only those in sight need to exist. */
export type RailItem =
  | { kind: "group"; key: string; group: string | null; count: number; open: boolean }
  | { kind: "session"; key: string; row: SessionSummary };

export type RailOptions = {
  view: "list" | "archive";
  filter: string;
  /** Keys of the groups folded away. */
  collapsed: ReadonlySet<string>;
};

export const sessionKey = (id: string) => `session:${id}`;
export const groupKey = (group: string | null) => (group === null ? "no-group" : `group:${group}`);

/**
 * Headers and rows in their order: groups by name, those without a group last, rows by last activity. The archive has
 * no headers. While a filter is on, nothing is collapsed.
 */
export function railItems(rows: readonly SessionSummary[], { view, filter, collapsed }: RailOptions): RailItem[] {
  const matches = matcher(filter);
  const shown = rows.filter((row) => row.archived === (view === "archive") && matches(row)).sort(byActivity);
  if (view === "archive") return shown.map(asItem);

  const members = new Map<string | null, SessionSummary[]>();
  for (const row of shown) {
    const group = row.group || null;
    const others = members.get(group);
    if (others) others.push(row);
    else members.set(group, [row]);
  }
  const names = [...members.keys()].filter((name) => name !== null).sort(byName);
  const order = members.has(null) ? [...names, null] : names;
  return order.flatMap((group): RailItem[] => {
    const own = members.get(group) ?? [];
    const open = filter.trim() !== "" || !collapsed.has(groupKey(group));
    const header: RailItem = { kind: "group", key: groupKey(group), group, count: own.length, open };
    return open ? [header, ...own.map(asItem)] : [header];
  });
}

/** The session a reader is taken to when this one goes: the next in sight, else the one before. */
export function neighbourOf(items: readonly RailItem[], id: string): string | null {
  const sessions = items.filter((item) => item.kind === "session");
  const index = sessions.findIndex((item) => item.row.id === id);
  if (index < 0) return null;
  return (sessions[index + 1] ?? sessions[index - 1])?.row.id ?? null;
}

const asItem = (row: SessionSummary): RailItem => ({ kind: "session", key: sessionKey(row.id), row });

function byActivity(a: SessionSummary, b: SessionSummary): number {
  const [first, second] = [activityOf(a) ?? "", activityOf(b) ?? ""];
  if (first !== second) return first < second ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Every word is somewhere in the name, the question, the group or the id; case and accents don't count. */
function matcher(filter: string): (row: SessionSummary) => boolean {
  const words = plain(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (row) => {
    const text = plain([sessionName(row), row.question, row.group, row.id].filter(Boolean).join("\n"));
    return words.every((word) => text.includes(word));
  };
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLocaleLowerCase("it");
