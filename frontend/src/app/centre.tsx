import type { Terminal } from "@thothii/backend/api/terminals";
import { Activity, type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { CloseTerminalDialog } from "../features/terminals/close-terminal-dialog.tsx";
import { NewTerminalMenu } from "../features/terminals/new-terminal-menu.tsx";
import { paneKey } from "../features/terminals/pane-keys.ts";
import { CHAT, type Pane, panesOf, type Side } from "../features/terminals/pane-layout.ts";
import { TerminalTabs } from "../features/terminals/terminal-tabs.tsx";
import { TAKES_TEXT } from "../lib/takes-text.ts";
import { PaneArea } from "./pane-area.tsx";
import { PaneOfNone } from "./pane-of-none.tsx";
import { RegionBoundary } from "./region-boundary.tsx";
import type { Centre as State } from "./use-centre.ts";
import { useKeptPanes } from "./use-kept-panes.ts";

const TerminalPane = lazy(() =>
  import("../features/terminals/terminal-pane.tsx").then((m) => ({ default: m.TerminalPane })),
);

type CentreProps = {
  centre: State;
  /** What the chat's place shows when no terminal does, and its name. */
  chat: ReactNode;
  chatLabel: string;
  moves: (terminal: Terminal) => ReactNode;
  /** Hands a terminal's work to another agent; undefined where nothing is left of it. */
  onContinue: (terminal: Terminal) => (() => void) | undefined;
  onAgentSettings: () => void;
  onOpenSession: (session: string) => void;
};

/** The centre: the chat and the terminals as tabs, one of them shown or several in panes. */
export function Centre(props: CentreProps) {
  const { centre, chat, chatLabel, moves, onContinue, onAgentSettings, onOpenSession } = props;
  const { terminals, layout, active, closing } = centre;
  const [dragged, setDragged] = useState<Pane | null>(null);
  const list = terminals.data ?? [];
  const shown = panesOf(layout);
  const isThere = (pane: Pane) => pane === CHAT || list.some(({ id }) => id === pane);
  const kept = useKeptPanes(shown, isThere);
  const inOrder = [CHAT, ...list.map(({ id }) => id)].filter((pane) => kept.includes(pane));
  const strangers = shown.filter((pane) => !inOrder.includes(pane));

  function pane(id: Pane, isShown: boolean) {
    // Hidden it follows nothing, and comes back where it was read.
    if (id === CHAT) return <Activity mode={isShown ? "visible" : "hidden"}>{chat}</Activity>;
    const terminal = list.find((one) => one.id === id);
    if (!terminal) return <PaneOfNone centre={centre} pane={id} />;
    const split = (side: "right" | "below") => (centre.hasRoom(side, id) ? () => centre.splitAt(id, side) : undefined);
    const isAlone = shown.length === 1;
    return (
      <RegionBoundary subject={id}>
        <Suspense fallback={<div className="h-full bg-ground" />}>
          <TerminalPane
            terminal={terminal}
            isShown={isShown}
            isAlone={isAlone}
            isActive={id === active}
            moves={moves(terminal)}
            onClose={() => centre.close(terminal)}
            onAgain={() => void centre.open({ kind: "again", terminal }, { of: id })}
            onContinue={onContinue(terminal)}
            onOpenSession={onOpenSession}
            onPlace={!isAlone || centre.hasRoom("right", id) ? () => centre.place(id) : undefined}
            onSplit={{ right: split("right"), below: split("below") }}
            onClosePane={isAlone ? undefined : () => centre.closePane(id)}
            onPaneKey={(key) => centre.onPaneKey(id, key)}
          />
        </Suspense>
      </RegionBoundary>
    );
  }

  /** Of the chat and of the tabs; in a terminal they are looked for before its program gets them. */
  function keyDown(event: KeyboardEvent) {
    const key = paneKey(event.nativeEvent);
    const { target, currentTarget } = event;
    // Its dialogs and menus are elsewhere on the page, and tell it of their keys all the same.
    if (!key || event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return;
    // There the arrows are the text's.
    if (key.act === "go" && target.closest(TAKES_TEXT)) return;
    if (centre.onPaneKey(active, key)) event.preventDefault();
  }

  const beside = (id: Pane, side: Side) =>
    id !== active && centre.hasRoom(side, active, id) ? () => centre.move(id, active, side) : undefined;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of what is in it
    <div className="flex h-full min-h-0 flex-col" onKeyDown={keyDown}>
      <TerminalTabs
        terminals={list}
        shown={shown}
        active={active}
        chatLabel={chatLabel}
        onSelect={centre.select}
        onClose={centre.close}
        onBeside={beside}
        onDrag={setDragged}
      >
        <NewTerminalMenu
          busy={centre.opening}
          onOpen={(what) => void centre.open(what)}
          onAgentSettings={onAgentSettings}
        />
      </TerminalTabs>
      <PaneArea
        layout={layout}
        panes={[...strangers, ...inOrder]}
        active={active}
        onActive={centre.setActive}
        // Nobody hears where a tab is let go that was closed meanwhile.
        isDragging={dragged !== null && isThere(dragged)}
        hasRoom={(side, of) => centre.hasRoom(side, of, dragged ?? undefined)}
        onDrop={(of, side) => {
          if (dragged !== null) centre.move(dragged, of, side);
          setDragged(null);
        }}
      >
        {pane}
      </PaneArea>
      {closing ? (
        <CloseTerminalDialog
          key={closing.time}
          terminal={closing.terminal}
          onConfirm={() => centre.end(closing.terminal)}
          onClosed={centre.keepOpen}
        />
      ) : null}
    </div>
  );
}
