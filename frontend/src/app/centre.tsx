import type { Terminal } from "@thothii/backend/api/terminals";
import { SquareX } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { CloseTerminalDialog } from "../features/terminals/close-terminal-dialog.tsx";
import { NewTerminalMenu } from "../features/terminals/new-terminal-menu.tsx";
import { besidePanelId, chatTabId, mainPanelId, TerminalTabs } from "../features/terminals/terminal-tabs.tsx";
import { useTexts } from "../lib/i18n.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { tabId } from "../ui/tab-strip.tsx";
import { RegionBoundary } from "./region-boundary.tsx";
import { keptShare, SplitEdge } from "./split-edge.tsx";
import type { Centre as State } from "./use-centre.ts";

const TerminalPane = lazy(() =>
  import("../features/terminals/terminal-pane.tsx").then((m) => ({ default: m.TerminalPane })),
);

type CentreProps = {
  centre: State;
  roomForTwo: boolean;
  /** What the chat's place shows when no terminal does, and its name. */
  chat: ReactNode;
  chatLabel: string;
  moves: (terminal: Terminal) => ReactNode;
  onAgentSettings: () => void;
  onOpenSession: (session: string) => void;
};

/** The centre: the chat and the terminals as tabs, one of them shown, or one and a terminal beside it. */
export function Centre({ centre, roomForTwo, chat, chatLabel, moves, onAgentSettings, onOpenSession }: CentreProps) {
  const row = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(keptShare);
  const { terminals, layout, closing } = centre;
  const { main, beside } = layout;
  const list = terminals.data ?? [];

  function pane(id: string) {
    const terminal = list.find((one) => one.id === id);
    if (!terminal) return <Nowhere centre={centre} />;
    return (
      <RegionBoundary subject={id}>
        <Suspense fallback={<div className="h-full bg-ground" />}>
          <TerminalPane
            key={id}
            terminal={terminal}
            beside={id === beside}
            moves={moves(terminal)}
            onClose={() => centre.close(terminal)}
            onAgain={() => void centre.open({ kind: "again", terminal }, terminal)}
            onOpenSession={onOpenSession}
            onPlace={roomForTwo ? () => centre.place(id) : undefined}
          />
        </Suspense>
      </RegionBoundary>
    );
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <TerminalTabs
        terminals={list}
        layout={layout}
        chatLabel={chatLabel}
        onSelect={centre.select}
        onClose={centre.close}
      >
        <NewTerminalMenu
          busy={centre.opening}
          onOpen={(what) => void centre.open(what)}
          onAgentSettings={onAgentSettings}
        />
      </TerminalTabs>
      <div ref={row} className="flex min-h-0 flex-1">
        <div
          id={mainPanelId}
          role="tabpanel"
          aria-labelledby={main === null ? chatTabId : tabId(main)}
          style={beside ? { flex: `${share} 1 0` } : { flex: "1 1 0" }}
          className="min-h-0 min-w-0"
        >
          {main === null ? chat : pane(main)}
        </div>
        {beside ? (
          <>
            <SplitEdge row={row} share={share} onShare={setShare} />
            <div
              id={besidePanelId}
              role="tabpanel"
              aria-labelledby={tabId(beside)}
              style={{ flex: `${1 - share} 1 0` }}
              className="min-h-0 min-w-0"
            >
              {pane(beside)}
            </div>
          </>
        ) : null}
      </div>
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

/** In the place of a terminal that the list doesn't have: not yet, no more, or because the list did not come. */
function Nowhere({ centre: { terminals, select } }: { centre: State }) {
  const { t } = useTexts();
  if (terminals.isPending) return <div className="h-full bg-ground" />;
  if (terminals.isError && !terminals.data)
    return (
      <ErrorState
        title={t("terminals.loadFailed")}
        error={terminals.error}
        onRetry={() => void terminals.refetch()}
        retrying={terminals.isFetching}
      />
    );
  return (
    <EmptyState
      icon={<SquareX aria-hidden="true" />}
      title={t("terminals.goneTitle")}
      action={<Button onClick={() => select(null)}>{t("app.backToChat")}</Button>}
    >
      {t("terminals.goneBody")}
    </EmptyState>
  );
}
