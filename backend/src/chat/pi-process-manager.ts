import type { Runtime, RuntimeState } from "../../api/sessions.ts";
import { problem } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import { tooManyAgents, whomToStop } from "./agent-cap.ts";
import { describeExit, type PiExit, type PiProcess, type PiSpawn, startPi, type UiAnswer } from "./pi-process.ts";
import type { PiCommandInfo, PiEvent, PiUiRequest } from "./pi-protocol.ts";

/** A new question, or one taken up again: each has its own prompt, and none stands in for the other. */
export type SpawnMode = "new" | "resume";

export const modePrompt: Readonly<Record<SpawnMode, string>> = { new: "nuova-domanda", resume: "riprendi-sessione" };

/** What happens to the agents, told as it happens. */
type AgentObserver = {
  /** A process is about to start. */
  starting(id: string, mode: SpawnMode): void;
  ready(id: string, commands: PiCommandInfo[]): void;
  event(id: string, event: PiEvent): void;
  uiRequest(id: string, request: PiUiRequest): void;
  /** The runtime's state is another one. */
  changed(id: string): void;
  /** The process and all it started are gone; `error` says why when nobody asked for that. */
  ended(id: string, error: string | null): void;
  /** Something that an agent wrote could not be taken in; the agent goes on. */
  failed(id: string, error: unknown): void;
};

export type ManagerOptions = {
  /** Program, arguments, folder and environment for a session's agent. */
  setup: (id: string) => Promise<PiSpawn>;
  observer: AgentObserver;
  clock: Clock;
  maxAgents: number;
  /** An agent at rest this long is stopped. */
  idleMs: number;
};

/** Room for one more agent, taken before anything is made. */
export type Slot = { release(): void };

type Entry = {
  id: string;
  state: RuntimeState;
  since: Date;
  /** Settles when the process was made, or could not be. */
  made: PromiseWithResolvers<PiProcess | null>;
  /** Settles when it has its first prompt, so that later messages line up behind; null when it came to nothing. */
  ready: PromiseWithResolvers<PiProcess | null>;
  process: PiProcess | null;
  /** Requests of extensions that wait for an answer. */
  open: Set<string>;
  ending: Promise<void> | null;
  error: string | null;
  stopIdling: () => void;
};

/** An agent asks one thing at a time; one that floods is not asked back. */
const MAX_QUESTIONS = 32;

/** A server that stops has ten seconds for all of it. */
const SHUTDOWN_GRACE_MS = 3_000;

/** Which process works on which session: one at most for each, and no more than the cap in all. */
export class PiProcessManager {
  readonly #options: ManagerOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #failures = new Map<string, Runtime>();
  #reserved = 0;
  #closed = false;

  constructor(options: ManagerOptions) {
    this.#options = options;
  }

  /** Null where no agent is, and none failed. */
  runtime(id: string): Runtime | null {
    const entry = this.#entries.get(id);
    if (!entry) return this.#failures.get(id) ?? null;
    return { kind: "pi", state: entry.state, since: entry.since.toISOString() };
  }

  /** Whether the session has a process that is not on its way out. */
  isLive(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && entry.ending === null;
  }

  /** Refuses where a process is, or is still ending. */
  assertFree(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (entry.ending === null) {
      throw problem("already_running", "An agent is at work on this session already.", "Go to its chat.");
    }
    throw problem("stopping", "The agent of this session is still ending.", "Try again in a moment.");
  }

  /** Takes room for one more agent, and stops one that idles or waits to make it. */
  async reserve(): Promise<Slot> {
    for (;;) {
      if (this.#closed) throw problem("shutting-down", "The server is shutting down: no agent is started any more.");
      if (this.#entries.size + this.#reserved < this.#options.maxAgents) return this.#take();
      const agents = [...this.#entries.values()];
      const spare = whomToStop(agents);
      if (!spare) throw tooManyAgents(agents);
      await this.teardown(spare.id);
    }
  }

  /**
   * Starts an agent that begins with `/nuova-domanda <id>` or `/riprendi-sessione <id>`. Resolves once it has a place;
   * how it fares from there the observer hears.
   */
  async spawnFor(id: string, mode: SpawnMode, reserved?: Slot): Promise<void> {
    this.assertFree(id);
    const slot = reserved ?? (await this.reserve());
    try {
      this.assertFree(id);
      const entry: Entry = {
        id,
        state: "starting",
        since: this.#options.clock.now(),
        made: Promise.withResolvers(),
        ready: Promise.withResolvers(),
        process: null,
        open: new Set(),
        ending: null,
        error: null,
        stopIdling: () => {},
      };
      this.#failures.delete(id);
      this.#entries.set(id, entry);
      this.#options.observer.starting(id, mode);
      this.#options.observer.changed(id);
      void this.#boot(entry, mode);
    } finally {
      slot.release();
    }
  }

  /** Sends a message: it begins a run, or steers the one that is on. */
  async prompt(id: string, message: string): Promise<void> {
    const entry = this.#live(id);
    const process = await this.#ready(entry);
    const atRest = entry.state === "idle";
    if (atRest) this.#enter(entry, "running");
    const back = () => {
      if (atRest && entry.state === "running") this.#enter(entry, "idle");
    };
    const disposition = await process.prompt(message).catch((error: Error) => {
      back();
      throw problem("agent-failed", `The agent did not take the message: ${error.message}.`, "Stop it and resume.");
    });
    // An extension that handled it by itself begins no run, and no end of one will come.
    if (disposition === "handled") back();
  }

  /** Ends the turn, not the process; gives back the messages that were waiting and were never read. */
  async abort(id: string): Promise<string[]> {
    const process = await this.#ready(this.#live(id));
    return process.abort().catch((error: Error) => {
      throw problem("agent-failed", `The agent did not break off: ${error.message}.`, "Stop it and resume.");
    });
  }

  answer(id: string, requestId: string, answer: UiAnswer): void {
    const entry = this.#entries.get(id);
    if (!entry?.process || !entry.open.delete(requestId)) return;
    entry.process.answer(requestId, answer);
    if (entry.open.size === 0 && entry.state === "waiting") this.#enter(entry, "running");
  }

  /** Ends the session's agent and everything it started; resolves when all of it is gone. */
  async teardown(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry) await this.#end(entry);
    // Whoever stops an agent that failed has seen that it did.
    else if (this.#failures.delete(id)) this.#options.observer.changed(id);
  }

  async teardownAll(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry, SHUTDOWN_GRACE_MS)));
  }

