import { type Child, startChild } from "../lib/child-process.ts";
import { cutText } from "../lib/cut-text.ts";
import { endOrphans, endProcessTree } from "../lib/end-process-tree.ts";
import { createJsonlSplitter } from "../lib/jsonl.ts";
import {
  commandsOf,
  type PiCommandInfo,
  type PiEvent,
  type PiRecord,
  type PiResponse,
  type PiUiRequest,
  parseRecord,
} from "./pi-protocol.ts";

export type PiSpawn = {
  /** Program and arguments. */
  argv: readonly string[];
  cwd: string;
  /** All of the child's environment. */
  env: Readonly<Record<string, string>>;
  /** Marks the process and what it starts; unique to this start. */
  mark: string;
  /** How long it may take to be ready, in ms. */
  readyMs?: number;
  /** How long each stage of ending may take, in ms. */
  graceMs?: number;
};

export type PiExit = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

export type PiListener = {
  event: (event: PiEvent) => void;
  uiRequest: (request: PiUiRequest) => void;
  /** One of the two above could not take what Pi wrote. */
  failure?: (error: unknown) => void;
};

/** What an extension's question is answered with. */
export type UiAnswer = { value: string } | { confirmed: boolean } | { cancelled: true };

export type PiProcess = {
  readonly pid: number;
  /** Resolves when Pi answers and has loaded its commands; rejects when it ends first or takes too long. */
  ready(): Promise<PiCommandInfo[]>;
  /** While a run is on, the message steers it. Resolves when Pi took it, long before the run ends. */
  prompt(message: string): Promise<"started" | "queued" | "handled">;
  /** Ends the run; resolves when Pi is at rest, with the messages that had been waiting and were never read. */
  abort(): Promise<string[]>;
  answer(requestId: string, answer: UiAnswer): void;
  /**
   * Ends Pi and everything it started; each stage may take `graceMs`. After a Pi that is gone already it ends what that
   * left behind.
   */
  end(graceMs?: number): Promise<void>;
  readonly exited: Promise<PiExit>;
};

/** A command that Pi refused, or did not answer. */
class PiRefused extends Error {}

/** The agent and all it starts carry this variable: so its children are known also once their parent is gone. */
const RUN_MARK = "THOTH_RUN";

const READY_MS = 15_000;
const ANSWER_MS = 30_000;
// An answer of 2 MB comes in records of several MB. A record beyond this is dropped, never held.
const RECORD_CHARS = 64 * 1024 * 1024;
// After Pi's exit its pipes may be held open by others; what it wrote itself is there long before.
const LAST_WORDS_MS = 250;

/** Starts one Pi in RPC mode; rejects with the system's error when it can't be started. */
export async function startPi(options: PiSpawn, listener: PiListener): Promise<PiProcess> {
  const child = await startChild({
    argv: options.argv,
    cwd: options.cwd,
    env: { ...options.env, [RUN_MARK]: options.mark },
    // Ctrl-C in the server's terminal must not reach Pi, which dies of it without cleaning up.
    detached: true,
  });
  return converse(child, options, listener);
}

