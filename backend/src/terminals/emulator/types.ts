import type { TerminalTranscript } from "../../../api/terminals.ts";

export interface EmulatorOptions {
  cols: number;
  rows: number;
  /**
   * Takes what the terminal answers to a program's queries (DA, DSR, OSC 10 to 12, DECRQM, XTVERSION, …), to be written to
   * the program's input. Called while `write` runs. Left out for a replay, whose program is gone: nothing is answered.
   */
  onReply?: (text: string) => void;
  /** The program named the window anew (OSC 0 and 2). */
  onTitle?: (title: string) => void;
  /** Rows above the screen that a snapshot brings back; 1,000 by default. */
  scrollback?: number;
  /** True when the first bytes are not the stream's first: the transcript says so. */
  startsMidStream?: boolean;
}

export interface SnapshotOptions {
  /** The program has ended: what it switched on for itself (mouse, paste brackets, keys, hidden cursor) is left off. */
  ended?: boolean;
  /** Rows above the screen to bring back, at most those kept; all of them by default. */
  scrollback?: number;
}

export interface TranscriptOptions {
  /** UTF-16 units at most; no limit when left out. */
  chars?: number;
  /** UTF-8 bytes at most; no limit when left out. */
  bytes?: number;
  /** Secrets are taken out unless this is false. */
  redact?: boolean;
}

/** What was shown, oldest first, as text; the fields are those of `GET /terminals/:id/transcript`. */
export type Transcript = Omit<TerminalTranscript, "agent" | "agentSessionId">;

/**
 * A terminal without a window, fed with everything its program writes, from the first byte on. After `write` resolves,
 * everything else sees those bytes; `resize` belongs between two writes, where the size changed.
 */
export interface Emulator {
  readonly cols: number;
  readonly rows: number;
  /** The window's title as the program last set it; empty when it never did. */
  readonly title: string;
  /** The program draws on the alternate screen, as pagers and editors do. */
  readonly altScreen: boolean;
  /** The program asked for pasted text in brackets (mode 2004). */
  readonly bracketedPaste: boolean;
  /** The program asked to hear of focus (mode 1004). */
  readonly focusReports: boolean;
  /** The program is in the middle of a frame (mode 2026): a snapshot now may be torn. */
  readonly synchronising: boolean;
  write(bytes: Uint8Array): Promise<void>;
  resize(cols: number, rows: number): void;
  /** Escape sequences that give a terminal of the same size this screen, its scrollback, cursor and modes, whatever it had before. */
  snapshot(options?: SnapshotOptions): string;
  /** The screen as text, rows without trailing blanks, no blank rows at the end. */
  screenText(): string;
  transcript(options?: TranscriptOptions): Transcript;
  dispose(): void;
}

/** The kept end of a terminal's output. Offsets count bytes of the whole stream. */
export interface RecordedOutput {
  bytes: Uint8Array;
  /** The offset of the first of `bytes`; 0 when nothing was dropped. */
  start: number;
  /** The size at offset 0. */
  cols: number;
  rows: number;
  /** In order; those before `start` count too. */
  resizes: readonly { offset: number; cols: number; rows: number }[];
}
