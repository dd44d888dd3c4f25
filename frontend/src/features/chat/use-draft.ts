import { useCallback, useSyncExternalStore } from "react";
import { getDraft, setDraft, subscribeToDrafts } from "./drafts.ts";

/** The draft kept under a key, shown the same wherever it is edited. */
export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useSyncExternalStore(subscribeToDrafts, () => getDraft(key));
  return [text, useCallback((next: string) => setDraft(key, next), [key])];
}