function converse(child: Child, options: PiSpawn, listener: PiListener): PiProcess {
  const waiting = new Map<string, (response: PiResponse) => void>();
  const readyMs = options.readyMs ?? READY_MS;
  let sequence = 0;
  let lastChange: Promise<unknown> = Promise.resolve();
  let probe: Promise<PiCommandInfo[]> | null = null;
  let ending: Promise<void> | null = null;
  let gone: PiExit | null = null;

  function onRecord(record: PiRecord): void {
    if (record.type === "extension_ui_request") listener.uiRequest(record);
    else if (record.type !== "response") listener.event(record);
    else if (record.id !== undefined) waiting.get(record.id)?.(record);
  }

  const splitter = createJsonlSplitter({
    maxLine: RECORD_CHARS,
    onLine: (line) => {
      const record = gone ? null : parseRecord(line);
      if (!record) return;
      try {
        onRecord(record);
      } catch (error) {
        // Another program's output, and not a request that could be refused: it must not end the server.
        listener.failure?.(error);
      }
    },
  });
  child.process.stdout.on("data", (chunk: Buffer) => splitter.push(chunk));

  const exited = new Promise<PiExit>((resolve) => {
    function onGone(code: number | null, signal: NodeJS.Signals | null): void {
      if (gone) return;
      gone = { code, signal, stderr: child.stderr.text() };
      for (const settle of [...waiting.values()]) {
        settle({ type: "response", success: false, error: `the agent ended (${describeExit(gone)})` });
      }
      resolve(gone);
    }
    void child.closed.then(({ code, signal }) => onGone(code, signal));
    child.process.once("exit", (code, signal) => {
      setTimeout(() => onGone(code, signal), LAST_WORDS_MS).unref();
    });
  });

  function write(record: Record<string, unknown>): void {
    if (!gone && child.process.stdin.writable) child.process.stdin.write(`${JSON.stringify(record)}\n`);
  }

  function request(command: Record<string, unknown> & { type: string }, ms: number): Promise<PiResponse> {
    if (gone) return Promise.reject(new PiRefused(`the agent ended (${describeExit(gone)})`));
    const id = `c${++sequence}`;
    return new Promise<PiResponse>((resolve, reject) => {
      const settle = (response: PiResponse) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (response.success) resolve(response);
        else reject(new PiRefused(response.error ?? `the agent refused ${command.type}`));
      };
      const late = `the agent did not answer ${command.type} within ${ms / 1000} s`;
      const timer = setTimeout(() => settle({ type: "response", success: false, error: late }), ms);
      waiting.set(id, settle);
      write({ id, ...command });
    });
  }

  /** One command that changes something at a time: of two prompts sent together Pi loses one, and says yes to both. */
  function inTurn<T>(operation: () => Promise<T>): Promise<T> {
    const result = lastChange.then(operation);
    lastChange = result.catch(() => {});
    return result;
  }

  return {
    pid: child.pid,
    exited,
    ready() {
      // Pi says nothing when it is ready: its first answer is the sign.
      probe ??= request({ type: "get_state" }, readyMs)
        .then(() => request({ type: "get_commands" }, readyMs))
        .then(commandsOf);
      return probe;
    },
    prompt: (message) =>
      inTurn(async () => {
        const answer = await request({ type: "prompt", message, streamingBehavior: "steer" }, ANSWER_MS);
        const disposition = answer.data?.disposition;
        return disposition === "queued" || disposition === "handled" ? disposition : "started";
      }),
    abort: () =>
      inTurn(async () => {
        // The queue first: what waits in it would run with the next prompt.
        const cleared = await request({ type: "clear_queue" }, ANSWER_MS);
        await request({ type: "abort" }, ANSWER_MS);
        return [cleared.data?.steering, cleared.data?.followUp]
          .flatMap((texts) => (Array.isArray(texts) ? texts : []))
          .filter((text) => typeof text === "string");
      }),
    answer(requestId, answer) {
      write({ type: "extension_ui_response", id: requestId, ...answer });
    },
    end(graceMs = options.graceMs) {
      ending ??= endAll(graceMs);
      return ending;
    },
  };

  async function endAll(graceMs: number | undefined): Promise<void> {
    const { pid, entry: root } = child;
    const ended = { pid, root, mark: `${RUN_MARK}=${options.mark}` };
    if (gone) await endOrphans(ended);
    else await endProcessTree({ ...ended, exited, closeInput: () => child.process.stdin.end(), graceMs });
  }
}

/** How a process ended, with the last line it wrote about it. */
export function describeExit({ code, signal, stderr }: PiExit): string {
  const how = signal ? `killed by ${signal}` : `exit code ${code}`;
  const last = cutText(stderr.trim().split("\n").at(-1) ?? "", 500);
  return last ? `${how}: ${last}` : how;
}
