import type { Decision } from "@thothii/backend/api/documents";

/** One record of the ledger as the timeline shows it. `at` is ISO 8601, or null where the record has no readable time. */
export type TimelineEntry = {
  key: string;
  phase: string;
  kind: "approve" | "revise" | "rollback" | "other";
  /** The decision's own word, shown for kinds nobody knows. */
  decision: string;
  to: string | null;
  by: string | null;
  note: string | null;
  at: string | null;
};

const KNOWN = new Set(["approve", "revise", "rollback"]);

/**
 * The ledger, newest first. `content` is a JSON array of records; a harness that hands out the file itself sends one
 * record a line, which is read too. What is no record is left out here: the panel's warning counts such lines.
 */
export function readDecisions(content: string): TimelineEntry[] {
  return newestFirst(readLedger(content)).entries();
}

/** The same for a ledger of any length: what is read of a record is read when it is shown. */
export type Timeline = {
  count: number;
  at: (index: number) => TimelineEntry;
  entries: () => TimelineEntry[];
};

export function newestFirst(ledger: readonly Partial<Decision>[]): Timeline {
  const at = (index: number) => {
    // The ledger only grows, so a record's place in it names it for good.
    const place = ledger.length - 1 - index;
    return { key: String(place), ...entry(ledger[place] ?? {}) };
  };
  return { count: ledger.length, at, entries: () => ledger.map((_, index) => at(index)) };
}

/** The records of a ledger, oldest first. */
export function readLedger(content: string): Partial<Decision>[] {
  const whole = parse(content);
  return recordsIn(Array.isArray(whole) ? whole : content.split("\n").map(parse));
}

/** What of a list is a record. */
export function recordsIn(items: readonly unknown[]): Partial<Decision>[] {
  return items.filter((item): item is Partial<Decision> => typeof item === "object" && item !== null);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function entry(record: Partial<Decision>): Omit<TimelineEntry, "key"> {
  const decision = word(record.decision) ?? "";
  return {
    phase: word(record.phase) ?? "",
    kind: KNOWN.has(decision) ? (decision as TimelineEntry["kind"]) : "other",
    decision,
    to: word(record.to),
    by: word(record.by),
    note: word(record.note),
    at: word(record.ts) && !Number.isNaN(Date.parse(record.ts as string)) ? (record.ts as string) : null,
  };
}

function word(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
