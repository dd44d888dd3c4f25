import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

/** The network of a test. A request that no handler takes fails the test's request, loudly. */
export const server = setupServer();

/** Call once at the top of a test file; then `server.use(...)` in each test. */
export function startServer(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
