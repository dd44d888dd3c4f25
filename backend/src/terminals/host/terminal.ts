import { rm } from "node:fs/promises";
import type { AttachClientFrame, AttachServerFrame, Terminal as TerminalInfo } from "../../../api/terminals.ts";
import type { Clock } from "../../lib/clock.ts";
import { endOrphans, endProcessTree } from "../../lib/end-process-tree.ts";
import { isGone } from "../../lib/process-tree.ts";
import { createFirstInput } from "./first-input.ts";
import { mark, markText } from "./mark.ts";
import { pasted } from "./paste.ts";
import type { HostSpec } from "./protocol.ts";
import { type Pty, startPty } from "./pty.ts";
import { createScreen, type Screen } from "./screen.ts";
import { createSizeKeeper } from "./size.ts";
import { withStandardInput } from "./standard-input.ts";
import { createViewer, type Viewer } from "./viewer.ts";

/** One page that looks, and where what it gets goes to. */
export interface Watcher {
  frame(frame: AttachServerFrame): void;
  output(bytes: Uint8Array): void;
  /** The terminal is no more. */
  closed(): void;
}

/** A watcher's end of a terminal. */
export interface Attached {
  take(frame: AttachClientFrame): void;
  input(bytes: Uint8Array): void;
  leave(): void;
}

