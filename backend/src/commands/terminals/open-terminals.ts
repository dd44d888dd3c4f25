import type { Terminal } from "../../../api/terminals.ts";
import { systemClock } from "../../lib/clock.ts";
import { createHosts } from "../../terminals/index.ts";
import { version } from "../../version.ts";
import { serverPlaces } from "../places.ts";
import { findServer, isNoServer, type RunningServer } from "../running-server.ts";
import { addressOf } from "./find-terminal.ts";

/** The terminals there are, and how to end them. */
export interface OpenTerminals {
  list(): Promise<Terminal[]>;
  end(id: string): Promise<void>;
  close(): void;
}

/** By the server where one runs, else by their hosts: terminals outlive the server. */
export async function openTerminals(flags: { workspace?: string | undefined }): Promise<OpenTerminals> {
  try {
    const server = await findServer(flags);
    return { ...(await throughServer(server)), close: () => {} };
  } catch (error) {
    if (isNoServer(error)) return throughHosts(flags);
    throw error;
  }
}

async function throughServer(server: RunningServer) {
  const list = async () => (await server.ask<Terminal[]>("GET", "/terminals")).body;
  // Whether it still listens shows only here.
  await list();
  return {
    list,
    end: async (id: string) => void (await server.ask("DELETE", addressOf({ id }))),
  };
}

async function throughHosts(flags: { workspace?: string | undefined }): Promise<OpenTerminals> {
  const { home } = serverPlaces(flags);
  let failure: unknown;
  const hosts = createHosts({
    home,
    version,
    env: process.env,
    clock: systemClock,
    onChange: () => {},
    onError: (error) => {
      failure ??= error;
    },
  });
  await hosts.open();
  if (failure !== undefined) {
    hosts.close();
    throw failure;
  }
  return {
    list: async () => [...hosts.terminals(), ...hosts.lost.list()],
    async end(id) {
      if (!(await hosts.lost.remove(id))) await hosts.of(id)?.ask("end", { terminal: id });
    },
    close: () => hosts.close(),
  };
}
