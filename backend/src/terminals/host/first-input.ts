import type { Clock } from "../../lib/clock.ts";

export interface FirstInput {
  /** The program has written something, and it is shown. */
  noticed(): void;
  /** Takes it back: the program has ended. */
  cancel(): void;
}

export interface FirstInputOptions {
  clock: Clock;
  /** The program has asked for brackets around what is pasted: it has an input of its own, and reads it. */
  asksForBrackets(): boolean;
  paste(): void;
  enter(): void;
}

/** It has drawn its input and is at rest. */
const SETTLED_MS = 200;
/** It never asks for brackets; having said something it now waits. */
const QUIET_MS = 1_500;
/** It says nothing, or never stops talking. */
const LATEST_MS = 15_000;
/** An input that reads both at once takes the return key for a part of the pasted text. */
const ENTER_MS = 500;

/** Pastes once when the program is ready for it, then presses the return key. */
export function createFirstInput({ clock, asksForBrackets, paste, enter }: FirstInputOptions): FirstInput {
  let cancelQuiet = () => {};
  let done = false;
  let cancelLatest = clock.after(LATEST_MS, go);

  function go(): void {
    if (done) return;
    done = true;
    cancelQuiet();
    cancelLatest();
    paste();
    cancelLatest = clock.after(ENTER_MS, enter);
  }

  return {
    noticed() {
      if (done) return;
      cancelQuiet();
      cancelQuiet = clock.after(asksForBrackets() ? SETTLED_MS : QUIET_MS, go);
    },
    cancel() {
      done = true;
      cancelQuiet();
      cancelLatest();
    },
  };
}
