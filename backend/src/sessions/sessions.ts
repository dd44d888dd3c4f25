import type { Runtime, SessionDetail, SessionSummary } from "../../api/sessions.ts";
import type { Capability } from "../../api/workspace.ts";
import { problem } from "../http/problem.ts";
import { cutGraphemes } from "../lib/graphemes.ts";
import { createKeyedQueue } from "../lib/keyed-queue.ts";
import type { LiveHub } from "../live/index.ts";
import { type AgentPort, noAgents } from "./agent-port.ts";
import type { HarnessRow } from "./normalise.ts";
import { createOutsideChanges } from "./outside-changes.ts";
import type { Seen } from "./seen.ts";
import { createSessionList } from "./session-list.ts";
import type { ThtRunner } from "./tht-runner.ts";
import type { WorkspaceConfig } from "./workspace-config.ts";

const QUESTION_IN_LIST = 300;

export interface SessionsOptions {
  tht: ThtRunner;
  live: LiveHub;
  seen: Seen;
  now(): Date;
}

interface Harness {
  foreign: boolean;
  missing: Capability[];
}

export interface Sessions {
  readonly tht: ThtRunner;
  readonly seen: Seen;
  /** Which kind of harness it is; known once started. */
  harness(): Harness;
  /** What `tht config` says; known once started. */
  workspace(): WorkspaceConfig;
  /** Runs `op` after every earlier operation on the same session has ended. */
  inOrder<T>(id: string, op: () => Promise<T>): Promise<T>;
  /** The rows as JSON text, kept as long as nothing in them changes. */
  listText(ids?: ReadonlySet<string>): Promise<string>;
  show(id: string): Promise<SessionDetail>;
  /** One row of the list; `session-not-found` where there is none. */
  row(id: string): Promise<SessionSummary>;
  /** A row of the harness, such as a mutator answers with, and what this server knows of it. */
  summary(row: HarnessRow): SessionSummary;
  /** The session was looked at when its newest activity was `at`; `session-not-found` where there is none. */
  markSeen(id: string, at: Date, wish?: { unread: boolean }): Promise<void>;
  /** After a change made here: the list is asked for anew, and every page is told. */
  touched(...ids: string[]): void;
  /** The agent of a session has another state: every page is told. */
  runtimeChanged(id: string): void;
  agents(): AgentPort;
  attachAgents(port: AgentPort): void;
  /** Hears which sessions are not as they were: changed here, or by another program. */
  onChange(listener: (ids: readonly string[]) => void): void;
  /** Runs when a session was deleted, before that is answered: whatever else is kept of it goes as well. */
  onDeleted(forget: (id: string) => Promise<void>): void;
  /** The session is gone: so is what is kept of it elsewhere, once this resolves. */
  forget(id: string): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createSessions({ tht, live, seen, now }: SessionsOptions): Sessions {
  const queue = createKeyedQueue();
  const cut = new WeakMap<HarnessRow, HarnessRow>();
  const list = createSessionList(() => tht.list());
  const listeners: ((ids: readonly string[]) => void)[] = [];
  const forgetters: ((id: string) => Promise<void>)[] = [];
  let agents = noAgents;
  let opened: (Harness & { config: WorkspaceConfig }) | undefined;
  let outside: ReturnType<typeof createOutsideChanges> | undefined;
  let runtimeVersion = 0;
  let kept: { key: string; text: string } | undefined;

  function started() {
    if (!opened) throw new Error("sessions: used before start()");
    return opened;
  }

  function summary(raw: HarnessRow): SessionSummary {
    let short = cut.get(raw);
    if (!short) {
      short = raw.question === null ? raw : { ...raw, question: cutGraphemes(raw.question, QUESTION_IN_LIST) };
      cut.set(raw, short);
    }
    return { ...short, unread: seen.isUnread(raw.id, raw.activity_at), runtime: agents.runtime(raw.id) };
  }

  function announce(ids: string[]) {
    live.publish("events", "sessions", { ids });
    agents.changed(ids);
    for (const listener of listeners) listener(ids);
  }

  const sessions: Sessions = {
    tht,
    seen,
    harness: () => started(),
    workspace: () => started().config,
    inOrder: (id, op) => queue.run(id, op),
    async listText(ids) {
      const rows = await list.get();
      if (ids) return JSON.stringify(rows.filter(({ id }) => ids.has(id)).map(summary));
      const key = `${list.version}/${runtimeVersion}/${seen.version}`;
      if (kept?.key !== key) kept = { key, text: JSON.stringify(rows.map(summary)) };
      return kept.text;
    },
    async show(id) {
      const detail = await tht.show(id);
      const unread = seen.isUnread(id, detail.activity_at ?? null);
      return { ...detail, unread, runtime: agents.runtime(id) };
    },
    async row(id) {
      const found = (await list.get()).find((row) => row.id === id);
      if (!found) throw problem("session-not-found", `There is no session ${id}.`, "It may have been deleted.");
      return summary(found);
    },
    summary,
    async markSeen(id, at, { unread } = { unread: false }) {
      const { activity_at } = await sessions.row(id);
      // A clock that runs ahead must not hide what is yet to happen; one set back must not make what happened unseen.
      const newest = Math.max(now().getTime(), Date.parse(activity_at ?? "") || 0);
      const latest = new Date(Math.min(at.getTime(), newest)).toISOString();
      if (unread) await seen.markUnread(id, latest);
      else if (!(await seen.mark(id, latest))) return;
      live.publish("events", "sessions", { ids: [id] });
    },
    touched(...ids) {
      outside?.known(ids);
      list.invalidate();
      announce(ids);
    },
    runtimeChanged(id) {
      runtimeVersion++;
      const runtime: Runtime | null = agents.runtime(id);
      live.publish("events", "runtime", { id, runtime });
    },
    agents: () => agents,
    attachAgents(port) {
      agents = port;
    },
    onChange: (listener) => void listeners.push(listener),
    onDeleted: (forget) => void forgetters.push(forget),
    async forget(id) {
      await agents.forget(id);
      await seen.forget(id);
      for (const forget of forgetters) await forget(id);
    },
    async start() {
      opened = await tht.open();
      await seen.load();
      outside = createOutsideChanges({
        root: opened.config.sessions_root,
        onChange: (ids) => sessions.touched(...ids),
        onDifference: announce,
        refresh: () => list.refresh(),
        isWatchedByPeople: () => live.readers > 0,
        onStale: () => list.invalidate(),
      });
      // A harness that fails here fails again when somebody asks, and then says so.
      await outside.start(() => {});
    },
    async close() {
      outside?.close();
      tht.cancelReads();
      await queue.idle();
    },
  };
  return sessions;
}
