import { setTimeout as delay } from "node:timers/promises";
import { problem } from "../http/problem.ts";
import type { HostRecord } from "./host/host-record.ts";
import type { HostClient } from "./host-client.ts";
import { type StartedHost, type StartHostOptions, startHost } from "./start-host.ts";

const START_MS = 15_000;
const START_LOOK_MS = 25;
/** A host that finds another one there ends at once; so long that one may take until it can be reached. */
const OTHER_MS = 1_000;

/**
 * Starts a host and waits for it. One that finds another there ends at once and says nothing; that other may be about to
 * open its socket, or to end, so it is looked for, and then started again. `look` answers the host that can be reached,
 * `living` what is written of one that is alive.
 */
export async function summonHost(
  options: StartHostOptions,
  look: () => Promise<HostClient | null>,
  living: () => Promise<HostRecord | null>,
): Promise<HostClient> {
  const latest = performance.now() + START_MS;
  let said = "";
  while (said === "" && performance.now() < latest) {
    const host = await startHost(options);
    const client = await reach(host, look, latest);
    if (client) return client;
    said = (await host.log()).trim();
  }
  const unreachable = said === "" ? await living() : null;
  if (unreachable)
    throw problem(
      "terminal-failed",
      `The terminal host (process ${unreachable.pid}) is at work and can't be reached: ${unreachable.socket} does not answer.`,
      `Wait a minute, for it looks after its socket; else end it (kill ${unreachable.pid}), and its terminals with it.`,
    );
  throw problem(
    "terminal-failed",
    `The terminal host did not start: ${said || "it said nothing"}`,
    `Its log is ${options.home}/terminals/host.log.`,
  );
}

async function reach(host: StartedHost, look: () => Promise<HostClient | null>, latest: number) {
  let until = latest;
  void host.gone.then(() => {
    until = Math.min(until, performance.now() + OTHER_MS);
  });
  for (;;) {
    const client = await look();
    if (client || performance.now() > until) return client;
    await delay(START_LOOK_MS);
  }
}
