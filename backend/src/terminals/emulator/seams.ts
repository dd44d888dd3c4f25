// The one place that knows the emulator's inside. Its public interface tells of control sequences, but not of printing and
// scrolling, and it parses later than it is written to; the version is pinned, and what is relied on is checked.
import type { Terminal } from "@xterm/headless";

interface Buffer {
  scrollTop: number;
  scrollBottom: number;
  savedX: number;
  /** Counted from the first line that is kept, as `ybase` is: that of the screen's first row. */
  savedY: number;
  ybase: number;
}

interface InputHandler {
  parse(text: string): unknown;
  print(data: Uint32Array, start: number, end: number): void;
  eraseInDisplay(params: { params: number[]; length: number }, respectProtect: boolean): void;
}

interface BufferService {
  buffer: Buffer;
  buffers: { normal: Buffer; alt: Buffer };
  scroll(attributes: unknown, wrapped?: boolean): void;
}

interface Modes {
  decPrivateModes: { wraparound: boolean };
}

export interface Seams {
  /** Parses at once. */
  parse(text: string): void;
  readonly region: { top: number; bottom: number };
  /** In rows of the screen. */
  readonly savedCursor: { row: number; column: number };
  /** Of the normal screen, also while the alternate one is shown. */
  readonly normal: { region: { top: number; bottom: number }; savedCursor: { row: number; column: number } };
  /** As `CSI 2 J`, or with `?` what isn't protected. */
  eraseScreen(respectProtect: boolean): void;
  aroundPrint(before: () => void, after: (cells: number) => void): void;
  aroundScroll(before: () => void, after: () => void): void;
  /** The size is another; the cursor may stand in the middle of a character that is joined of several. */
  resized(): void;
}

/** The emulator's inside; null when it isn't what it was. */
export function openSeams(terminal: Terminal): Seams | null {
  const core: unknown = Reflect.get(terminal, "_core");
  const input = part<InputHandler>(core, "_inputHandler", ["parse", "print", "eraseInDisplay"]);
  const buffers = part<BufferService>(core, "_bufferService", ["scroll"]);
  const modes = part<Modes>(core, "coreService", []);
  if (
    !input ||
    !buffers ||
    typeof modes?.decPrivateModes?.wraparound !== "boolean" ||
    !Number.isInteger(buffers.buffer?.scrollTop) ||
    !Number.isInteger(buffers.buffers?.normal?.scrollTop)
  )
    return null;
  let isResized = false;
  return {
    resized() {
      isResized = true;
    },
    parse: (text) => void input.parse(text),
    eraseScreen: (respectProtect) => input.eraseInDisplay({ params: [2], length: 1 }, respectProtect),
    get region() {
      return regionOf(buffers.buffer);
    },
    get savedCursor() {
      return savedCursorOf(buffers.buffer);
    },
    get normal() {
      const { normal } = buffers.buffers;
      return { region: regionOf(normal), savedCursor: savedCursorOf(normal) };
    },
    aroundPrint(before, after) {
      const print = input.print.bind(input);
      input.print = (data, start, end) => {
        before();
        if (modes.decPrivateModes.wraparound && !isResized) print(data, start, end);
        // Without wrapping, what a wide character does in the last column depends on where a run ends: with a chunk. So
        // does the rest of a joined character whose beginning was printed in another size.
        else for (let at = start; at < end; at += 1) print(data, at, at + 1);
        isResized = false;
        after(end - start);
      };
    },
    aroundScroll(before, after) {
      const scroll = buffers.scroll.bind(buffers);
      buffers.scroll = (attributes, wrapped) => {
        before();
        scroll(attributes, wrapped);
        after();
      };
    },
  };
}

const regionOf = ({ scrollTop, scrollBottom }: Buffer) => ({ top: scrollTop, bottom: scrollBottom });
const savedCursorOf = ({ savedX, savedY, ybase }: Buffer) => ({ row: Math.max(0, savedY - ybase), column: savedX });

function part<T>(core: unknown, name: string, functions: string[]): T | null {
  const found: unknown = typeof core === "object" && core ? Reflect.get(core, name) : null;
  if (typeof found !== "object" || !found) return null;
  return functions.every((key) => typeof Reflect.get(found, key) === "function") ? (found as T) : null;
}
