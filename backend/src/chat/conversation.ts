import type { Ask, ChatSnapshot, Gate, SlashCommand } from "../../api/chat.ts";
import type { SessionEvent } from "../../api/live.ts";
import type { PhaseDetail, Runtime, SessionDetail } from "../../api/sessions.ts";
import type { WorkflowPhase } from "../../api/workspace.ts";
import { createAsked, type GateEnd } from "./asked.ts";
import { type ChatLog, createChatLog } from "./chat-log.ts";
import { slashCommands } from "./commands.ts";
import { askOf, gateOf, isRunaway, isServersOwn, pausedGate } from "./gates.ts";
import type { PiCommandInfo, PiEvent, PiUiRequest } from "./pi-protocol.ts";
import { createRest } from "./rest.ts";

export type ConversationOptions = {
  id: string;
  publish: (event: SessionEvent) => void;
  /** Everybody who reads gets the whole conversation anew. */
  restart: () => void;
  now: () => Date;
  /** `null` where no process works on the session and none failed. */
  processRuntime: () => Runtime | null;
  phases: () => readonly WorkflowPhase[];
  show: () => Promise<SessionDetail>;
  /** The gate of a phase that needs no person is open. */
  onAutoGate: (gate: Gate) => void;
  /** The runtime as shown is another one. */
  onRuntime: () => void;
};

export type Conversation = {
  readonly id: string;
  readonly gate: Gate | null;
  /** The open gate that an answer to `requestId` is for: also where that one was lost and the same is asked again. */
  gateFor(requestId: string): Gate | null;
  readonly log: ChatLog;
  /** Names of the commands that Pi has loaded. */
  readonly piCommands: readonly string[];
  /** What the page shows of the agent: also that a gate waits although no process asks it. */
  runtime(): Runtime | null;
  ask(requestId: string): Ask | null;
  /** A process is about to start: what was said with the one before it is past. */
  begin(): void;
  ready(commands: readonly PiCommandInfo[]): void;
  event(event: PiEvent): void;
  uiRequest(request: PiUiRequest): void;
  ended(): void;
  closeGate(requestId: string, end: GateEnd): void;
  closeAsk(requestId: string): void;
  /** A person spoke or decided: what the run came to rest for is past. */
  goOn(): void;
  /** Reads where the session stands and shows it; `gateProblem` says why a gate is shown again. */
  refresh(gateProblem?: string): Promise<SessionDetail>;
  /** Tells everybody the runtime, when it is another one. */
  announceRuntime(): void;
  /** A decision was recorded, and no process can go on with it now. */
  hold(): void;
  /** Whether a process has worked on the session since this server started. */
  readonly hadProcess: boolean;
  snapshot(): ChatSnapshot;
};

