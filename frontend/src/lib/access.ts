import { useSyncExternalStore } from "react";

let refused = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  if (refused === next) return;
  refused = next;
  for (const listener of listeners) listener();
}

/** Said by whatever request the server refuses for want of the access code. */
export const accessRefused = (): void => set(true);
export const accessGranted = (): void => set(false);

/** Whether the server wants its access code before anything else. */
export function useAccessRefused(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => refused,
  );
}
