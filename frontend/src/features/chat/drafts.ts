/** What was typed and not sent, by session: in memory, and in the tab's own storage so that a reload keeps it. */
const PREFIX = "thoth.draft.";
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

export function getDraft(key: string): string {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const stored = fromStorage(key);
  memory.set(key, stored);
  return stored;
}

export function setDraft(key: string, text: string): void {
  if (getDraft(key) === text) return;
  memory.set(key, text);
  toStorage(key, text);
  for (const listener of listeners) listener();
}

/** Empties the draft if it still is what was sent: a text typed meanwhile stays. */
export function clearSentDraft(key: string, sent: string): void {
  if (getDraft(key) === sent) setDraft(key, "");
}

/** A text typed in one place goes on in another, unless something is written there already. */
export function moveDraft(from: string, to: string): void {
  if (getDraft(to).trim() || !getDraft(from).trim()) return;
  setDraft(to, getDraft(from));
  setDraft(from, "");
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Forgets the memory, as a reload does. */
export function forgetDrafts(): void {
  memory.clear();
}

// Storage may be forbidden or full; the draft then lives as long as the page.
function fromStorage(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? "";
  } catch {
    return "";
  }
}

function toStorage(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(PREFIX + key, text);
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    return;
  }
}
