import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { SessionEvent } from "../../api/live.ts";
import type { Runtime } from "../../api/sessions.ts";
import { isProblem, problem, problemBody } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import type { LiveHub } from "../live/index.ts";
import type { Sessions } from "../sessions/index.ts";
import { type Conversation, createConversation } from "./conversation.ts";
import { assertNotElsewhere, type Elsewhere } from "./elsewhere.ts";
import type { PiSpawn, UiAnswer } from "./pi-process.ts";
import { PiProcessManager, type Slot, type SpawnMode } from "./pi-process-manager.ts";

/** Makes an agent at rest look again where its session stands; the ledger tells it the rest. */
const GO_ON = "continua";

/** Conversations kept of sessions on which no agent is at work. */
const KEPT = 50;

export type AgentsOptions = {
  sessions: Sessions;
  live: LiveHub;
  clock: Clock;
  maxAgents: number;
  idleMs: number;
  /** Program, arguments, folder and environment of a session's agent; `mark` tells its processes. */
  setup: (id: string, mark: string) => Promise<PiSpawn>;
  /** Where Pi keeps a session's files. */
  sessionDir: (id: string) => string;
  elsewhere: Elsewhere;
  /** A phase that needs no person asks: answer it. */
  onAutoGate: (id: string, requestId: string) => void;
  onError: (error: unknown) => void;
};

/** The agents and what is said with them. */
export type Agents = {
  conversation(id: string): Conversation;
  isLive(id: string): boolean;
  runtime(id: string): Runtime | null;
  assertFree(id: string): void;
  reserve(): Promise<Slot>;
  spawn(id: string, mode: SpawnMode, first: { user: string } | null, slot: Slot): Promise<void>;
  prompt(talk: Conversation, message: string): Promise<void>;
  abort(talk: Conversation): Promise<void>;
  answer(id: string, requestId: string, answer: UiAnswer): void;
  /** After a decision without an open question of the agent: an agent at rest looks again, else one is started. */
  goOn(talk: Conversation): Promise<void>;
  /** Shows where the session stands now; a failure is told, never thrown. */
  refresh(talk: Conversation): Promise<void>;
  /** Shows a problem that no request can answer with. */
  tell(talk: Conversation, error: unknown): void;
  /** The sessions are not as they were: those that are shown are read anew. */
  changed(ids: readonly string[]): void;
  elsewhereChanged(id: string): void;
  stop(id: string): Promise<void>;
  forget(id: string): Promise<void>;
  close(): Promise<void>;
};

