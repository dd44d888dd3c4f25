import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { freely, type HeldRows, holdPlaces } from "./hold-places.ts";

type Rows = readonly SessionSummary[];

/** How long a pointer at rest over the list keeps a change waiting. */
const patienceMs = 2500;
const none: ReadonlySet<string> = new Set();

/**
 * Keeps every session where it is while the reader's pointer is over the list, for a few seconds at most, and as long as
 * they are in the middle of something (`busy`: a menu, a name being typed, a drag).
 */
export function useHeldRows(rows: Rows, { pointer, busy }: { pointer: boolean; busy: boolean }) {
  const [from, setFrom] = useState<Rows | null>(null);
  const [own, setOwn] = useState(none);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });

  const hold = pointer || busy;
  if (hold && from === null && rows.length > 0) setFrom(rows);
  if (!hold && from !== null) {
    setFrom(null);
    setOwn(none);
  }

  const held: HeldRows = useMemo(() => (from ? holdPlaces(from, rows, own) : freely(rows)), [from, rows, own]);

  const { pending } = held;
  useEffect(() => {
    if (!pending || busy) return;
    const timer = setTimeout(() => {
      setFrom(latest.current);
      setOwn(none);
    }, patienceMs);
    return () => clearTimeout(timer);
  }, [pending, busy]);

  return {
    held,
    /** These change next by the reader's own hand, and so at once. */
    release: useCallback((ids: readonly string[]) => setOwn((before) => new Set([...before, ...ids])), []),
  };
}
