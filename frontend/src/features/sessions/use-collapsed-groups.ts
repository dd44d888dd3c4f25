import { useState } from "react";
import { remember, remembered } from "../../lib/memory.ts";
import { groupKey } from "./rail-items.ts";

const key = "collapsed-groups";

/** Which groups are folded away, on this browser, until they are opened again. */
export function useCollapsedGroups() {
  const [collapsed, setCollapsed] = useState(read);

  /** Changes what is folded here and, by itself, what is kept: another tab may have folded others since. */
  function change(apply: (groups: Set<string>) => void) {
    const [shown, kept] = [new Set(collapsed), new Set(read())];
    apply(shown);
    apply(kept);
    setCollapsed(shown);
    remember(key, kept.size > 0 ? JSON.stringify([...kept]) : null);
  }

  return {
    collapsed,
    setCollapsed(group: string | null, close: boolean) {
      change((groups) => (close ? groups.add(groupKey(group)) : groups.delete(groupKey(group))));
    },
    /** A group with a new name stays as it was, folded or open. */
    renameCollapsed(from: string, to: string) {
      change((groups) => groups.delete(groupKey(from)) && groups.add(groupKey(to)));
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
