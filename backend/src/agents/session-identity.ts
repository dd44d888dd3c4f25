import type { Terminal } from "../../api/terminals.ts";
import { isProblem } from "../http/problem.ts";
import type { Clock } from "../lib/clock.ts";
import { realPath } from "../lib/real-path.ts";
import type { TerminalService } from "../terminals/index.ts";
import type { Store, Stored } from "./stores.ts";

type Terminals = Pick<TerminalService, "list" | "identify" | "onChange">;

interface Options {
  terminals: Terminals;
  /** Where the agent of that id keeps its conversations; null where nobody knows, or it is configured no more. */
  storeOf(agent: string): Promise<Store | null>;
  clock: Clock;
  onError(error: unknown): void;
}

export interface SessionIdentity {
  /** Looks for the conversation of each terminal whose own is not known for sure yet. */
  look(): Promise<void>;
  /**
   * The terminal's conversation where it is surely this one's: its store has it, and no other was begun in the same
   * folder since (after `/clear` an agent goes on in another). Null otherwise.
   */
  conversationOf(terminal: Terminal): Promise<{ store: Store; stored: Stored } | null>;
  start(): void;
  close(): void;
}

/** Soon after a launch, then ever less often: many agents write nothing before their first turn. */
const FIRST_MS = 1_000;
const LAST_MS = 20_000;

/** Learns which of an agent's own conversations each terminal holds, from the agents' stores. */
export function createSessionIdentity({ terminals, storeOf, clock, onError }: Options): SessionIdentity {
  let wait = FIRST_MS;
  let next: { at: number; cancel(): void } | null = null;
  let stop = () => {};
  let looking: Promise<void> | null = null;
  let closed = false;

  async function lookOnce(): Promise<void> {
    const all = await terminals.list();
    for (const terminal of all.filter(isUnsure)) {
      try {
        await lookAt(terminal, all);
      } catch (error) {
        // It ended just now; or one agent's store can't be read, which is no matter of the others.
        if (!isProblem(error, "terminal-not-found")) onError(error);
      }
    }
  }

  async function lookAt(terminal: Terminal, all: readonly Terminal[]): Promise<void> {
    const store = await storeOf(terminal.agent ?? "");
    const sessionId = store && identify(store, terminal, all);
    if (sessionId) await terminals.identify(terminal.id, sessionId, true);
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function turn(): Promise<void> {
    next = null;
    try {
      await look();
      if (!(await terminals.list()).some((terminal) => isUnsure(terminal) && terminal.state === "running")) return;
    } catch (error) {
      onError(error);
    }
    wait = Math.min(wait * 2, LAST_MS);
    schedule(wait);
  }

  /** No later than that; a program that changes its title all the time puts nothing off. */
  function schedule(ms: number): void {
    const at = clock.now().getTime() + ms;
    if (closed || (next && next.at <= at)) return;
    next?.cancel();
    next = { at, cancel: clock.after(ms, () => void turn()) };
  }

  async function lookedAt(terminal: Terminal): Promise<Terminal> {
    await look();
    return (await terminals.list()).find(({ id }) => id === terminal.id) ?? terminal;
  }

  return {
    look,
    async conversationOf(asked) {
      const terminal = isUnsure(asked) ? await lookedAt(asked) : asked;
      const store = terminal.agent === null ? null : await storeOf(terminal.agent);
      if (!store || terminal.agentSessionId === null || !terminal.agentSessionKnown) return null;
      const stored = store.find(terminal.agentSessionId);
      if (!stored) return null;
      const others = othersOf(terminal, await terminals.list());
      const later = begunIn(store, terminal, others).filter(({ begunAt }) => begunAt > stored.begunAt);
      // Some make an empty one at each start and then go on in another.
      const moved = later.some((other) => (store.read(other)?.turns.length ?? 0) > 0);
      return moved ? null : { store, stored };
    },
    start() {
      const again = () => {
        wait = FIRST_MS;
        schedule(wait);
      };
      stop = terminals.onChange(again);
      again();
    },
    close() {
      closed = true;
      stop();
      next?.cancel();
    },
  };
}

const isUnsure = ({ agent, agentSessionKnown }: Terminal) => agent !== null && !agentSessionKnown;

function identify(store: Store, terminal: Terminal, all: readonly Terminal[]): string | null {
  const pinned = terminal.agentSessionId;
  if (pinned !== null) return store.presence(pinned, terminal.cwd) === "present" ? pinned : null;
  const found = begunIn(store, terminal, othersOf(terminal, all));
  // Two of them in one folder, and none says whose it is: better nobody's than another's.
  const rivals = all.filter((other) => isRival(terminal, other));
  const certain = found.filter(({ begunAt }) => !rivals.some((other) => couldHold(other, begunAt)));
  return certain[0]?.head.sessionId ?? null;
}

/** The conversations begun where and since the terminal was, that no other terminal holds; newest first. */
function begunIn(store: Store, terminal: Terminal, others: ReadonlySet<string>): Stored[] {
  return store
    .begunSince(terminal.cwd, Date.parse(terminal.startedAt))
    .filter(({ head, begunAt }) => !others.has(head.sessionId) && begunAt <= endOf(terminal));
}

const endOf = ({ endedAt }: Terminal) => (endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt));

function othersOf(terminal: Terminal, all: readonly Terminal[]): Set<string> {
  return new Set(all.filter(({ id }) => id !== terminal.id).flatMap(({ agentSessionId }) => agentSessionId ?? []));
}

function isRival(terminal: Terminal, other: Terminal): boolean {
  return (
    other.id !== terminal.id &&
    other.agent === terminal.agent &&
    other.agentSessionId === null &&
    realPath(other.cwd) === realPath(terminal.cwd)
  );
}

function couldHold(terminal: Terminal, begunAt: number): boolean {
  return Date.parse(terminal.startedAt) <= begunAt && begunAt <= endOf(terminal);
}
