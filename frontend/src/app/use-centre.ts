import type { Placement } from "@thothii/backend/api/agents";
import type { Terminal } from "@thothii/backend/api/terminals";
import { useState } from "react";
import { type Opening, useTerminalActions } from "../features/terminals/terminal-actions.ts";
import { centreLayout, neighbourOf } from "../features/terminals/terminal-state.ts";
import { besidePanelId, chatTabId, mainPanelId } from "../features/terminals/terminal-tabs.tsx";
import { typeAhead } from "../features/terminals/type-ahead.ts";
import { useTerminals } from "../features/terminals/use-terminals.ts";
import { navigate, parseAddress, useAddress } from "../lib/address.ts";
import { useTexts } from "../lib/i18n.ts";
import { problemText } from "../lib/problem-text.ts";
import { tabId } from "../ui/tab-strip.tsx";
import { useToast } from "../ui/toast.tsx";
import { focusOnceThere } from "./focus-once-there.ts";

/** The terminal's field takes the focus, as soon as it is there. */
const focusTerminal = (panel: string) =>
  focusOnceThere(() => document.querySelector<HTMLElement>(`#${panel} .xterm-helper-textarea`));

/** The terminals in the centre: which are shown, by the address, and what opens and closes them. */
export function useCentre(roomForTwo: boolean) {
  const { t } = useTexts();
  const toast = useToast();
  const { term, split } = useAddress();
  const terminals = useTerminals();
  const actions = useTerminalActions();
  const [opening, setOpening] = useState(false);
  // Asked for once more while the question is still fading, it is another question.
  const [closing, setClosing] = useState<{ terminal: Terminal; time: number } | null>(null);
  const list = terminals.data;
  const layout = centreLayout(term, split, list, roomForTwo);

  function failed(text: string, error: unknown) {
    const why = problemText(t, error);
    toast.show({ kind: "failed", text, detail: [why.text, why.detail].filter(Boolean).join(" ") });
  }

  /** Shows one that is there, in the main place or beside it, ready to be typed into. */
  function show(id: string, placement: Placement = "tab") {
    const beside = placement === "split" && roomForTwo && term !== id;
    navigate(beside ? { split: id } : { term: id, ...(split === id ? { split: null } : {}) });
    focusTerminal(beside ? besidePanelId : mainPanelId);
  }

  function select(id: string | null) {
    if (id !== null && id === layout.beside) return focusTerminal(besidePanelId);
    navigate({ term: id });
    if (id !== null) focusTerminal(mainPanelId);
  }

  /** `instead` of one that has ended: the new one takes its place. */
  async function open(what: Opening, instead?: Terminal) {
    setOpening(true);
    typeAhead.begin();
    try {
      const { id } = await actions.open(what);
      const beside = instead !== undefined && instead.id === layout.beside;
      navigate(beside ? { split: id } : { term: id });
      if (instead) await actions.end(instead.id).catch(() => {}); // it has ended; its tab may stay
      focusTerminal(beside ? besidePanelId : mainPanelId);
    } catch (error) {
      typeAhead.take();
      failed(t("terminals.openFailed"), error);
    } finally {
      setOpening(false);
    }
  }

  async function end({ id }: Terminal) {
    const others = (list ?? []).filter((one) => one.id === id || one.id !== split);
    await actions.end(id);
    // Programs take their time to end, and the reader may be elsewhere by now.
    const now = parseAddress(location.search);
    const next = now.term === id ? neighbourOf(id, others) : now.term;
    navigate({ term: next, ...(now.split === id ? { split: null } : {}) }, { replace: true });
    focusOnceThere(() => document.getElementById(next === null ? chatTabId : tabId(next)));
  }

  return {
    terminals,
    layout,
    opening,
    closing,
    show,
    select,
    open,
    failed,
    /** Asks first where something still runs. */
    close(terminal: Terminal) {
      if (terminal.state === "running") setClosing((last) => ({ terminal, time: (last?.time ?? 0) + 1 }));
      else end(terminal).catch((error) => failed(t("terminals.closeFailed"), error));
    },
    end,
    keepOpen: () => setClosing(null),
    /** From the main place to beside it, or back. */
    place(id: string) {
      navigate(id === layout.beside ? { term: id, split: null } : { term: null, split: id });
      focusTerminal(id === layout.beside ? mainPanelId : besidePanelId);
    },
  };
}

export type Centre = ReturnType<typeof useCentre>;
