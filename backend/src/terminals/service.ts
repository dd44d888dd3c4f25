import type { Terminal } from "../../api/terminals.ts";
import { problem } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import type { LiveHub } from "../live/index.ts";
import type { Sessions } from "../sessions/index.ts";
import { assertBindable, type BoundTerminals, runtimeOf } from "./binding.ts";
import { terminalEnvironment } from "./environment.ts";
import type { Op, Requests } from "./host/protocol.ts";
import { HostGone, type HostStream, type StreamListener } from "./host-client.ts";
import { createHosts } from "./hosts.ts";
import type { TerminalService } from "./types.ts";

export interface TerminalServiceOptions {
  sessions: Sessions;
  live: LiveHub;
  config: { readonly home: string; readonly maxTerminals: number };
  version: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  /** The terminal of a workspace session came, is ending, or went. */
  onBound(session: string): void;
  onError(error: unknown): void;
}

export interface OwnTerminals extends TerminalService {
  readonly bound: BoundTerminals;
  attach(id: string, listener: StreamListener): Promise<HostStream>;
  /** After the way to a terminal broke: whether the terminal is gone too. */
  isLost(id: string): Promise<boolean>;
  open(): Promise<void>;
  /** Ends every terminal and every host. */
  endAll(): Promise<void>;
  /** Waits for an end that has begun. */
  close(): Promise<void>;
}

export function createTerminalService(options: TerminalServiceOptions): OwnTerminals {
  const { sessions, live, config, version, env, clock, onBound, onError } = options;
  const listeners = new Set<(ids: string[]) => void>();
  const ending = new Set<string>();
  /** Which session had which terminal when it was last told. */
  const told = new Map<string, string>();
  let making = 0;
  let endingAll: Promise<void> | null = null;

  const hosts = createHosts({ home: config.home, version, env, clock, onChange: changed, onError });

  function changed(ids: string[]): void {
    live.publish("events", "terminals", { ids });
    for (const listener of [...listeners]) listener(ids);
    tellBound();
  }

  function tellBound(): void {
    const now = new Map<string, string>();
    for (const terminal of hosts.terminals())
      if (terminal.session !== null && terminal.state === "running")
        now.set(terminal.session, `${terminal.id}${ending.has(terminal.id) ? " ending" : ""}`);
    const sessionsOf = new Set([...now.keys(), ...told.keys()]);
    const different = [...sessionsOf].filter((session) => now.get(session) !== told.get(session));
    told.clear();
    for (const [session, state] of now) told.set(session, state);
    for (const session of different) onBound(session);
  }

  function find(id: string): Terminal {
    const terminal = hosts.find(id) ?? hosts.lost.find(id);
    if (!terminal) throw problem("terminal-not-found", `There is no terminal ${id}.`, "It may have been closed.");
    return terminal;
  }

  /** Asks the terminal's host; what it can't know any more is told as such. */
  async function ask<O extends Op>(
    id: string,
    op: O,
    input: Omit<Requests[O]["in"], "terminal">,
  ): Promise<Requests[O]["out"]> {
    find(id);
    try {
      const host = hosts.of(id);
      if (!host) throw gone();
      return await host.ask(op, { terminal: id, ...input } as unknown as Requests[O]["in"]);
    } catch (error) {
      throw error instanceof HostGone ? gone() : error;
    }
  }

  function running(): Terminal[] {
    return hosts.terminals().filter(({ state }) => state === "running");
  }

  function assertRoom(): void {
    if (running().length + making < config.maxTerminals) return;
    throw problem(
      "too_many_terminals",
      `${config.maxTerminals} terminals run already, and no more may.`,
      "Close one, or raise THOTH_MAX_TERMINALS.",
      { terminals: running().map(({ id, title }) => ({ id, title })) },
    );
  }

  const create: TerminalService["create"] = async (spec) => {
    assertRoom();
    making++;
    try {
      const environment = terminalEnvironment(env, { agent: spec.agent !== null, extra: spec.env });
      return await hosts.create({ ...spec, env: environment });
    } finally {
      making--;
    }
  };

  const boundTo: TerminalService["boundTo"] = (session) =>
    running().find((terminal) => terminal.session === session) ?? null;

  const bound: BoundTerminals = {
    runtime(session) {
      const terminal = boundTo(session);
      return terminal && runtimeOf(terminal, ending.has(terminal.id));
    },
    async stop(session) {
      const terminal = boundTo(session);
      if (terminal) await service.end(terminal.id);
    },
  };

  const service: OwnTerminals = {
    bound,
    create(spec) {
      const { session } = spec;
      if (session === null) return create(spec);
      return sessions.inOrder(session, async () => {
        await assertBindable(sessions, bound, session);
        return create(spec);
      });
    },
    list: async () =>
      [...hosts.terminals(), ...hosts.lost.list()].sort(
        (a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id),
      ),
    get: async (id) => find(id),
    async end(id) {
      find(id);
      if (await hosts.lost.remove(id)) return changed([id]);
      ending.add(id);
      tellBound();
      try {
        await ask(id, "end", {});
      } finally {
        ending.delete(id);
        tellBound();
      }
    },
    async transcript(id, wanted) {
      const { agent, agentSessionId } = find(id);
      return { ...(await ask(id, "transcript", { options: wanted })), agent, agentSessionId };
    },
    screen: (id) => ask(id, "screen", {}),
    async send(id, text, as) {
      await ask(id, "send", { text, as });
    },
    async identify(id, agentSessionId, known) {
      await ask(id, "identify", { agentSessionId, known });
    },
    boundTo,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async attach(id, listener) {
      find(id);
      const host = hosts.of(id);
      if (!host) throw new HostGone("The terminal's host is gone.");
      return host.attach(id, listener);
    },
    async isLost(id) {
      await hosts.settled();
      return hosts.lost.find(id) !== null;
    },
    open: () => hosts.open(),
    endAll() {
      endingAll ??= hosts.stopAll();
      return endingAll;
    },
    async close() {
      // Whoever asked for it hears of its failure.
      await endingAll?.catch(() => {});
      hosts.close();
    },
  };
  return service;
}

function gone() {
  return problem(
    "terminal-not-found",
    "The terminal host ended without a word, and what this terminal had shown is gone with it.",
    "Close it and open a new one.",
  );
}
