import type { ITheme } from "@xterm/xterm";

/** The sixteen colours of programs, chosen to be read on the page's own grounds. */
const light = {
  black: "#1d1b18",
  red: "#b3362b",
  green: "#2a7347",
  yellow: "#8f5607",
  blue: "#3a5a9b",
  magenta: "#8a3f86",
  cyan: "#1f6f78",
  white: "#57524a",
  brightBlack: "#6d675e",
  brightRed: "#c8493d",
  brightGreen: "#2f8552",
  brightYellow: "#a3650f",
  brightBlue: "#4a6cb3",
  brightMagenta: "#9f5099",
  brightCyan: "#28828c",
  brightWhite: "#1d1b18",
} as const satisfies ITheme;

const dark = {
  black: "#2c2c31",
  red: "#ef8d82",
  green: "#74c690",
  yellow: "#e7b35c",
  blue: "#8fb0f2",
  magenta: "#d3a0dc",
  cyan: "#7cc7cf",
  white: "#d4d4da",
  brightBlack: "#9797a1",
  brightRed: "#f7aba2",
  brightGreen: "#96dcae",
  brightYellow: "#f2cb86",
  brightBlue: "#b1c8f8",
  brightMagenta: "#e3bdea",
  brightCyan: "#a0dee4",
  brightWhite: "#ffffff",
} as const satisfies ITheme;

export type TerminalColours = {
  theme: ITheme;
  minimumContrastRatio: number;
  /** Of what was looked for; the one that is gone to is selected too. */
  found: { ground: string; edge: string };
};

/** The page's colours as they are now, for a terminal in `element`. */
export function terminalColours(element: HTMLElement): TerminalColours {
  const colour = colourReader(element);
  const forced = matchMedia("(forced-colors: active)").matches;
  const grounds = forced
    ? { background: "Canvas", foreground: "CanvasText", cursor: "CanvasText", selection: "Highlight" }
    : { background: "var(--ground)", foreground: "var(--ink)", cursor: "var(--accent)", selection: "var(--accent)" };
  const background = colour(grounds.background);
  const foreground = colour(grounds.foreground);
  return {
    theme: {
      ...(isDark(background) ? dark : light),
      background,
      foreground,
      cursor: colour(grounds.cursor),
      cursorAccent: background,
      selectionBackground: forced
        ? colour(grounds.selection)
        : mixed(colour("var(--accent)"), background, isDark(background) ? 0.36 : 0.24),
      ...(forced ? { selectionForeground: colour("HighlightText") } : {}),
      scrollbarSliderBackground: colour(forced ? "CanvasText" : "var(--line-strong)"),
      scrollbarSliderHoverBackground: colour(forced ? "CanvasText" : "var(--ink-3)"),
      scrollbarSliderActiveBackground: colour(forced ? "CanvasText" : "var(--ink-3)"),
    },
    found: forced
      ? { ground: colour("Mark"), edge: colour("CanvasText") }
      : { ground: colour("var(--wait-soft)"), edge: colour("var(--wait-line)") },
    // Programs think the ground is dark, as the host tells them: their pale text has to be read on paper too.
    minimumContrastRatio: forced ? 7 : 4.5,
  };
}

/** A custom property is computed as it is written; only a colour of an element says what it comes to. */
function colourReader(element: HTMLElement): (css: string) => string {
  return (css) => {
    const probe = document.createElement("span");
    probe.style.color = css;
    probe.style.forcedColorAdjust = "none";
    probe.hidden = true;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return hex(channels(color));
  };
}

type Channels = [red: number, green: number, blue: number];

function channels(css: string): Channels {
  const [red = 0, green = 0, blue = 0] = (css.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

const hex = (parts: Channels) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
const ofHex = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as Channels;

function mixed(over: string, under: string, share: number): string {
  const below = ofHex(under);
  return hex(ofHex(over).map((part, at) => part * share + (below[at] ?? 0) * (1 - share)) as Channels);
}

function isDark(colour: string): boolean {
  const [red, green, blue] = ofHex(colour);
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}
