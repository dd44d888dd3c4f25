import { useQueryClient } from "@tanstack/react-query";
import type { Placement } from "@thothii/backend/api/agents";
import type { Terminal } from "@thothii/backend/api/terminals";
import { useState } from "react";
import type { PaneKey } from "../features/terminals/pane-keys.ts";
import {
  CHAT,
  fittingLayout,
  hasRoomBeside,
  type Layout,
  layoutAddress,
  livingLayout,
  type Pane,
  paneBeside,
  panesOf,
  parseLayout,
  type Room,
  type Side,
  withoutPane,
  withPane,
  withPaneBeside,
} from "../features/terminals/pane-layout.ts";
import { type Opening, useTerminalActions } from "../features/terminals/terminal-actions.ts";
import { neighbourOf } from "../features/terminals/terminal-state.ts";
import { panelId } from "../features/terminals/terminal-tabs.tsx";
import { typeAhead } from "../features/terminals/type-ahead.ts";
import { useTerminals } from "../features/terminals/use-terminals.ts";
import { navigate, parseAddress, useAddress } from "../lib/address.ts";
import { useTexts } from "../lib/i18n.ts";
import { problemText } from "../lib/problem-text.ts";
import { terminalsQuery } from "../lib/queries.ts";
import { TAKES_TEXT } from "../lib/takes-text.ts";
import { tabId } from "../ui/tab-button.tsx";
import { useToast } from "../ui/toast.tsx";
import { focusOnceThere } from "./focus-once-there.ts";
import { useActivePane } from "./use-active-pane.ts";

/** What is typed in a terminal. */
const FIELD = ".xterm-helper-textarea";

/** Where a new terminal is shown: in the place of a pane, or on a side of one. */
type Place = { of: Pane; side?: Side };

