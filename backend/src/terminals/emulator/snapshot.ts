import serialize from "@xterm/addon-serialize";
import type { Terminal } from "@xterm/headless";
import { HOLE } from "./screen.ts";
import type { Seams } from "./seams.ts";
import type { SnapshotOptions } from "./types.ts";

/** Modes of which the emulator doesn't tell; the first value is that after a reset. */
const MODES = new Map([
  [25, true],
  [1006, false],
  [1016, false],
]);

/** The serialised text means "stay" by these, but a move by nothing is a move by one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is an escape sequence.
const NO_MOVE = /\x1b\[0[CD]/g;

const ENTER_ALTERNATE = "\x1b[?1049h";

const moveTo = ({ row, column }: { row: number; column: number }) => `\x1b[${row + 1};${column + 1}H`;

/** Writes an emulator down as escape sequences. */
export class Snapshots {
  readonly #terminal: Terminal;
  readonly #seams: Seams | null;
  readonly #serialize = new serialize.SerializeAddon();
  readonly #modes = new Map(MODES);
  /** G0 and G1, by the character that introduces them. */
  readonly #charsets = new Map<string, string>();
  #cursorStyle = 0;

  constructor(terminal: Terminal, seams: Seams | null) {
    this.#terminal = terminal;
    this.#seams = seams;
    terminal.loadAddon(this.#serialize);
    this.#listen();
  }

  take({ ended = false, scrollback }: SnapshotOptions = {}): string {
    // A reset first: the terminal that takes this may have kept modes of before.
    const content = this.#serialize.serialize({
      ...(scrollback === undefined ? {} : { scrollback }),
      excludeModes: ended,
    });
    const drawn = content.replaceAll(NO_MOVE, "").replaceAll(HOLE, " ").replace(ENTER_ALTERNATE, this.#normalState());
    return `\x1bc${drawn}${ended ? "" : this.#state()}`;
  }

  /** What the program will find when it leaves the alternate screen; entering that saves the cursor of the normal one. */
  #normalState(): string {
    const { region, savedCursor } = this.#seams?.normal ?? {};
    // The serialised alternate screen begins with no attributes, and the normal one ends with those in force.
    return `\x1b[0m${this.#region(region)}${savedCursor ? moveTo(savedCursor) : ""}${ENTER_ALTERNATE}`;
  }

  /** Setting it moves the cursor, also when it is the whole screen. */
  #region(region: { top: number; bottom: number } | undefined): string {
    if (!region || (region.top === 0 && region.bottom === this.#terminal.rows - 1)) return "";
    return `\x1b[${region.top + 1};${region.bottom + 1}r`;
  }

  /** What the serialised text leaves out. Setting the region moves the cursor, so it comes before it. */
  #state(): string {
    const { region } = this.#seams ?? {};
    const { originMode } = this.#terminal.modes;
    return [
      // Rows count from the region's top in this mode, which is therefore the last to be taken up again.
      originMode ? "\x1b[?6l" : "",
      this.#savedCursor(),
      this.#region(region),
      originMode ? "\x1b[?6h" : "",
      this.#cursor(region?.top ?? 0),
      ...[...this.#charsets].map(([slot, set]) => `\x1b${slot}${set}`),
      ...[...this.#modes]
        .filter(([mode, on]) => MODES.get(mode) !== on)
        .map(([mode, on]) => `\x1b[?${mode}${on ? "h" : "l"}`),
      this.#cursorStyle === 0 ? "" : `\x1b[${this.#cursorStyle} q`,
    ].join("");
  }

  /** In full: the serialised text counts back from where a full last row ends, and is then off by one. */
  #cursor(top: number): string {
    const { cols, modes, buffer } = this.#terminal;
    const { active } = buffer;
    const row = active.cursorY + 1 - (modes.originMode ? top : 0);
    if (active.cursorX < cols) return `\x1b[${row};${active.cursorX + 1}H`;
    // A full row holds the cursor back until more is printed; only printing its last character does that.
    const line = active.getLine(active.baseY + active.cursorY);
    const last = line?.getCell(cols - 1);
    const wide = last?.getWidth() === 0;
    const text = (wide ? line?.getCell(cols - 2) : last)?.getChars() || " ";
    return `\x1b[${row};${wide ? cols - 1 : cols}H${text}`;
  }

  #savedCursor(): string {
    const { savedCursor } = this.#seams ?? {};
    return savedCursor && (savedCursor.row > 0 || savedCursor.column > 0) ? `${moveTo(savedCursor)}\x1b7` : "";
  }

  #listen(): void {
    const { parser } = this.#terminal;
    const set = (on: boolean) => (params: (number | number[])[]) => {
      for (const mode of params) if (typeof mode === "number" && MODES.has(mode)) this.#modes.set(mode, on);
      return false;
    };
    parser.registerCsiHandler({ prefix: "?", final: "h" }, set(true));
    parser.registerCsiHandler({ prefix: "?", final: "l" }, set(false));
    parser.registerCsiHandler({ intermediates: " ", final: "q" }, ([style]) => {
      this.#cursorStyle = typeof style === "number" && style <= 6 ? style : 0;
      return false;
    });
    for (const intermediates of ["(", ")"]) {
      for (const final of ["0", "A", "B"]) {
        parser.registerEscHandler({ intermediates, final }, () => {
          if (final === "B") this.#charsets.delete(intermediates);
          else this.#charsets.set(intermediates, final);
          return false;
        });
      }
    }
    const reset = () => {
      for (const [mode, on] of MODES) this.#modes.set(mode, on);
      this.#charsets.clear();
      this.#cursorStyle = 0;
      return false;
    };
    parser.registerEscHandler({ final: "c" }, reset);
    parser.registerCsiHandler({ intermediates: "!", final: "p" }, () => {
      this.#modes.set(25, true);
      this.#charsets.clear();
      return false;
    });
  }
}
