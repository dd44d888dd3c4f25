import type { SessionSummary } from "@thothii/backend/api/sessions";
import { byName } from "../../lib/groups.ts";
import { filterWords, matchesWords } from "../../lib/session-filter.ts";
import { activityOf } from "./row-state.ts";

/** The rail is one flat list of headers and rows, so that only those in sight need to exist. */
export type RailItem =
  | { kind: "group"; key: string; group: string | null; count: number; open: boolean }
  | { kind: "session"; key: string; row: SessionSummary };

export type RailOptions = {
  view: "list" | "archive";
  filter: string;
  /** Keys of the groups folded away. */
  collapsed: ReadonlySet<string>;
  /** Shows *Senza gruppo* even where it is empty: a place to drop on. */
  withNoGroup?: boolean;
};

export const sessionKey = (id: string) => `session:${id}`;
/** The id of a group header's button. */
export const groupButtonId = (group: string | null) => `session-${groupKey(group)}`;
export const groupKey = (group: string | null) => (group === null ? "no-group" : `group:${group}`);

/**
 * Headers and rows in their order: groups by name, those without a group last, rows by last activity. The archive has
 * no headers. While a filter is on, nothing is collapsed.
 */
export function railItems(
  rows: readonly SessionSummary[],
  { view, filter, collapsed, withNoGroup = false }: RailOptions,
): RailItem[] {
  const words = filterWords(filter);
  const shown = rows
    .filter((row) => row.archived === (view === "archive") && matchesWords(row, words))
    .sort(byActivity);
  if (view === "archive") return shown.map(asItem);

  const members = new Map<string | null, SessionSummary[]>();
  for (const row of shown) {
    const group = row.group || null;
    const others = members.get(group);
    if (others) others.push(row);
    else members.set(group, [row]);
  }
  const names = [...members.keys()].filter((name) => name !== null).sort(byName);
  const order = members.has(null) || withNoGroup ? [...names, null] : names;
  return order.flatMap((group): RailItem[] => {
    const own = members.get(group) ?? [];
    const open = filter.trim() !== "" || !collapsed.has(groupKey(group));
    const header: RailItem = { kind: "group", key: groupKey(group), group, count: own.length, open };
    return open ? [header, ...own.map(asItem)] : [header];
  });
}

/**
 * The session a reader is taken to when this one goes: the next in sight that stays, else the last one before it that
 * does. `going` are all that go, this one among them.
 */
export function neighbourOf(items: readonly RailItem[], id: string, going: ReadonlySet<string> = new Set([id])) {
  const ids = sessionIds(items);
  const index = ids.indexOf(id);
  if (index < 0) return null;
  const stays = (other: string) => !going.has(other);
  return ids.slice(index).find(stays) ?? ids.slice(0, index).findLast(stays) ?? null;
}

/** The sessions in sight, in order. */
export const sessionIds = (items: readonly RailItem[]): string[] =>
  items.flatMap((item) => (item.kind === "session" ? [item.row.id] : []));

/** The group that the item at `index` is the header of or stands in; undefined where there are no groups. */
export function groupAt(items: readonly RailItem[], index: number): string | null | undefined {
  for (let at = Math.min(index, items.length - 1); at >= 0; at--) {
    const item = items[at];
    if (item?.kind === "group") return item.group;
  }
  return undefined;
}

const asItem = (row: SessionSummary): RailItem => ({ kind: "session", key: sessionKey(row.id), row });

function byActivity(a: SessionSummary, b: SessionSummary): number {
  const [first, second] = [activityOf(a) ?? "", activityOf(b) ?? ""];
  if (first !== second) return first < second ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