export interface Terminal {
  readonly info: TerminalInfo;
  readonly screen: Screen;
  attach(watcher: Watcher): Promise<Attached>;
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
/** What a terminal says when its window loses the focus; nobody typed that. */
const FOCUS_OUT = "\u001b[O";

/** Starts a program on a terminal. Throws a HostFailure that says why it can't be started. */
export async function createTerminal(options: TerminalOptions): Promise<Terminal> {
  const { id, spec, clock, folder, onChange, onError } = options;
  const pty = await start(spec, { ...spec.env, ...mark(id) }, folder);

  const viewers = new Map<Watcher, Viewer>();
  const sizes = createSizeKeeper<Watcher>({ cols: spec.cols, rows: spec.rows });
  let backlogged = false;
  let paused = false;
  let ending: Promise<void> | null = null;
  let titleDue: (() => void) | null = null;

  const info: TerminalInfo = {
    id,
    pid: pty.pid,
    argv: [...spec.argv],
    agent: spec.agent,
    agentSessionId: spec.agentSessionId,
    agentSessionKnown: false,
    cwd: spec.cwd,
    title: spec.title,
    state: "running",
    exitCode: null,
    signal: null,
    session: spec.session,
    cols: spec.cols,
    rows: spec.rows,
    startedAt: clock.now().toISOString(),
    endedAt: null,
  };

  const screen = createScreen({
    cols: spec.cols,
    rows: spec.rows,
    onReply: (text) => void pty.write(text),
    onTitle: retitle,
    onShown(bytes) {
      for (const viewer of viewers.values()) viewer.output(bytes);
      first?.noticed();
    },
    onBacklog(full) {
      backlogged = full;
      pace();
    },
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
  const exited = pty.exited.then(async ({ exitCode, signal }) => {
    first?.cancel();
    await screen.finish();
    Object.assign(info, { state: "exited", exitCode, signal, endedAt: clock.now().toISOString() });
    tell({ type: "exit", exitCode, signal });
    onChange();
  });
  exited.catch(onError);

  /** The program waits for whoever is slow to look, and for an emulator with too much to take in. */
  function pace(): void {
    const wait = backlogged || [...viewers.values()].some((viewer) => viewer.full);
    if (wait === paused) return;
    paused = wait;
    if (paused) pty.pause();
    else pty.resume();
  }

  function tell(frame: AttachServerFrame): void {
    for (const watcher of viewers.keys()) watcher.frame(frame);
  }

  function retitle(title: string): void {
    const next = title.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, TITLE_CHARS);
    if (next === "" || next === info.title) return;
    info.title = next;
    titleDue ??= clock.after(TITLE_MS, () => {
      titleDue = null;
      tell({ type: "title", title: info.title });
      onChange();
    });
  }

  function takeOn(size: { cols: number; rows: number } | null): void {
    if (size && info.state === "running") {
      pty.resize(size.cols, size.rows);
      screen.resize(size);
      Object.assign(info, size);
      onChange();
    }
    for (const watcher of viewers.keys()) tellSize(watcher);
  }

  function tellSize(watcher: Watcher): void {
    watcher.frame({ type: "size", cols: info.cols, rows: info.rows, own: sizes.isOwner(watcher) });
  }

  async function show(watcher: Watcher, viewer: Viewer, reason: "attached" | "behind"): Promise<void> {
    await screen.inOrder((emulator) => {
      if (reason === "attached") viewers.set(watcher, viewer);
      else if (!viewers.has(watcher)) return;
      watcher.frame({ type: "snapshot", cols: emulator.cols, rows: emulator.rows, reason });
      viewer.output(Buffer.from(emulator.snapshot({ ended: info.state !== "running" })));
    });
  }

  function claim(watcher: Watcher): void {
    if (sizes.isOwner(watcher)) return;
    takeOn(sizes.claim(watcher));
  }

  function typed(watcher: Watcher, data: string | Uint8Array): void {
    if (data !== FOCUS_OUT) claim(watcher);
    if (info.state === "running") pty.write(data);
  }

  return {
    info,
    screen,
    async attach(watcher) {
      const viewer = createViewer({
        clock,
        send: (bytes) => watcher.output(bytes),
        onChange: pace,
        onCaughtUp: () => void show(watcher, viewer, "behind").catch(onError),
      });
      await show(watcher, viewer, "attached");
      tellSize(watcher);
      if (info.title !== spec.title) watcher.frame({ type: "title", title: info.title });
      if (info.state === "exited") watcher.frame({ type: "exit", exitCode: info.exitCode, signal: info.signal });
      return {
        take(frame) {
          switch (frame.type) {
            case "input":
              return typed(watcher, frame.data);
            case "paste":
              return typed(watcher, pasted(frame.text, screen.bracketedPaste));
            case "resize":
              return takeOn(sizes.wish(watcher, frame));
            case "focus":
              return claim(watcher);
            case "ack":
              return viewer.acknowledge(frame.bytes);
          }
        },
        input: (bytes) => typed(watcher, bytes),
        leave() {
          viewers.delete(watcher);
          viewer.close();
          sizes.left(watcher);
          pace();
        },
      };
    },
    send(text, as) {
      if (info.state === "running") pty.write(as === "paste" ? pasted(text, screen.bracketedPaste) : text);
    },
    identify(agentSessionId, known) {
      Object.assign(info, { agentSessionId, agentSessionKnown: known });
      onChange();
    },
    end() {
      ending ??= (async () => {
        const tree = { pid: pty.pid, root: pty.entry, mark: markText(id), exited: pty.exited };
        first?.cancel();
        // What it still has to say must not hold it up.
        for (const viewer of viewers.values()) viewer.close();
        pty.resume();
        if (info.state === "running")
          await endProcessTree({ ...tree, closeInput: () => hangUp(pty.pid), graceMs: GRACE_MS });
        else await endOrphans(tree);
        titleDue?.();
        for (const watcher of viewers.keys()) watcher.closed();
        viewers.clear();
        screen.dispose();
      })();
      return ending;
    },
  };
}

async function start(
  { cwd, cols, rows, ...spec }: HostSpec,
  env: Record<string, string>,
  folder: string,
): Promise<Pty> {
  if (spec.firstInput?.as !== "stdin") return startPty({ argv: spec.argv, cwd, env, cols, rows });
  const { argv, file } = await withStandardInput({ cwd, cols, rows, ...spec }, folder);
  try {
    return await startPty({ argv, cwd, env, cols, rows });
  } catch (error) {
    await rm(file, { force: true });
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
