// Tells the ledger what the emulator is about to do. All handlers only listen: they answer false, and the emulator acts.
import type { IFunctionIdentifier, Terminal } from "@xterm/headless";
import type { Ledger } from "./ledger/ledger.ts";
import type { Screen } from "./ledger/stage.ts";
import type { Seams } from "./seams.ts";

type Params = (number | number[])[];

const ALTERNATE = [47, 1047, 1049];
const SYNCHRONISED = 2026;

export function listen(terminal: Terminal, seams: Seams, ledger: Ledger, screen: Screen): void {
  seams.aroundPrint(
    () => ledger.beforePrint(),
    (cells) => ledger.afterPrint(cells),
  );
  seams.aroundScroll(
    () => ledger.beforeScroll(),
    () => ledger.afterScroll(),
  );
  listenToErasing(terminal, ledger, screen);
  listenToMoving(terminal, ledger);
  listenToModes(terminal, ledger);
}

/** For an emulator without seams: what can be heard all the same. The rest is sampled. */
export function listenToSwitches(terminal: Terminal, ledger: Ledger): void {
  onCsi(terminal, { prefix: "?", final: "h" }, (params) => {
    if (!params.some((mode) => ALTERNATE.includes(number(mode)))) return;
    ledger.sample();
    ledger.enterAlternate();
  });
  onCsi(terminal, { prefix: "?", final: "l" }, (params) => {
    if (!params.some((mode) => ALTERNATE.includes(number(mode)))) return;
    ledger.sample();
    ledger.leaveAlternate();
  });
  terminal.buffer.onBufferChange(() => ledger.afterSwitch());
}

function listenToErasing(terminal: Terminal, ledger: Ledger, screen: Screen): void {
  const eraseInDisplay = (params: Params) => {
    const { cursorRow, cursorColumn, rows } = screen;
    const what = number(params[0]);
    if (what === 2 || (what === 0 && cursorRow === 0 && cursorColumn === 0)) ledger.clear();
    else if (what === 0 && cursorColumn === 0) ledger.erase(cursorRow, rows - 1);
    else if (what === 0) {
      ledger.change(cursorRow);
      if (cursorRow + 1 < rows) ledger.erase(cursorRow + 1, rows - 1);
    } else if (what === 1) ledger.erase(0, cursorRow);
  };
  const eraseInLine = (params: Params) => {
    const what = number(params[0]);
    if (what === 2 || (what === 0 && screen.cursorColumn === 0)) ledger.erase(screen.cursorRow, screen.cursorRow);
    else ledger.change(screen.cursorRow);
  };
  for (const prefix of ["", "?"]) {
    onCsi(terminal, { prefix, final: "J" }, eraseInDisplay);
    onCsi(terminal, { prefix, final: "K" }, eraseInLine);
  }
  for (const final of ["X", "P", "@"]) onCsi(terminal, { final }, () => ledger.change(screen.cursorRow));
  const changeRegion = () => ledger.change(screen.regionTop, screen.regionBottom);
  for (const final of ["@", "A"]) onCsi(terminal, { intermediates: " ", final }, changeRegion);
  for (const final of ["}", "~"]) onCsi(terminal, { intermediates: "'", final }, changeRegion);
  onEsc(terminal, { intermediates: "#", final: "8" }, () => ledger.clear());
}

function listenToMoving(terminal: Terminal, ledger: Ledger): void {
  onCsi(terminal, { final: "L" }, (params) => ledger.insertRows(count(params)));
  onCsi(terminal, { final: "M" }, (params) => ledger.deleteRows(count(params)));
  onCsi(terminal, { final: "S" }, (params) => ledger.scrollUp(count(params)));
  // With more parameters it is about tracking the mouse.
  onCsi(terminal, { final: "T" }, (params) => params.length <= 1 && ledger.scrollDown(count(params)));
  onEsc(terminal, { final: "M" }, () => ledger.reverseIndex());
}

function listenToModes(terminal: Terminal, ledger: Ledger): void {
  onCsi(terminal, { prefix: "?", final: "h" }, (params) => {
    for (const mode of params.map(number)) {
      if (mode === SYNCHRONISED) ledger.beginSynchronised();
      else if (ALTERNATE.includes(mode)) ledger.enterAlternate();
    }
  });
  onCsi(terminal, { prefix: "?", final: "l" }, (params) => {
    for (const mode of params.map(number)) {
      if (mode === SYNCHRONISED) ledger.endSynchronised();
      else if (ALTERNATE.includes(mode)) ledger.leaveAlternate();
    }
  });
  terminal.buffer.onBufferChange(() => ledger.afterSwitch());
  onEsc(terminal, { final: "c" }, () => ledger.reset());
}

const number = (param: number | number[] | undefined): number => (typeof param === "number" ? param : 0);
const count = (params: Params): number => Math.max(1, number(params[0]));

function onCsi(terminal: Terminal, id: IFunctionIdentifier, hear: (params: Params) => void): void {
  terminal.parser.registerCsiHandler(id, (params) => {
    hear(params);
    return false;
  });
}

function onEsc(terminal: Terminal, id: IFunctionIdentifier, hear: () => void): void {
  terminal.parser.registerEscHandler(id, () => {
    hear();
    return false;
  });
}
