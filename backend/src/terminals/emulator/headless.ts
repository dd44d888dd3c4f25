import graphemes from "@xterm/addon-unicode-graphemes";
import headless, { type Terminal } from "@xterm/headless";

const SCROLLBACK = 1000;

/** An emulator with the width table of the page: a cluster is one character, also where Unicode puts many together. */
export function openHeadless(cols: number, rows: number, scrollback: number = SCROLLBACK): Terminal {
  const terminal = new headless.Terminal({
    cols,
    rows,
    scrollback,
    allowProposedApi: true,
    logLevel: "off",
    windowOptions: { getWinSizeChars: true },
  });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  return terminal;
}