  /** Nothing is remembered of a session that was deleted. */
  forget(id: string): void {
    this.#failures.delete(id);
  }

  #take(): Slot {
    this.#reserved++;
    let held = true;
    return {
      release: () => {
        if (held) this.#reserved--;
        held = false;
      },
    };
  }

  #live(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry && entry.ending === null) return entry;
    throw problem("not_running", "No agent is at work on this session.", "Resume it first.");
  }

  async #ready(entry: Entry): Promise<PiProcess> {
    const process = await entry.ready.promise;
    if (process && entry.ending === null) return process;
    throw problem("not_running", "The agent of this session could not be started, or has ended.", "Resume it.");
  }

  async #boot(entry: Entry, mode: SpawnMode): Promise<void> {
    const { setup, observer } = this.#options;
    try {
      const spawn = await setup(entry.id);
      if (entry.ending) return;
      const process = await startPi(spawn, {
        event: (event) => this.#onEvent(entry, event),
        uiRequest: (request) => this.#onUiRequest(entry, request),
        failure: (error) => observer.failed(entry.id, error),
      });
      entry.process = process;
      entry.made.resolve(process);
      void process.exited.then((exit) => this.#onExit(entry, exit));
      const commands = await process.ready();
      const name = modePrompt[mode];
      if (!commands.some((command) => command.name === name)) {
        // Unknown, it would go to the model as plain text, and no error anywhere.
        throw new Error(`it has not loaded the prompt /${name}`);
      }
      observer.ready(entry.id, commands);
      const begun = process.prompt(`/${name} ${entry.id}`);
      entry.ready.resolve(process);
      await begun;
    } catch (error) {
      if (entry.ending === null) entry.error ??= `The agent could not start: ${(error as Error).message}.`;
      void this.#end(entry);
    } finally {
      entry.made.resolve(null);
      entry.ready.resolve(null);
    }
  }

  #onEvent(entry: Entry, event: PiEvent): void {
    if (entry.ending) return;
    if (event.type === "agent_settled" || event.type === "tool_execution_end") entry.open.clear();
    this.#options.observer.event(entry.id, event);
    if (event.type === "agent_start") this.#enter(entry, "running");
    else if (event.type === "agent_settled") this.#enter(entry, "idle");
    else if (entry.state === "waiting" && entry.open.size === 0) this.#enter(entry, "running");
  }

  #onUiRequest(entry: Entry, request: PiUiRequest): void {
    if (entry.ending) return;
    const asks = ["select", "confirm", "input"].includes(request.method);
    // Nobody here could answer it, and the agent would wait for ever.
    if (request.method === "editor" || (asks && entry.open.size >= MAX_QUESTIONS)) {
      entry.process?.answer(request.id, { cancelled: true });
      return;
    }
    if (asks) entry.open.add(request.id);
    this.#options.observer.uiRequest(entry.id, request);
    if (asks && entry.open.has(request.id)) this.#enter(entry, "waiting");
  }

  #onExit(entry: Entry, exit: PiExit): void {
    if (entry.ending === null) entry.error ??= `The agent ended by itself (${describeExit(exit)}).`;
    void this.#end(entry);
  }

  #enter(entry: Entry, state: RuntimeState): void {
    if (entry.state === state || (entry.ending && state !== "stopping")) return;
    entry.state = state;
    entry.since = this.#options.clock.now();
    entry.stopIdling();
    entry.stopIdling =
      state === "idle" ? this.#options.clock.after(this.#options.idleMs, () => void this.#end(entry)) : () => {};
    this.#options.observer.changed(entry.id);
  }

  #end(entry: Entry, graceMs?: number): Promise<void> {
    if (entry.ending) return entry.ending;
    const { observer, clock } = this.#options;
    const end = async () => {
      // It may be about to have a process.
      const process = await entry.made.promise;
      await process?.end(graceMs).catch((error: Error) => {
        entry.error ??= `The agent could not be ended: ${error.message}.`;
      });
      this.#entries.delete(entry.id);
      if (entry.error !== null) {
        const since = clock.now().toISOString();
        this.#failures.set(entry.id, { kind: "pi", state: "failed", since, error: entry.error });
      }
      observer.ended(entry.id, entry.error);
      observer.changed(entry.id);
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    entry.ending = promise;
    this.#enter(entry, "stopping");
    void end().finally(resolve);
    return promise;
  }
}
