/**
 * Which sessions are chosen for one act upon all. `anchor` is where a range begins, and `base` what was chosen before
 * that range, so that pulling the range shorter gives back only what it took.
 */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null; base: ReadonlySet<string> };

export const noSelection: Selection = { ids: new Set(), anchor: null, base: new Set() };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/** From the anchor to `id` in the list's `order`; without an anchor in it, from `from`, where the reader was. */
export function extended(
  { ids, anchor, base }: Selection,
  order: readonly string[],
  id: string,
  from: string,
): Selection {
  const known = anchor !== null && order.includes(anchor);
  const start = known ? anchor : from;
  const before = known ? base : ids;
  const [first, last] = [order.indexOf(start), order.indexOf(id)].sort((a, b) => a - b) as [number, number];
  if (first < 0) return toggled({ ids, anchor, base }, id);
  return { ids: new Set([...before, ...order.slice(first, last + 1)]), anchor: start, base: before };
}

export const allOf = (order: readonly string[]): Selection => {
  const ids = new Set(order);
  return { ids, anchor: order[0] ?? null, base: ids };
};

export const only = (ids: readonly string[]): Selection => ({ ids: new Set(ids), anchor: null, base: new Set(ids) });