/** The panes of the centre, the chat and terminals: which are shown where, by the address, and what changes that. */
export function useCentre(room: Room) {
  const { t } = useTexts();
  const toast = useToast();
  const client = useQueryClient();
  const { term, split } = useAddress();
  const terminals = useTerminals();
  const actions = useTerminalActions();
  const [opening, setOpening] = useState(false);
  // Asked for once more while the question is still fading, it is another question.
  const [closing, setClosing] = useState<{ terminal: Terminal; time: number } | null>(null);
  const { last, now: lastNow, use: setActive } = useActivePane();

  const layout = fittingLayout(livingLayout(parseLayout(term, split), terminals.data), room);
  const active = among(layout, last);

  /** What is so by now: programs take their time to start and to end, and the reader goes on meanwhile. */
  function now() {
    const list = client.getQueryData(terminalsQuery.queryKey);
    const address = parseAddress(location.search);
    const whole = livingLayout(parseLayout(address.term, address.split), list);
    const shown = fittingLayout(whole, room);
    return { list: list ?? [], whole, shown, active: among(shown, lastNow()) };
  }

  function lay(next: Layout, pane: Pane, options?: { replace: boolean }) {
    navigate(layoutAddress(next), options);
    setActive(pane);
  }

  const isRunning = (pane: Pane) => now().list.some(({ id, state }) => id === pane && state === "running");

  /** Ready to be typed into; the pane itself, where nothing reads what is typed. */
  function focusPane(pane: Pane) {
    focusOnceThere(() => fieldOf(pane));
  }

  /** The same for one that is still on its way: what is typed meanwhile is meant for it. */
  function turnTo(pane: Pane) {
    if (isRunning(pane)) typeAhead.begin();
    focusPane(pane);
  }

  function fieldOf(pane: Pane): HTMLElement | null {
    const panel = document.getElementById(panelId(pane));
    const inside = (field: string) => panel?.querySelector<HTMLElement>(field) ?? null;
    if (isRunning(pane)) return inside(FIELD);
    return (pane === CHAT ? inside("textarea") : null) ?? panel;
  }

  /** For a pane that is in sight, after a key: the next key is meant for it, and may come before the next frame. */
  function focusPaneNow(pane: Pane) {
    const field = fieldOf(pane);
    field?.focus();
    if (field === null || document.activeElement !== field) focusPane(pane);
  }

  function failed(text: string, error: unknown) {
    const why = problemText(t, error);
    toast.show({ kind: "failed", text, detail: [why.text, why.detail].filter(Boolean).join(" ") });
  }

  /** In the pane that is used, unless it is shown already. */
  function bring(pane: Pane) {
    const { whole, shown, active } = now();
    if (panesOf(shown).includes(pane)) setActive(pane);
    else lay(withPane(whole, active, pane), pane);
  }

  /** Shows one that is there, as a tab or in a pane of its own, ready to be typed into. */
  function show(id: string, placement: Placement = "tab") {
    const { whole, shown, active } = now();
    if (placement === "split" && !panesOf(shown).includes(id)) {
      const other = panesOf(shown).findLast((pane) => pane !== active);
      if (hasRoomBeside(shown, active, "right", room)) lay(withPaneBeside(whole, active, id, "right"), id);
      else lay(withPane(whole, other ?? active, id), id);
    } else bring(id);
    turnTo(id);
  }

  function select(pane: Pane) {
    bring(pane);
    if (isRunning(pane)) turnTo(pane);
  }

  async function open(what: Opening, place?: Place) {
    setOpening(true);
    // What is typed from now on is meant for the new one, not for the one in which it was asked for.
    const left = document.activeElement?.closest<HTMLElement>(TAKES_TEXT);
    left?.blur();
    typeAhead.begin();
    try {
      const { id } = await actions.open(what);
      const { whole, shown, active } = now();
      const of = place && panesOf(shown).includes(place.of) ? place.of : active;
      const side = place?.side;
      if (side && hasRoomBeside(shown, of, side, room)) lay(withPaneBeside(whole, of, id, side), id);
      else lay(withPane(whole, of, id), id);
      // The one that has ended goes; that it may stay is no failure of the new one.
      if (what.kind === "again") await actions.end(what.terminal.id).catch(() => {});
      focusPane(id);
    } catch (error) {
      typeAhead.take();
      if (document.activeElement === document.body) left?.focus();
      failed(t("terminals.openFailed"), error);
    } finally {
      setOpening(false);
    }
  }

  function splitAt(pane: Pane, side: "right" | "below") {
    if (!hasRoomBeside(now().shown, pane, side, room))
      return toast.show({ id: "no-room", text: t("terminals.noRoom"), detail: t("terminals.noRoomDetail") });
    const terminal = now().list.find(({ id }) => id === pane);
    void open({ kind: "shell", cwd: terminal?.cwd }, { of: pane, side });
  }

  /** Its program goes on: it is a tab like others. */
  function closePane(pane: Pane) {
    const rest = withoutPane(now().whole, pane);
    const [first = CHAT] = panesOf(fittingLayout(rest, room));
    lay(rest, first);
    focusPaneNow(first);
  }

  async function end({ id }: Terminal) {
    const before = now().list;
    await actions.end(id);
    const { term, split } = parseAddress(location.search);
    const whole = parseLayout(term, split);
    if (panesOf(whole).includes(id)) {
      const rest = withoutPane(whole, id);
      const next = rest === whole ? withPane(whole, id, neighbourLeft(id, before)) : rest;
      lay(next, among(next, lastNow()), { replace: true });
    }
    const { active } = now();
    focusOnceThere(() => document.getElementById(tabId(active)));
  }

  /** What takes the place of the only pane: the tab next to it that is still there. */
  function neighbourLeft(id: string, before: readonly Terminal[]): Pane {
    const { list } = now();
    const left = before.filter((one) => one.id === id || list.some((other) => other.id === one.id));
    return neighbourOf(id, left) ?? CHAT;
  }

  /** False where the key means nothing here. */
  function onPaneKey(pane: Pane, key: PaneKey): boolean {
    const { shown } = now();
    if (key.act === "held") return true;
    if (key.act === "split") splitAt(pane, key.side);
    else if (panesOf(shown).length < 2) return false;
    else if (key.act === "close") closePane(pane);
    else {
      const next = paneBeside(shown, pane, key.side);
      if (next === null) return true; // at the edge: no program gets it only there
      setActive(next);
      focusPaneNow(next);
    }
    return true;
  }

  return {
    terminals,
    layout,
    active,
    opening,
    closing,
    hasRoom: (side: Side, of: Pane = active, moved?: Pane) => hasRoomBeside(layout, of, side, room, moved),
    setActive,
    show,
    select,
    open,
    failed,
    splitAt,
    closePane,
    onPaneKey,
    /** Asks first where something still runs. */
    close(terminal: Terminal) {
      if (terminal.state === "running") setClosing((last) => ({ terminal, time: (last?.time ?? 0) + 1 }));
      else end(terminal).catch((error) => failed(t("terminals.closeFailed"), error));
    },
    end,
    keepOpen: () => setClosing(null),
    /** A tab to a side of a pane, or into its place. */
    move(pane: Pane, of: Pane, side: Side | null) {
      const { whole } = now();
      lay(side ? withPaneBeside(whole, of, pane, side) : withPane(whole, of, pane), pane);
      turnTo(pane);
    },
    /** Alone, or from alone to beside the chat. */
    place(id: string) {
      lay(panesOf(layout).length > 1 ? [[id]] : [[CHAT], [id]], id);
      focusPane(id);
    },
    /** What an address has to say for the chat to be shown. */
    withChat(): { term?: string | null; split?: string | null } {
      const { whole, shown, active } = now();
      return panesOf(shown).includes(CHAT) ? {} : layoutAddress(withPane(whole, active, CHAT));
    },
  };
}

function among(layout: Layout, pane: Pane): Pane {
  const shown = panesOf(layout);
  return shown.includes(pane) ? pane : (shown[0] ?? CHAT);
}

export type Centre = ReturnType<typeof useCentre>;
