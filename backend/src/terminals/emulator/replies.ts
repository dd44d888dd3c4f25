// What a terminal says when a program asks. The emulator answers most by itself; the rest is answered here, as xterm does.
// Not answered, as the page's terminal has no such thing: the kitty keyboard, sizes in pixels, the clipboard.
import type { IFunctionIdentifier, Terminal } from "@xterm/headless";

/** Colours as a program is told them, `rgb:RRRR/GGGG/BBBB`; the theme of the page may differ, as there can be many. */
const COLOURS = new Map([
  [10, "rgb:e5e5/e5e5/e5e5"],
  [11, "rgb:1414/1616/1a1a"],
  [12, "rgb:e5e5/e5e5/e5e5"],
]);

const RGB_OF_INDEX = [
  "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5",
  "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
].flatMap((row) => row.split(" "));

/** Of DECDSR: printer, user keys, keyboard, locator. */
const DEVICES = new Map([
  [15, "?13n"],
  [25, "?20n"],
  [26, "?27;1;0;0n"],
  [53, "?50n"],
  [55, "?50n"],
  // The colours are dark.
  [996, "?997;1n"],
]);

const CAPABILITIES = new Map([
  ["TN", "xterm-256color"],
  ["Co", "256"],
  ["colors", "256"],
  ["RGB", "8"],
]);

export function answerQueries(terminal: Terminal, reply: (text: string) => void): void {
  terminal.onData(reply);
  const csi = (id: IFunctionIdentifier, answer: (first: number) => string | null) =>
    terminal.parser.registerCsiHandler(id, ([first]) => {
      const text = answer(typeof first === "number" ? first : 0);
      if (text !== null) reply(text);
      return text !== null;
    });
  csi({ prefix: ">", final: "q" }, (what) => (what === 0 ? "\x1bP>|xterm.js(6.0.0)\x1b\\" : null));
  csi({ prefix: "=", final: "c" }, (what) => (what === 0 ? "\x1bP!|00000000\x1b\\" : null));
  csi({ prefix: "?", final: "n" }, (what) => (DEVICES.has(what) ? `\x1b[${DEVICES.get(what)}` : null));
  // Clusters are always one character (mode 2027): that can't be switched off.
  csi({ prefix: "?", intermediates: "$", final: "p" }, (mode) => (mode === 2027 ? "\x1b[?2027;3$y" : null));
  terminal.parser.registerEscHandler({ final: "Z" }, () => {
    reply("\x1b[?1;2c");
    return true;
  });
  answerColours(terminal, reply);
  terminal.parser.registerDcsHandler({ intermediates: "+", final: "q" }, (data) => {
    for (const name of data.split(";")) reply(capability(name));
    return true;
  });
}

/** `OSC 10 ; ? ; ?` asks for 10 and 11. The answer ends with ST, which every program knows. */
function answerColours(terminal: Terminal, reply: (text: string) => void): void {
  for (const first of COLOURS.keys()) {
    terminal.parser.registerOscHandler(first, (data) => {
      data.split(";").forEach((spec, i) => {
        const colour = COLOURS.get(first + i);
        if (spec === "?" && colour) reply(`\x1b]${first + i};${colour}\x1b\\`);
      });
      return data.includes("?");
    });
  }
  terminal.parser.registerOscHandler(4, (data) => {
    const parts = data.split(";");
    for (let i = 0; i + 1 < parts.length; i += 2) {
      const index = Number(parts[i]);
      if (parts[i + 1] === "?" && index >= 0 && index < 256) reply(`\x1b]4;${index};${indexedColour(index)}\x1b\\`);
    }
    return data.includes("?");
  });
}

function indexedColour(index: number): string {
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step).toString(16).padStart(2, "0");
  const cube = index - 16;
  const grey = (8 + 10 * (index - 232)).toString(16).padStart(2, "0");
  const rgb =
    RGB_OF_INDEX[index] ??
    (index >= 232 ? grey.repeat(3) : level(Math.floor(cube / 36)) + level(Math.floor(cube / 6) % 6) + level(cube % 6));
  return `rgb:${[0, 2, 4].map((at) => rgb.slice(at, at + 2).repeat(2)).join("/")}`;
}

function capability(hexName: string): string {
  const value = CAPABILITIES.get(Buffer.from(hexName, "hex").toString("latin1"));
  if (value === undefined) return `\x1bP0+r${/^[0-9A-Fa-f]*$/.test(hexName) ? hexName : ""}\x1b\\`;
  return `\x1bP1+r${hexName}=${Buffer.from(value, "latin1").toString("hex").toUpperCase()}\x1b\\`;
}
