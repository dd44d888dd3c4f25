import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { WebglAddon } from "@xterm/addon-webgl";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import type { AttachScreen, Size } from "./attach-connection.ts";
import { hasGraphicsCard } from "./graphics-card.ts";
import { silenceReplies } from "./silence-replies.ts";
import { terminalColours } from "./terminal-theme.ts";
import { webLink } from "./web-link.ts";

const FONT = '"JetBrains Mono Variable", ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace';
const FONT_SIZE = 13;
/** In px; of less nothing sensible is measured. */
const LEAST_WIDTH = 40;
/** What a program may take to get its new size. */
const SETTLE_MS = 600;
const HIDE_CURSOR = "\x1b[?25l";

export interface ScreenOptions {
  /** Fills it; what is around the terminal in it is the frame of another page's size. */
  element: HTMLElement;
  /** The name of its field for assistive technology, and the id of what describes it. */
  label: string;
  describedBy: string;
  screenReader: boolean;
  onInput: (data: string) => void;
  onInputBytes: (bytes: Uint8Array) => void;
  onPaste: (text: string) => void;
  onRoom: (room: Size) => void;
  onFocus: (has: boolean) => void;
  /** True where the page takes the key, and the program doesn't get it. */
  onKey: (event: KeyboardEvent) => boolean;
  /** The address that the pointer is over. */
  onLink: (address: string | null) => void;
}

export type Found = { index: number; count: number };

/** A terminal on the page: what is written to it is drawn, and never more than drawn. */
export interface TerminalScreen extends AttachScreen {
  focus(): void;
  blur(): void;
  /** Nothing reads what is typed: there is no cursor. */
  setEnded(ended: boolean): void;
  /** The page's colours have changed. */
  recolour(): void;
  setScreenReader(on: boolean): void;
  selection(): string;
  clearSelection(): void;
  find(text: string, where: "next" | "previous" | "here"): void;
  /** Returns what ends it. */
  onFound(listener: (found: Found) => void): () => void;
  endFind(): void;
  dispose(): void;
}

/** Resolves once its font is there, for the font gives the size of a cell. */
export async function openTerminalScreen(options: ScreenOptions, signal: AbortSignal): Promise<TerminalScreen | null> {
  await document.fonts?.load(`${FONT_SIZE}px ${FONT}`).catch(() => {});
  return signal.aborted ? null : createTerminalScreen(options);
}

