import { setImmediate } from "node:timers/promises";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  replay,
  type Transcript,
  type TranscriptOptions,
} from "../emulator/index.ts";
import { createGroundCutter } from "./ground.ts";
import { createRecording, type Recording } from "./recording.ts";

interface Size {
  cols: number;
  rows: number;
}

export interface ScreenOptions extends Size {
  /** Answers to the program's queries. */
  onReply(text: string): void;
  onTitle(title: string): void;
  /** Whole sequences, once the emulator has them. */
  onShown(bytes: Uint8Array): void;
  /** More waits to be taken in than should: the program has to wait. */
  onBacklog(full: boolean): void;
  onError(error: unknown): void;
  emulate?: (options: EmulatorOptions) => Emulator;
}

/** What a terminal shows and has shown, always at rest between two sequences. */
export interface Screen {
  push(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** Nothing more comes: what was begun is taken as it is. Resolves when all of it is shown. */
  finish(): Promise<void>;
  /** Between all that came before and all that comes after. */
  inOrder<T>(look: (emulator: Emulator) => T): Promise<T>;
  readonly bracketedPaste: boolean;
  readonly recording: Recording;
  transcript(options: TranscriptOptions): Promise<Transcript>;
  dispose(): void;
}

/** Taken in at once: of lines of one character an emulator works 2 ms at that, and all that is typed elsewhere waits. */
const SLICE = 4 * 1024;
/** So long one terminal is at work before the others have their turn. */
const TURN_MS = 2;
const BACKLOG = { high: 512 * 1024, low: 64 * 1024 };

export function createScreen(options: ScreenOptions): Screen {
  const { cols, rows, onReply, onTitle, onShown, onBacklog, onError, emulate = createEmulator } = options;
  const recording = createRecording({ cols, rows });
  const cutter = createGroundCutter();
  const heard = { onReply, onTitle };
  let emulator = emulate({ cols, rows, ...heard });
  let mended: { cut: boolean } | null = null;
  let steps: (Uint8Array | (() => void | Promise<void>))[] = [];
  /** The size that was asked for last, and its step while that waits. */
  let sizeStep: { size: Size; step: () => void } | null = null;
  let working = false;
  let backlog = 0;
  let full = false;
  let disposed = false;

  function tellBacklog(): void {
    const now = full ? backlog > BACKLOG.low : backlog > BACKLOG.high;
    if (now === full) return;
    full = now;
    onBacklog(full);
  }

  function add(step: (typeof steps)[number]): void {
    steps.push(step);
    if (!working) void work();
  }

  async function work(): Promise<void> {
    working = true;
    let since = performance.now();
    for (let step = next(); step !== undefined && !disposed; step = next()) {
      if (typeof step === "function") await step();
      else await show(cutter.push(step));
      if (performance.now() - since < TURN_MS) continue;
      // The other terminals have their turn, and what is typed gets in between.
      await setImmediate();
      since = performance.now();
    }
    working = false;
  }

  /** The next step; chunks that lie side by side are one, up to a slice. */
  function next(): (typeof steps)[number] | undefined {
    const first = steps.shift();
    if (first === undefined || typeof first === "function") return first;
    const parts = [first];
    let length = first.length;
    for (let more = steps[0]; more instanceof Uint8Array && length + more.length <= SLICE; more = steps[0]) {
      parts.push(more);
      length += more.length;
      steps.shift();
    }
    backlog -= length;
    tellBacklog();
    return parts.length === 1 ? first : Buffer.concat(parts);
  }

  async function show(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    try {
      await emulator.write(bytes);
      recording.push(bytes, () => emulator.snapshot({ scrollback: 0 }));
    } catch (error) {
      onError(error);
      await mend();
    }
    onShown(bytes);
  }

  /** An emulator that failed is made anew from what was recorded; what it stumbled over is not tried again. */
  async function mend(): Promise<void> {
    const size = { cols: emulator.cols, rows: emulator.rows };
    emulator.dispose();
    const { recorded, cut } = recording.replayable();
    mended = { cut };
    try {
      emulator = await replay(recorded, heard);
    } catch (error) {
      onError(error);
      mended = { cut: true };
      emulator = createEmulator({ ...size, ...heard, startsMidStream: true });
    }
  }

  function takeSize(size: Size): void {
    try {
      emulator.resize(size.cols, size.rows);
      recording.resize(size);
    } catch (error) {
      onError(error);
    }
  }

  function inOrder<T>(look: (emulator: Emulator) => T): Promise<T> {
    return new Promise((settle, reject) => {
      add(() => {
        try {
          settle(look(emulator));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length; at += SLICE) {
        const slice = bytes.subarray(at, at + SLICE);
        backlog += slice.length;
        add(slice);
      }
      tellBacklog();
    },
    resize(size) {
      const queued = steps.at(-1);
      // A window that is dragged has many sizes between two pieces of output, of which only the last is drawn for.
      if (sizeStep !== null && queued === sizeStep.step) {
        sizeStep.size = size;
        return;
      }
      const wanted = { size, step: () => takeSize(wanted.size) };
      sizeStep = wanted;
      add(wanted.step);
    },
    finish: () =>
      new Promise((done) => {
        add(async () => {
          await show(cutter.rest());
          done();
        });
      }),
    inOrder,
    get bracketedPaste() {
      return emulator.bracketedPaste;
    },
    recording,
    async transcript(wanted) {
      const transcript = await inOrder((now) => now.transcript(wanted));
      if (!mended) return transcript;
      return { ...transcript, quality: "partial", startsMidStream: transcript.startsMidStream || mended.cut };
    },
    dispose() {
      disposed = true;
      steps = [];
      emulator.dispose();
    },
  };
}
