import { useState } from "react";
import { remember, remembered } from "../../lib/memory.ts";
import { groupKey } from "./rail-items.ts";

const key = "collapsed-groups";

/** Which groups are folded away, on this browser, until they are opened again. */
export function useCollapsedGroups() {
  const [collapsed, setCollapsed] = useState(read);
  function keep(next: ReadonlySet<string>) {
    setCollapsed(next);
    remember(key, next.size > 0 ? JSON.stringify([...next]) : null);
  }
  return {
    collapsed,
    setCollapsed(group: string | null, close: boolean) {
      const next = new Set(collapsed);
      if (close) next.add(groupKey(group));
      else next.delete(groupKey(group));
      keep(next);
    },
    /** A group with a new name stays as it was, folded or open. */
    renameCollapsed(from: string, to: string) {
      const next = new Set(collapsed);
      if (next.delete(groupKey(from))) keep(next.add(groupKey(to)));
    },
  };
}

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(remembered(key) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}
