// The terminal itself: an emulator with a memory of every row it showed. It owns no process, no ring and no socket.
import { openEmulator } from "./emulator.ts";
import { seamsHold } from "./self-test.ts";
import type { Emulator, EmulatorOptions } from "./types.ts";

export { replay } from "./replay.ts";
export type {
  Emulator,
  EmulatorOptions,
  RecordedOutput,
  Transcript,
  TranscriptOptions,
} from "./types.ts";

/** Its transcript is `partial` where the emulator's inside is not the one it knows, or where the beginning is missing. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const origin = { source: "ledger", startsMidStream: options.startsMidStream ?? false } as const;
  return openEmulator(options, { ...origin, withoutSeams: !seamsHold() });
}
