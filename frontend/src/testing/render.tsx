import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { LiveProvider } from "../lib/live-react.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { createFakeLive } from "./fake-live.ts";

/** Renders with everything the page provides: queries without retries, a live socket to push through, toasts, a person. */
export function renderPage(element: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  const live = createFakeLive();
  const user = userEvent.setup();
  const view = render(element, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <LiveProvider value={live}>
          <TooltipProvider>
            <ToastProvider>{children}</ToastProvider>
          </TooltipProvider>
        </LiveProvider>
      </QueryClientProvider>
    ),
  });
  return { ...view, client, live, user };
}
