// The terminal itself: an emulator with a memory of every row it showed. It owns no process, no ring and no socket.
export type {
  Emulator,
  EmulatorOptions,
  RecordedOutput,
  SnapshotOptions,
  Transcript,
  TranscriptOptions,
} from "./types.ts";
// createEmulator(options: EmulatorOptions): Emulator
// replay(recorded: RecordedOutput): Promise<Emulator>  answers nothing; its transcript says `source: "replay"`
