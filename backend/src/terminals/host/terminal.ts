import { rm } from "node:fs/promises";
import type { Terminal as TerminalInfo } from "../../../api/terminals.ts";
import type { Clock } from "../../lib/clock.ts";
import { endOrphans, endProcessTree } from "../../lib/end-process-tree.ts";
import { isGone } from "../../lib/process-tree.ts";
import { type Attached, createAudience, type Watcher } from "./audience.ts";
import { HostFailure } from "./failure.ts";
import { createFirstInput } from "./first-input.ts";
import { mark, markText } from "./mark.ts";
import { pasted } from "./paste.ts";
import type { HostSpec } from "./protocol.ts";
import { type Pty, startPty } from "./pty.ts";
import { createScreen, type Screen } from "./screen.ts";
import { withStandardInput } from "./standard-input.ts";

export interface Terminal {
  readonly info: TerminalInfo;
  readonly screen: Screen;
  attach(watcher: Watcher): Promise<Attached>;
  /** Throws a HostFailure where the program reads so little that nothing more can be kept for it. */
  send(text: string, as: "type" | "paste"): void;
  identify(agentSessionId: string, known: boolean): void;
  /** Ends the program and everything it started, and tells the watchers that the terminal is no more. */
  end(): Promise<void>;
}

export interface TerminalOptions {
  id: string;
  spec: HostSpec;
  clock: Clock;
  /** Where what a program gets as its input lies until it has opened it. */
  folder: string;
  onChange(): void;
  onError(error: unknown): void;
}

/** Between a hang-up, SIGTERM and SIGKILL. */
const GRACE_MS = 1_500;
/** Programs that turn a wheel in their title change it ten times a second. */
const TITLE_MS = 500;
const TITLE_CHARS = 200;

/** Starts a program on a terminal. Throws a HostFailure that says why it can't be started. */
export async function createTerminal(options: TerminalOptions): Promise<Terminal> {
  const { id, spec, clock, folder, onChange, onError } = options;
  const pty = await start(spec, { ...spec.env, ...mark(id) }, folder);
  const info = infoOf(id, pty.pid, spec, clock.now());
  let backlogged = false;
  let paused = false;
  let ending: Promise<void> | null = null;
  let cancelTitle: (() => void) | null = null;

  const screen = createScreen({
    cols: spec.cols,
    rows: spec.rows,
    onReply: (text) => void pty.write(text),
    onTitle: retitle,
    onShown(bytes) {
      audience.output(bytes);
      first?.noticed();
    },
    onBacklog(full) {
      backlogged = full;
      pace();
    },
    onError,
  });
  const audience = createAudience({
    clock,
    screen,
    info,
    write: pty.write,
    resize(size) {
      pty.resize(size.cols, size.rows);
      screen.resize(size);
      Object.assign(info, size);
      onChange();
    },
    onPace: pace,
    onError,
  });
  const first =
    spec.firstInput?.as === "paste"
      ? createFirstInput({
          clock,
          asksForBrackets: () => screen.bracketedPaste,
          paste: () => void pty.write(pasted(spec.firstInput?.text ?? "", screen.bracketedPaste)),
          enter: () => void pty.write("\r"),
        })
      : null;

  pty.onData((bytes) => screen.push(bytes));
  pty.exited.then(exited).catch(onError);

  async function exited({ exitCode, signal }: Awaited<Pty["exited"]>): Promise<void> {
    first?.cancel();
    await screen.finish();
    Object.assign(info, { state: "exited", exitCode, signal, endedAt: clock.now().toISOString() });
    audience.tell({ type: "exit", exitCode, signal });
    onChange();
  }

  /** The program waits for whoever is slow to look, and for an emulator with too much to take in. */
  function pace(): void {
    const wait = ending === null && (backlogged || audience.mustWait);
    if (wait === paused) return;
    paused = wait;
    if (paused) pty.pause();
    else pty.resume();
  }

  function retitle(title: string): void {
    const next = title.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, TITLE_CHARS);
    if (next === "" || next === info.title) return;
    info.title = next;
    cancelTitle ??= clock.after(TITLE_MS, () => {
      cancelTitle = null;
      audience.tell({ type: "title", title: info.title });
      onChange();
    });
  }

  async function endAll(): Promise<void> {
    const tree = { pid: pty.pid, root: pty.entry, mark: markText(id), exited: pty.exited };
    if (info.state === "running")
      await endProcessTree({ ...tree, closeInput: () => hangUp(pty.pid), graceMs: GRACE_MS });
    else await endOrphans(tree);
    cancelTitle?.();
    audience.dismiss();
    screen.dispose();
  }

  return {
    info,
    screen,
    attach: audience.attach,
    send(text, as) {
      if (info.state !== "running") return;
      if (pty.write(as === "paste" ? pasted(text, screen.bracketedPaste) : text)) return;
      throw new HostFailure(
        "terminal-failed",
        `The program in terminal ${id} has not read what it was sent before, so nothing more was given to it.`,
        "Look at what it is busy with; send it again once it reads, or end it.",
      );
    },
    identify(agentSessionId, known) {
      Object.assign(info, { agentSessionId, agentSessionKnown: known });
      onChange();
    },
    end() {
      if (!ending) {
        first?.cancel();
        ending = endAll();
        // What it still has to say must not hold it up.
        pace();
      }
      return ending;
    },
  };
}

function infoOf(id: string, pid: number, spec: HostSpec, now: Date): TerminalInfo {
  const { argv, agent, agentSessionId, cwd, title, session, cols, rows } = spec;
  return {
    id,
    pid,
    argv: [...argv],
    agent,
    agentSessionId,
    agentSessionKnown: false,
    cwd,
    title,
    state: "running",
    exitCode: null,
    signal: null,
    session,
    cols,
    rows,
    startedAt: now.toISOString(),
    endedAt: null,
  };
}

async function start(spec: HostSpec, env: Record<string, string>, folder: string): Promise<Pty> {
  const { argv, cwd, cols, rows } = spec;
  if (spec.firstInput?.as !== "stdin") return startPty({ argv, cwd, env, cols, rows });
  const fed = await withStandardInput(spec, folder);
  try {
    return await startPty({ argv: fed.argv, cwd, env, cols, rows });
  } catch (error) {
    await rm(fed.file, { force: true });
    throw error;
  }
}

/** As when a window is closed: to whatever is in the foreground, and to the program that began it all. */
function hangUp(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGHUP");
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}
