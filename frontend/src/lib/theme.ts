import { useSyncExternalStore } from "react";
import { remember } from "./memory.ts";

export type Theme = "system" | "light" | "dark";

const listeners = new Set<() => void>();

/** As `before-paint.js` left it. */
function current(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Changes the page's colours at once and for the next visit; `system` follows the system again. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  remember("theme", theme === "system" ? null : theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}