/** What is said and asked in one session, and what of it the page has to know; the decisions are made elsewhere. */
export function createConversation(options: ConversationOptions): Conversation {
  const { id, publish, now } = options;
  let generation = 0;
  let log = newLog();
  const rest = createRest((data) => publish({ event: "rest", data }));
  const asked = createAsked({ publish, onGate: () => rest.clear(), onChange: announceRuntime });
  let phase: PhaseDetail | null = null;
  let commands: readonly PiCommandInfo[] = [];
  let reading = 0;
  let hadProcess = false;
  /** A decision was recorded and no process could be started to go on with it. */
  let held = false;
  let announced = "null";

  function newLog(): ChatLog {
    return createChatLog({ publish, now, prefix: `${now().getTime().toString(36)}.${++generation}.` });
  }

  function runtime(): Runtime | null {
    const own = options.processRuntime();
    const waits = (asked.gate !== null && isServersOwn(asked.gate)) || held;
    if (!waits) return own;
    if (own === null) return hadProcess || held ? { kind: "pi", state: "paused", since: pausedSince() } : null;
    if (own.state === "failed") return { ...own, state: "paused" };
    // At rest with a question to the person: it is they who are waited for.
    return own.state === "idle" ? { ...own, state: "waiting" } : own;
  }

  function pausedSince(): string {
    return asked.gate?.since ?? now().toISOString();
  }

  function announceRuntime(): void {
    const next = runtime();
    const text = JSON.stringify(next);
    if (text === announced) return;
    announced = text;
    publish({ event: "runtime", data: next });
    options.onRuntime();
  }

  function uiRequest(request: PiUiRequest): void {
    if (isRunaway(request)) rest.ranAway();
    const gate = gateOf(request, id, now().toISOString());
    if (gate) {
      asked.openGate(gate);
      const auto = options.phases().find(({ code }) => code === gate.phase)?.gate === "auto";
      if (auto && gate.problem === undefined) options.onAutoGate(gate);
      return;
    }
    const ask = askOf(request);
    if (ask) asked.openAsk(ask);
  }

  function event(piEvent: PiEvent): void {
    if (piEvent.type === "agent_start") rest.clear();
    if (piEvent.type === "tool_execution_end") asked.closeRequests("aborted");
    log.event(piEvent);
    if (piEvent.type !== "agent_settled") return;
    asked.closeRequests("aborted");
    rest.settled(piEvent.aborted === true, log.modelEnd);
  }

  async function refresh(gateProblem?: string): Promise<SessionDetail> {
    const mine = ++reading;
    const session = await options.show();
    // One that began later has read what is newer.
    if (mine === reading) standAt(session, gateProblem);
    return session;
  }

  function standAt(session: SessionDetail, gateProblem?: string): void {
    const next = session.phase ?? null;
    if (JSON.stringify(next) !== JSON.stringify(phase)) {
      phase = next;
      publish({ event: "phase", data: phase });
    }
    const own = options.processRuntime();
    // An agent in a terminal can't ask here: the server asks in its place, while it works.
    const inTerminal = own?.kind === "terminal";
    const state = inTerminal ? null : (own?.state ?? null);
    // One that is ending asks nothing any more.
    const atWork = state === "starting" || state === "running" || state === "waiting";
    const waiting = pausedGate(session, options.phases(), gateProblem);
    if (asked.gate && isServersOwn(asked.gate) && waiting?.requestId !== asked.gate.requestId) {
      asked.closeGate(asked.gate.requestId, { outcome: "closed" });
    }
    if (waiting && !atWork && (asked.gate === null || isServersOwn(asked.gate))) {
      showOwn({ ...asked.asWasSaid(waiting), paused: state !== "idle" && !inTerminal });
    }
    if (session.archived || session.status !== "open" || next?.next === "done") held = false;
    rest.sessionAt(next, state === "idle");
    announceRuntime();
  }

  function showOwn(waiting: Gate): void {
    // The gate takes the place of what the run came to rest for; that it failed is still to be known.
    const why = rest.value;
    if (why?.reason === "model-error") log.notice("model-error", why.detail ?? "The model gave no answer.");
    if (why?.reason === "runaway") log.notice("runaway", "The agent made too many calls in a row and was stopped.");
    asked.openGate(waiting);
  }

  return {
    id,
    get gate() {
      return asked.gate;
    },
    gateFor: asked.gateFor,
    get log() {
      return log;
    },
    get piCommands() {
      return commands.map(({ name }) => name);
    },
    runtime,
    ask: asked.ask,
    begin() {
      log = newLog();
      hadProcess = true;
      held = false;
      rest.clear();
      // Nobody goes on from what was said with the process before: they get the conversation anew.
      options.restart();
    },
    ready(loaded) {
      commands = loaded;
    },
    event,
    uiRequest,
    ended() {
      asked.closeRequests("lost");
      rest.clear();
      commands = [];
      log.end();
    },
    closeGate: asked.closeGate,
    closeAsk: asked.closeAsk,
    goOn: () => rest.clear(),
    refresh,
    announceRuntime,
    hold() {
      held = true;
      announceRuntime();
    },
    get hadProcess() {
      return hadProcess;
    },
    snapshot: () => ({
      runtime: runtime(),
      phase,
      messages: log.messages(),
      gate: asked.gate,
      asks: asked.asks,
      rest: rest.value,
      commands: slashCommands(commands, phase) satisfies SlashCommand[],
    }),
  };
}
