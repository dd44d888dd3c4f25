import type { Terminal } from "@thothii/backend/api/terminals";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { copyText } from "../../lib/clipboard.ts";
import { useTexts } from "../../lib/i18n.ts";
import { useTheme } from "../../lib/theme.ts";
import { useMedia } from "../../lib/use-media.ts";
import { tabId } from "../../ui/tab-button.tsx";
import { useToast } from "../../ui/toast.tsx";
import { FindBar } from "./find-bar.tsx";
import type { PaneActions } from "./pane-actions.ts";
import { PaneHeader } from "./pane-header.tsx";
import { paneKey } from "./pane-keys.ts";
import { Ended, PaneNotice } from "./pane-notices.tsx";
import { useScreenReaderMode } from "./screen-reader-mode.ts";
import { terminalKey, thisPlatform } from "./terminal-keys.ts";
import "./terminal-pane.css";
import { useAttachedScreen } from "./use-attached-screen.ts";
import { useTerminalName } from "./use-terminals.ts";

type TerminalPaneProps = PaneActions & {
  terminal: Terminal;
  /** False where another tab has its place: it stays as it is, and takes no key. */
  isShown: boolean;
  /** The only pane. */
  isAlone: boolean;
  /** Of several, the one that is used. */
  isActive: boolean;
  /** What moves its work elsewhere. */
  moves: ReactNode;
};

/** One terminal: its state and what can be done with it, and the screen, which takes every key but a few. */
export function TerminalPane({ terminal, isShown, isAlone, isActive, moves, ...actions }: TerminalPaneProps) {
  const { t } = useTexts();
  const toast = useToast();
  const helpId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [finding, setFinding] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [screenReader, setScreenReader] = useScreenReaderMode();
  const title = useTerminalName(terminal);

  async function copySelection() {
    const text = attached.screen?.selection();
    if (!text) return;
    await copyText(text).then(
      () => attached.screen?.clearSelection(),
      () => toast.show({ kind: "failed", text: t("terminals.copyFailed") }),
    );
  }

  function onKey(event: KeyboardEvent): boolean {
    const forPanes = paneKey(event);
    if (forPanes && actions.onPaneKey(forPanes)) {
      event.preventDefault();
      return true;
    }
    const hasSelection = Boolean(attached.screen?.selection());
    switch (terminalKey(event, thisPlatform(), hasSelection)) {
      case "program":
        return false;
      case "paste":
        return true; // and the browser's own paste comes of it
      case "leave":
        document.getElementById(tabId(terminal.id))?.focus();
        break;
      case "find":
        setFinding(true);
        break;
      case "copy":
        void copySelection();
        break;
    }
    event.preventDefault();
    return true;
  }

  const attached = useAttachedScreen(terminal.id, place, {
    label: t("terminals.field", { title }),
    describedBy: helpId,
    screenReader,
    onKey,
    onLink: setLink,
    onPasteTooLong: () => toast.show({ kind: "failed", text: t("terminals.pasteTooLong") }),
    // One for as long as it lasts, however many keys are pressed.
    onUnread: () => toast.show({ id: `unread-${terminal.id}`, kind: "failed", text: t("terminals.unread", { title }) }),
  });
  const { screen, status } = attached;
  const ways = { onAgain: actions.onAgain, onContinue: actions.onContinue, onClose: actions.onClose };
  useRecolouring(screen?.recolour);
  useEffect(() => screen?.setScreenReader(screenReader), [screen, screenReader]);
  const isRunning = terminal.state === "running";
  useEffect(() => screen?.setEnded(!isRunning), [screen, isRunning]);
  // Who has just chosen this terminal, or comes back to the page where it was used, means to type in it, unless the
  // focus has gone elsewhere meanwhile, or nothing reads what is typed.
  const takesFocus = useRef(isRunning && isActive);
  useEffect(() => {
    const active = document.activeElement;
    if (!screen || !takesFocus.current) return;
    if (active === document.body || active?.id === tabId(terminal.id) || active?.contains(place.current))
      screen.focus();
  }, [screen, terminal.id]);
  useEffect(() => {
    if (!isShown) screen?.blur();
  }, [screen, isShown]);

  return (
    <div className="@container flex h-full min-h-0 flex-col bg-ground">
      <PaneHeader
        terminal={terminal}
        isAlone={isAlone}
        moves={moves}
        finding={finding}
        onFind={() => setFinding(true)}
        screenReader={screenReader}
        onScreenReader={setScreenReader}
        {...actions}
      />
      <p id={helpId} className="sr-only">
        {t("terminals.leaveHint")}
      </p>
      <div className="terminal-frame relative min-h-0 flex-1">
        {/* What is typed here is the program's; the page's own keys hear nothing of it. */}
        <div
          ref={place}
          data-takes-keys=""
          className="terminal-place"
          aria-busy={status.kind === "connecting"}
          inert={status.kind === "lost" || terminal.state === "lost"}
        />
        {finding && screen ? (
          <FindBar
            screen={screen}
            onClose={() => {
              setFinding(false);
              screen.endFind();
              screen.focus();
            }}
          />
        ) : null}
        <PaneNotice attached={attached} terminal={terminal} {...ways} />
        {link ? (
          <p className="pointer-events-none absolute bottom-2 left-2 max-w-[calc(100%-1rem)] truncate rounded-sm border border-line-strong bg-panel px-2 py-0.5 text-ink-2 text-tiny shadow-float">
            {link}
          </p>
        ) : null}
      </div>
      {terminal.state === "exited" ? <Ended terminal={terminal} {...ways} /> : null}
    </div>
  );
}

/** The page's colours change with the theme, the system's, and forced colours. */
function useRecolouring(recolour: (() => void) | undefined): void {
  const theme = useTheme();
  const dark = useMedia("(prefers-color-scheme: dark)");
  const forced = useMedia("(forced-colors: active)");
  // biome-ignore lint/correctness/useExhaustiveDependencies: these three are what the colours come from
  useEffect(() => recolour?.(), [recolour, theme, dark, forced]);
}
