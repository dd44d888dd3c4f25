import type { SessionSummary } from "@thothii/backend/api/sessions";

const collator = new Intl.Collator("it", { numeric: true });
const folded = (name: string) => name.normalize("NFC").toLocaleLowerCase("it");

export const byName = (a: string, b: string): number => collator.compare(a, b);

/** The groups there are, archived sessions' too, so that moving the last one out of sight loses none. */
export function groupNames(rows: readonly SessionSummary[]): string[] {
  return [...new Set(rows.flatMap((row) => (row.group ? [row.group] : [])))].sort(byName);
}

/** What is stored of what was typed: trimmed, composed (NFC), and an existing group's own spelling if only case differs. */
export function resolveGroup(typed: string, groups: readonly string[]): string {
  const name = typed.trim().normalize("NFC");
  return groups.find((group) => group === name) ?? groups.find((group) => folded(group) === folded(name)) ?? name;
}
