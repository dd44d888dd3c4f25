import type { AttachClientFrame, AttachServerFrame, Terminal as TerminalInfo } from "../../../api/terminals.ts";
import type { Clock } from "../../lib/clock.ts";
import { createGatherer } from "./gather.ts";
import { pasted } from "./paste.ts";
import type { Screen } from "./screen.ts";
import { createSizeKeeper } from "./size.ts";
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

export interface AudienceOptions {
  clock: Clock;
  screen: Screen;
  /** The terminal as it is told. */
  info: Readonly<TerminalInfo>;
  /** False when the program reads so little that nothing more can be kept for it. */
  write(data: string | Uint8Array): boolean;
  /** The terminal is to be that large. */
  resize(size: { cols: number; rows: number }): void;
  /** {@link Audience.mustWait} may be another. */
  onPace(): void;
  onError(error: unknown): void;
}

/** All who look at one terminal: each gets the screen and the stream from there, and one of them decides the size. */
export interface Audience {
  attach(watcher: Watcher): Promise<Attached>;
  output(bytes: Uint8Array): void;
  tell(frame: AttachServerFrame): void;
  /** Somebody has not shown yet what it was sent. */
  readonly mustWait: boolean;
  /** The terminal is no more. */
  dismiss(): void;
}

/** A page that is loaded anew leaves, and is back, with the size that was its own; so long nobody else takes it. */
const VACANT_MS = 1_000;

/** What a terminal says when its window loses the focus; nobody typed that. */
const FOCUS_OUT = "\u001b[O";

export function createAudience(options: AudienceOptions): Audience {
  const { clock, screen, info, write, resize, onPace, onError } = options;
  const viewers = new Map<Watcher, Viewer>();
  const sizes = createSizeKeeper<Watcher>({ cols: info.cols, rows: info.rows });
  const { title } = info;
  let cancelVacant = () => {};

  function tell(frame: AttachServerFrame): void {
    for (const watcher of viewers.keys()) watcher.frame(frame);
  }

  function tellSize(watcher: Watcher): void {
    watcher.frame({ type: "size", cols: info.cols, rows: info.rows, own: sizes.isOwner(watcher) });
  }

  function takeOn(size: { cols: number; rows: number } | null): void {
    if (size && info.state === "running") resize(size);
    for (const watcher of viewers.keys()) tellSize(watcher);
  }

  function claim(watcher: Watcher): void {
    if (!sizes.isOwner(watcher)) takeOn(sizes.claim(watcher));
  }

  function typed(watcher: Watcher, data: string | Uint8Array): void {
    if (data !== FOCUS_OUT) claim(watcher);
    if (info.state !== "running" || write(data)) return;
    watcher.frame({ type: "unread", bytes: Buffer.byteLength(data) });
  }

  async function show(watcher: Watcher, viewer: Viewer, reason: "attached" | "behind"): Promise<void> {
    await screen.inOrder((emulator) => {
      if (reason === "attached") viewers.set(watcher, viewer);
      else if (!viewers.has(watcher)) return;
      watcher.frame({ type: "snapshot", cols: emulator.cols, rows: emulator.rows, reason });
      viewer.output(Buffer.from(emulator.snapshot({ ended: info.state !== "running" })));
    });
  }

  return {
    async attach(page) {
      const gathered = createGatherer(clock, (bytes) => page.output(bytes));
      const watcher: Watcher = {
        // Between the bytes where it belongs.
        frame(frame) {
          gathered.flush();
          page.frame(frame);
        },
        output: gathered.push,
        closed() {
          gathered.flush();
          page.closed();
        },
      };
      const viewer = createViewer({
        clock,
        send: (bytes) => watcher.output(bytes),
        onChange: onPace,
        onCaughtUp: () => void show(watcher, viewer, "behind").catch(onError),
      });
      await show(watcher, viewer, "attached");
      tellSize(watcher);
      if (info.title !== title) watcher.frame({ type: "title", title: info.title });
      if (info.state === "exited") watcher.frame({ type: "exit", exitCode: info.exitCode, signal: info.signal });
      return {
        take(frame) {
          if (frame.type === "input") typed(watcher, frame.data);
          else if (frame.type === "paste") typed(watcher, pasted(frame.text, screen.bracketedPaste));
          else if (frame.type === "resize") takeOn(sizes.wish(watcher, frame));
          else if (frame.type === "focus") claim(watcher);
          else if (frame.type === "ack") viewer.acknowledge(frame.bytes);
        },
        input: (bytes) => typed(watcher, bytes),
        leave() {
          viewers.delete(watcher);
          viewer.close();
          gathered.flush();
          if (sizes.left(watcher)) {
            cancelVacant();
            cancelVacant = clock.after(VACANT_MS, () => takeOn(sizes.inherit()));
          }
          onPace();
        },
      };
    },
    output(bytes) {
      for (const viewer of viewers.values()) viewer.output(bytes);
    },
    tell,
    get mustWait() {
      return [...viewers.values()].some((viewer) => viewer.full);
    },
    dismiss() {
      cancelVacant();
      for (const [watcher, viewer] of viewers) {
        viewer.close();
        watcher.closed();
      }
      viewers.clear();
    },
  };
}