export function createAgents(options: AgentsOptions): Agents {
  const { sessions, live, clock, elsewhere } = options;
  const talks = new Map<string, Conversation>();
  /** Sessions that will be read anew as soon as what is being done with them is done. */
  const due = new Set<string>();

  const manager = new PiProcessManager({
    setup: (id) => options.setup(id, randomUUID()),
    clock,
    maxAgents: options.maxAgents,
    idleMs: options.idleMs,
    observer: {
      starting: (id) => conversation(id).begin(),
      ready: (id, commands) => conversation(id).ready(commands),
      event(id, event) {
        conversation(id).event(event);
        if (event.type === "agent_settled") refreshInOrder(id);
      },
      uiRequest: (id, request) => conversation(id).uiRequest(request),
      changed: (id) => conversation(id).announceRuntime(),
      ended(id) {
        conversation(id).ended();
        refreshInOrder(id);
      },
      failed: (_id, error) => options.onError(error),
    },
  });

  /** One that is elsewhere hides that an earlier one failed here. */
  const runtimeOf = (id: string) => (manager.isLive(id) ? null : elsewhere.runtime(id)) ?? manager.runtime(id);

  const topic = (id: string) => `session:${id}`;

  function conversation(id: string): Conversation {
    const known = talks.get(id);
    if (known) {
      // Last in the order of use.
      talks.delete(id);
      talks.set(id, known);
      return known;
    }
    const talk = createConversation({
      id,
      publish: (event: SessionEvent) => void live.publish(topic(id), event.event, event.data),
      restart: () => live.forget(topic(id)),
      now: clock.now,
      processRuntime: () => runtimeOf(id),
      phases: () => sessions.workspace().phases,
      show: () => sessions.show(id),
      onAutoGate: (gate) => options.onAutoGate(id, gate.requestId),
      onRuntime: () => sessions.runtimeChanged(id),
    });
    talks.set(id, talk);
    dropOldest();
    return talk;
  }

  function dropOldest(): void {
    let spare = talks.size - KEPT - options.maxAgents;
    for (const id of talks.keys()) {
      if (spare <= 0) return;
      if (runtimeOf(id) !== null) continue;
      talks.delete(id);
      spare--;
    }
  }

  /** After whatever is being done with the session: a half-done change is not shown. */
  function refreshInOrder(id: string): void {
    const talk = talks.get(id);
    if (!talk || due.has(id)) return;
    due.add(id);
    void sessions.inOrder(id, () => {
      due.delete(id);
      return refresh(talk);
    });
  }

  async function refresh(talk: Conversation): Promise<void> {
    try {
      await talk.refresh();
    } catch (error) {
      if (!isProblem(error, "session-not-found")) tell(talk, error);
    }
  }

  function tell(talk: Conversation, error: unknown): void {
    if (!isProblem(error)) options.onError(error);
    live.publish(topic(talk.id), "problem", problemBody(error, `/sessions/${encodeURIComponent(talk.id)}`));
  }

  async function spawn(id: string, mode: SpawnMode, first: { user: string } | null, slot: Slot): Promise<void> {
    await manager.spawnFor(id, mode, slot);
    const { log } = conversation(id);
    if (first) log.user(first.user);
    else log.notice("resumed", "The session was taken up again.");
  }

  async function goOn(talk: Conversation): Promise<void> {
    const { id } = talk;
    const runtime = manager.runtime(id);
    talk.goOn();
    // It finds the ledger as it is now with its next look, and nobody else may work beside it.
    if (elsewhere.runtime(id)) return;
    try {
      if (runtime?.state === "idle") await manager.prompt(id, GO_ON);
      // One that is at work finds the ledger as it is now with its next look.
      else if (!manager.isLive(id)) await resume(id);
    } catch (error) {
      talk.hold();
      tell(talk, error);
    }
  }

  async function resume(id: string): Promise<void> {
    // One that is ending, by itself or to make room, has to be gone first.
    await manager.teardown(id);
    const slot = await manager.reserve();
    try {
      await spawn(id, "resume", null, slot);
    } finally {
      slot.release();
    }
  }

  return {
    conversation,
    isLive: (id) => manager.isLive(id),
    runtime: (id) => talks.get(id)?.runtime() ?? runtimeOf(id),
    assertFree(id) {
      assertNotElsewhere(elsewhere, id);
      manager.assertFree(id);
    },
    reserve: () => manager.reserve(),
    spawn,
    async prompt(talk, message) {
      if (!manager.isLive(talk.id)) throw notRunning();
      talk.goOn();
      // Before it is sent: what the agent says to it comes after it.
      const entry = talk.log.user(message);
      await manager.prompt(talk.id, message).catch((error) => {
        talk.log.failed(entry);
        // What it rested for is so still.
        refreshInOrder(talk.id);
        throw error;
      });
    },
    async abort(talk) {
      if (!manager.isLive(talk.id)) throw notRunning();
      talk.log.undelivered(await manager.abort(talk.id));
    },
    answer: (id, requestId, answer) => manager.answer(id, requestId, answer),
    goOn,
    refresh,
    tell,
    changed(ids) {
      for (const id of ids) refreshInOrder(id);
    },
    elsewhereChanged(id) {
      const talk = talks.get(id);
      if (!talk) return sessions.runtimeChanged(id);
      talk.announceRuntime();
      // What it did while it was at work.
      refreshInOrder(id);
    },
    async stop(id) {
      await manager.teardown(id);
      await elsewhere.stop(id);
    },
    async forget(id) {
      manager.forget(id);
      talks.delete(id);
      live.forget(topic(id));
      await rm(options.sessionDir(id), { recursive: true, force: true });
    },
    close: () => manager.teardownAll(),
  };
}

function notRunning() {
  return problem("not_running", "No agent is at work on this session.", "Resume it first.");
}
