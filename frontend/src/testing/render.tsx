import { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Providers } from "../app/providers.tsx";
import { createFakeLive } from "./fake-live.ts";

/** Renders with everything the page provides: queries without retries, a live socket to push through, toasts, a person. */
export function renderPage(element: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  const live = createFakeLive();
  const user = userEvent.setup();
  const view = render(element, {
    wrapper: ({ children }) => (
      <Providers client={client} live={live}>
        {children}
      </Providers>
    ),
  });
  return { ...view, client, live, user };
}
