import { setImmediate } from "node:timers/promises";
import type { Terminal } from "@xterm/headless";
import { openHeadless } from "./headless.ts";
import { Ledger } from "./ledger/ledger.ts";
import { listen, listenToSwitches } from "./listen.ts";
import { answerQueries } from "./replies.ts";
import { EmulatorScreen, HOLE } from "./screen.ts";
import { openSeams, type Seams } from "./seams.ts";
import { Snapshots } from "./snapshot.ts";
import { cleanText } from "./text/sanitise.ts";
import { type Recollection, writeTranscript } from "./transcript.ts";
import type { Emulator, EmulatorOptions, SnapshotOptions, Transcript, TranscriptOptions } from "./types.ts";

/** So much is parsed without a pause: some milliseconds. */
const SLICE = 65_536;
/** How a screen that can't be heard is sampled: after so many lines, and so many characters. */
const SAMPLE_CHARACTERS = 2048;

export interface Origin {
  source: "ledger" | "replay";
  /** The first bytes are not the stream's first: cells may hold what nobody knows. */
  startsMidStream: boolean;
  /** The emulator's inside can't be relied on. */
  withoutSeams: boolean;
}

export function openEmulator(options: EmulatorOptions, origin: Origin): Emulator {
  return new HeadlessEmulator(options, origin);
}

class HeadlessEmulator implements Emulator {
  readonly #terminal: Terminal;
  readonly #seams: Seams | null;
  readonly #screen: EmulatorScreen;
  readonly #ledger: Ledger;
  readonly #snapshots: Snapshots;
  readonly #origin: Origin;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #title = "";

  constructor({ cols, rows, scrollback, onReply, onTitle }: EmulatorOptions, origin: Origin) {
    this.#origin = origin;
    this.#terminal = openHeadless(cols, rows, scrollback);
    this.#seams = origin.withoutSeams ? null : openSeams(this.#terminal);
    this.#screen = new EmulatorScreen(this.#terminal, this.#seams, origin.startsMidStream);
    this.#ledger = new Ledger(this.#screen);
    this.#snapshots = new Snapshots(this.#terminal, this.#seams);
    // The last handler to be registered hears first.
    if (this.#seams) mendErasing(this.#terminal, this.#seams);
    if (onReply) answerQueries(this.#terminal, onReply);
    if (this.#seams) listen(this.#terminal, this.#seams, this.#ledger, this.#screen);
    else listenToSwitches(this.#terminal, this.#ledger);
    this.#terminal.onTitleChange((title) => {
      this.#title = cleanText(title);
      onTitle?.(this.#title);
    });
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get title(): string {
    return this.#title;
  }

  get altScreen(): boolean {
    return this.#terminal.buffer.active.type === "alternate";
  }

  get bracketedPaste(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  get focusReports(): boolean {
    return this.#terminal.modes.sendFocusMode;
  }

  get synchronising(): boolean {
    return this.#terminal.modes.synchronizedOutputMode;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#seams && this.#waiting === 0 && bytes.length <= SLICE) {
      this.#parse(bytes);
      return this.#writing;
    }
    this.#waiting += 1;
    this.#writing = this.#writing
      .then(() => this.#writeSlices(bytes))
      .finally(() => {
        this.#waiting -= 1;
      });
    return this.#writing;
  }

  resize(cols: number, rows: number): void {
    if (cols === this.cols && rows === this.rows) return;
    this.#ledger.beforeResize();
    this.#terminal.resize(cols, rows);
    this.#seams?.resized();
    this.#ledger.afterResize();
  }

  snapshot(options?: SnapshotOptions): string {
    return this.#snapshots.take(options);
  }

  screenText(): string {
    const { active } = this.#terminal.buffer;
    const texts = Array.from({ length: this.rows }, (_, row) => {
      const text = active.getLine(active.baseY + row)?.translateToString(true) ?? "";
      return text.replaceAll(HOLE, " ").trimEnd();
    });
    return texts.join("\n").trimEnd();
  }

  transcript(options: TranscriptOptions = {}): Transcript {
    return writeTranscript(this.#recollect(), options);
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  #recollect(): Recollection {
    const { source, startsMidStream } = this.#origin;
    const { rows, droppedRows } = this.#ledger.shown();
    const partial = this.#seams === null || this.#screen.sawHoles || (startsMidStream && source === "ledger");
    const quality = partial ? "partial" : "exact";
    return { rows, droppedRows, cols: this.cols, source, startsMidStream, quality, screenText: this.screenText() };
  }

  async #writeSlices(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE) {
      if (at > 0) await setImmediate();
      const slice = bytes.subarray(at, at + SLICE);
      if (this.#seams) this.#parse(slice);
      else await this.#parseSampled(slice);
    }
  }

  #parse(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    if (text !== "") this.#seams?.parse(text);
  }

  async #parseSampled(bytes: Uint8Array): Promise<void> {
    const text = this.#decoder.decode(bytes, { stream: true });
    let from = 0;
    while (from < text.length) {
      const to = sampleEnd(text, from, Math.max(1, this.rows >> 1));
      await new Promise<void>((done) => this.#terminal.write(text.slice(from, to), done));
      this.#ledger.sample();
      from = to;
    }
  }
}

/** `CSI 1 J` in the last cell of the screen reaches for a row that isn't there, and throws. It erases all of it. */
function mendErasing(terminal: Terminal, seams: Seams): void {
  for (const prefix of ["", "?"]) {
    terminal.parser.registerCsiHandler({ prefix, final: "J" }, ([what]) => {
      const { cursorX, cursorY } = terminal.buffer.active;
      if (what !== 1 || cursorX < terminal.cols - 1 || cursorY < terminal.rows - 1) return false;
      seams.eraseScreen(prefix === "?");
      return true;
    });
  }
}

function sampleEnd(text: string, from: number, lines: number): number {
  const most = Math.min(text.length, from + SAMPLE_CHARACTERS);
  let left = lines;
  for (let at = from; at < most; at += 1) {
    if (text.charCodeAt(at) === 10 && --left === 0) return at + 1;
  }
  return most;
}
