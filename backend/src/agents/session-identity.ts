import type { Terminal } from "../../api/terminals.ts";
import type { Clock } from "../lib/clock.ts";
import type { TerminalService } from "../terminals/index.ts";
import { real, type Store, type Stored } from "./stores.ts";

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
  let cancel = () => {};
  let stop = () => {};
  let looking: Promise<void> | null = null;

  async function lookOnce(): Promise<void> {
    const all = await terminals.list();
    for (const terminal of all.filter(isUnsure)) {
      const store = await storeOf(terminal.agent ?? "");
      const sessionId = store && identify(store, terminal, all);
      if (sessionId) await terminals.identify(terminal.id, sessionId, true);
    }
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function turn(): Promise<void> {
    try {
      await look();
      if (!(await terminals.list()).some((terminal) => isUnsure(terminal) && terminal.state === "running")) return;
      cancel = clock.after(wait, () => void turn());
      wait = Math.min(wait * 2, LAST_MS);
    } catch (error) {
      onError(error);
    }
  }

  return {
    look,
    async conversationOf(terminal) {
      const store = terminal.agent === null ? null : await storeOf(terminal.agent);
      if (!store || terminal.agentSessionId === null || !terminal.agentSessionKnown) return null;
      const stored = store.find(terminal.agentSessionId);
      if (!stored) return null;
      const others = othersOf(terminal, await terminals.list());
      return begunIn(store, terminal, others).some(({ head }) => head.sessionId !== terminal.agentSessionId)
        ? null
        : { store, stored };
    },
    start() {
      const again = () => {
        cancel();
        wait = FIRST_MS;
        cancel = clock.after(wait, () => void turn());
      };
      stop = terminals.onChange(again);
      again();
    },
    close() {
      stop();
      cancel();
    },
  };
}

const isUnsure = ({ agent, agentSessionKnown }: Terminal) => agent !== null && !agentSessionKnown;

function identify(store: Store, terminal: Terminal, all: readonly Terminal[]): string | null {
  if (terminal.agentSessionId !== null) return store.find(terminal.agentSessionId) ? terminal.agentSessionId : null;
  const found = begunIn(store, terminal, othersOf(terminal, all));
  // Two of them in one folder, and none says whose it is: better nobody's than another's.
  const rivals = all.filter((other) => isRival(terminal, other));
  const certain = found.filter(({ head }) => !rivals.some((other) => couldHold(other, head.startedAt)));
  return certain[0]?.head.sessionId ?? null;
}

/** The conversations begun where and since the terminal was, that no other terminal holds; newest first. */
function begunIn(store: Store, terminal: Terminal, others: ReadonlySet<string>): Stored[] {
  const until = terminal.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(terminal.endedAt);
  return store
    .begunSince(terminal.cwd, Date.parse(terminal.startedAt))
    .filter(({ head }) => !others.has(head.sessionId))
    .filter(({ head }) => head.startedAt === null || Date.parse(head.startedAt) <= until);
}

function othersOf(terminal: Terminal, all: readonly Terminal[]): Set<string> {
  return new Set(all.filter(({ id }) => id !== terminal.id).flatMap(({ agentSessionId }) => agentSessionId ?? []));
}

function isRival(terminal: Terminal, other: Terminal): boolean {
  return (
    other.id !== terminal.id &&
    other.agent === terminal.agent &&
    other.agentSessionId === null &&
    real(other.cwd) === real(terminal.cwd)
  );
}

function couldHold({ startedAt, endedAt }: Terminal, begunAt: string | null): boolean {
  if (begunAt === null) return true;
  return startedAt <= begunAt && (endedAt === null || begunAt <= endedAt);
}