function createTerminalScreen(options: ScreenOptions): TerminalScreen {
  const { element } = options;
  const links = {
    activate: (_event: MouseEvent, address: string) => openLink(address),
    hover: (_event: MouseEvent, address: string) => options.onLink(webLink(address)),
    leave: () => options.onLink(null),
  };
  const { theme, minimumContrastRatio } = terminalColours(element);
  const terminal = new Terminal({
    theme,
    minimumContrastRatio,
    allowProposedApi: true,
    cursorBlink: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    fontFamily: FONT,
    fontSize: FONT_SIZE,
    // Text leaves a gap between lines where frames are drawn; a card closes it.
    lineHeight: hasGraphicsCard() ? 1.25 : 1,
    linkHandler: links,
    logLevel: "off",
    macOptionIsMeta: true,
    screenReaderMode: options.screenReader,
    scrollback: 5_000,
    smoothScrollDuration: 0,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  for (const addon of [fit, search, new UnicodeGraphemesAddon(), new WebLinksAddon(links.activate, links)])
    terminal.loadAddon(addon);
  silenceReplies(terminal);
  terminal.open(element);
  drawFast(terminal);

  terminal.onData(options.onInput);
  terminal.onBinary((data) => options.onInputBytes(Uint8Array.from(data, (char) => char.charCodeAt(0))));
  terminal.attachCustomKeyEventHandler((event) => event.type !== "keydown" || !options.onKey(event));
  const field = terminal.textarea;
  field?.setAttribute("aria-label", options.label);
  field?.setAttribute("aria-describedby", options.describedBy);
  const focused = () => options.onFocus(true);
  const blurred = () => options.onFocus(false);
  field?.addEventListener("focus", focused);
  field?.addEventListener("blur", blurred);

  function paste(event: ClipboardEvent) {
    // Brackets are the host's to add: only it knows for sure whether the program asked for them.
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData?.getData("text/plain");
    if (text) options.onPaste(text);
  }
  element.addEventListener("paste", paste, { capture: true });
  // The page's own keys, such as the toasts' F6, are not asked for in here.
  const keep = (event: KeyboardEvent) => event.stopPropagation();
  element.addEventListener("keydown", keep);

  let room: Size | null = null;
  let isOwn = true;
  let isEnded = false;
  let settling = 0;

  function measure() {
    const now = fit.proposeDimensions();
    // Of an element that is not shown nothing can be measured.
    if (!now || element.clientWidth < LEAST_WIDTH) return;
    room = now;
    options.onRoom(room);
    // A program that runs takes the new size; one that has ended keeps the one it had.
    window.clearTimeout(settling);
    settling = window.setTimeout(frameWhereOther, SETTLE_MS);
  }

  function frameWhereOther() {
    const fits = room === null || (terminal.cols === room.cols && terminal.rows === room.rows);
    const isFramed = !isOwn || !fits;
    element.toggleAttribute("data-framed", isFramed);
    // What a program said last is what is looked for once it has ended; it may be below the fold.
    if (isFramed && isEnded) element.scrollTop = cursorBottom() - element.clientHeight;
  }

  function cursorBottom(): number {
    const drawn = element.querySelector<HTMLElement>(".xterm-screen");
    if (!drawn) return 0;
    const row = drawn.offsetHeight / terminal.rows;
    const below = element.scrollHeight - drawn.offsetHeight;
    return (terminal.buffer.active.cursorY + 1) * row + below;
  }
  let frame = 0;
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  });
  sizes.observe(element);

  /** After all that was written before. */
  const inOrder = (act: () => void) => terminal.write("", act);

  /** What is left of a program's last words may show it again, and so does a snapshot. */
  const hideCursorOfEnded = () => isEnded && terminal.write(HIDE_CURSOR);

  return {
    snapshot: ({ cols, rows }) => inOrder(() => terminal.resize(cols, rows)),
    write(bytes, shown) {
      terminal.write(bytes, shown);
      hideCursorOfEnded();
    },
    size({ cols, rows }, own) {
      inOrder(() => {
        terminal.resize(cols, rows);
        isOwn = own;
        if (!own || (room?.cols === cols && room.rows === rows)) frameWhereOther();
      });
    },
    focus: () => terminal.focus(),
    blur: () => terminal.blur(),
    setEnded(ended) {
      isEnded = ended;
      terminal.options.disableStdin = ended;
      terminal.options.cursorInactiveStyle = ended ? "none" : "outline";
      hideCursorOfEnded();
    },
    recolour() {
      const { theme, minimumContrastRatio } = terminalColours(element);
      terminal.options.theme = theme;
      terminal.options.minimumContrastRatio = minimumContrastRatio;
    },
    setScreenReader(on) {
      terminal.options.screenReaderMode = on;
    },
    selection: () => terminal.getSelection(),
    clearSelection: () => terminal.clearSelection(),
    find(text, where) {
      const looks = { decorations: marks(element), incremental: where === "here" };
      if (where === "previous") search.findPrevious(text, looks);
      else search.findNext(text, looks);
    },
    onFound(listener) {
      const heard = search.onDidChangeResults(({ resultIndex, resultCount }) =>
        listener({ index: resultIndex, count: resultCount }),
      );
      return () => heard.dispose();
    },
    endFind() {
      search.clearDecorations();
      terminal.clearSelection();
    },
    dispose() {
      sizes.disconnect();
      window.clearTimeout(settling);
      cancelAnimationFrame(frame);
      element.removeEventListener("paste", paste, { capture: true });
      element.removeEventListener("keydown", keep);
      terminal.dispose();
    },
  };
}

/** By the graphics card where there is one; without, or once it is taken away, as text. */
function drawFast(terminal: Terminal): void {
  if (!hasGraphicsCard()) return;
  try {
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    terminal.loadAddon(webgl);
  } catch {
    // The other way is slower, and shows the same.
  }
}

function openLink(address: string): void {
  const safe = webLink(address);
  if (safe) window.open(safe, "_blank", "noopener,noreferrer");
}

function marks(element: HTMLElement) {
  const { found } = terminalColours(element);
  return {
    matchBackground: found.ground,
    matchOverviewRuler: found.edge,
    activeMatchBackground: found.ground,
    activeMatchBorder: found.edge,
    activeMatchColorOverviewRuler: found.edge,
  };
}
