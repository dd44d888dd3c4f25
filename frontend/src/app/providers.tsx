import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Live } from "../lib/live.ts";
import { LiveProvider } from "../lib/live-react.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";

/** What every part of the page may count on. */
export function Providers({ client, live, children }: { client: QueryClient; live: Live; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <LiveProvider value={live}>
        <TooltipProvider>
          <ToastProvider>{children}</ToastProvider>
        </TooltipProvider>
      </LiveProvider>
    </QueryClientProvider>
  );
}
