import { useSyncExternalStore } from "react";
import type { AgentForm } from "./agent-form.ts";

const KEY = "thoth.agent-drafts";
const listeners = new Set<() => void>();
let drafts: Readonly<Record<string, AgentForm>> | null = null;

/** What was changed and not saved, by agent: it outlives the dialog, another page in its place and a reload. */
function current(): Readonly<Record<string, AgentForm>> {
  drafts ??= read();
  return drafts;
}

function read(): Record<string, AgentForm> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, AgentForm>) : {};
  } catch {
    return {}; // storage that is forbidden, or holds something else
  }
}

/** Null: it was saved, or is given up. */
export function setAgentDraft(id: string, form: AgentForm | null): void {
  const { [id]: _before, ...others } = current();
  drafts = form === null ? others : { ...others, [id]: form };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // Not kept over a reload; the page has it.
  }
  for (const listener of listeners) listener();
}

export function useAgentDrafts(): Readonly<Record<string, AgentForm>> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}
