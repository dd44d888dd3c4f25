import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useShortcutsKey } from "./use-shortcuts-key.ts";

const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx").then((m) => ({ default: m.ShortcutsDialog })));

/** The map of the keys: shown by `?` or by `show`, loaded at its first use. */
export function useShortcuts(): { show: () => void; dialog: ReactNode } {
  const [called, setCalled] = useState<"never" | "open" | "closed">("never");
  const show = useCallback(() => setCalled("open"), []);
  useShortcutsKey(show);
  const dialog =
    called === "never" ? null : (
      <Suspense fallback={null}>
        <ShortcutsDialog open={called === "open"} onOpenChange={(open) => setCalled(open ? "open" : "closed")} />
      </Suspense>
    );
  return { show, dialog };
}
