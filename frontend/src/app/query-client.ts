import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../lib/api.ts";

/** The server is on this machine or near it: what the browser thinks of the network says nothing about it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5_000, // the live events say when something changed
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures) => 300 * 2 ** failures,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** A refusal is an answer; only what may pass by itself is tried again. */
function mayPass(error: Error): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status >= 502);
}
