import { useSyncExternalStore } from "react";

const every = 30_000;
const listeners = new Set<() => void>();
let timer: number | null = null;
let now = Date.now();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = window.setInterval(tick, every);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) window.clearInterval(timer);
  };
}

/** The time in ms, kept true to half a minute, for "12 min ago"; one timer for the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    const real = Date.now();
    if (real - now > every || real < now) now = real;
    return now;
  });
}
