import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import type { SearchTarget, SearchText } from "../features/search/search-dialog.tsx";
import { NavSessions } from "../features/sessions/nav-sessions.tsx";
import { rowButtonId } from "../features/sessions/session-row.tsx";
import { navigate, useAddress } from "../lib/address.ts";
import { ApiProblem, api, sessionPath } from "../lib/api.ts";
import { useTexts } from "../lib/i18n.ts";
import { useMedia } from "../lib/use-media.ts";
import { AgentSettings, openAgentSettings } from "./agent-settings.tsx";
import { AppHeader } from "./app-header.tsx";
import { Centre } from "./centre.tsx";
import { ChatPlace, loadChat } from "./chat-place.tsx";
import { type ColumnName, Columns } from "./columns.tsx";
import { focusOnceThere } from "./focus-once-there.ts";
import { LostBanner } from "./lost-banner.tsx";
import { panelPassage } from "./panel-passage.tsx";
import { RegionBoundary } from "./region-boundary.tsx";
import { useShortcuts } from "./shortcuts.tsx";
import { SkipLinks } from "./skip-links.tsx";
import { useCentre } from "./use-centre.ts";
import { useDemoWelcome } from "./use-demo-welcome.ts";
import { usePageTitle } from "./use-page-title.ts";
import { usePaneRoom } from "./use-pane-room.ts";
import { useSearchAddress } from "./use-search-address.ts";
import { useWorkMoves } from "./use-work-moves.tsx";
import { useWorkspace } from "./use-workspace.ts";
import { useWaitingNotice } from "./waiting-notice.ts";

const loadDocuments = () => import("../features/documents/session-documents-panel.tsx");
const SessionDocumentsPanel = lazy(() => loadDocuments().then((m) => ({ default: m.SessionDocumentsPanel })));
const SearchDialog = lazy(() =>
  import("../features/search/search-dialog.tsx").then((m) => ({ default: m.SearchDialog })),
);

const chatRegionId = "chat-region";
const documentsRegionId = "documents-region";
const railRegionId = "sessions-region";

const roomForOne = { columns: 1, rows: 1 };

// Module functions, because nothing they need changes between renders.
const openPanel = (id: string, doc?: string | null) => navigate({ panel: id, doc: doc ?? null });
const openFromRail = (id: string) => openPanel(id);

/**
 * The page: documents, chat and sessions. The chat's session and the one being read are two parts of the address; opening
 * the panel never touches the chat, and only *Riprendi* makes the one the other.
 */
export function AppShell() {
  const { t } = useTexts();
  const { chat, panel, doc, view, hit, term } = useAddress();
  const wide = useMedia("(min-width: 900px)");
  const workspace = useWorkspace();
  const client = useQueryClient();
  usePageTitle(workspace?.name);
  useDemoWelcome(workspace);
  useWaitingNotice();
  const shortcuts = useShortcuts();
  const [chatRegion, paneRoom] = usePaneRoom();
  const room = wide ? paneRoom : roomForOne;
  const centre = useCentre(room);
  const search = useSearchAddress(wide, centre.withChat);
  const read = search.inTranscript;
  const moves = useWorkMoves(centre, room.columns > 1, read?.agent ?? null);
  useEffect(() => {
    // Not needed for the first paint, and there before the first click. One that fails is tried again when shown.
    void Promise.allSettled([loadChat(), loadDocuments()]);
  }, []);

  const shown: ColumnName = panel ? "documents" : chat || read || term || view === "new" ? "chat" : "rail";

  function closePanel() {
    navigate({ panel: null });
    if (panel) focusOnceThere(() => document.getElementById(rowButtonId(panel)));
  }

  function openChat(id: string) {
    navigate({
      chat: id,
      ...centre.withChat(),
      view: view === "new" ? null : view,
      ...(wide ? {} : { panel: null }),
      ...search.leaving,
    });
    focusOnceThere(() => document.getElementById(chatRegionId));
  }

  async function resume(id: string) {
    try {
      await api.post(sessionPath(id, "resume"));
    } catch (error) {
      // Another tab was faster: the chat is what was wanted.
      if (!(error instanceof ApiProblem && error.code === "already_running")) throw error;
      if (error.terminal) return centre.show(error.terminal);
    }
    void client.invalidateQueries({ queryKey: ["session", id] });
    openChat(id);
  }

  function newQuestion() {
    navigate({
      ...search.leaving,
      ...centre.withChat(),
      ...(wide ? { chat: null, view: null } : { chat: null, panel: null, view: "new" }),
    });
    focusOnceThere(() => document.querySelector<HTMLElement>(`#${chatRegionId} textarea`));
  }

  /** On a narrow screen, whose centre is covered: the first that runs, else the tabs with what opens one. */
  function showTerminals() {
    const first = centre.terminals.data?.find(({ state }) => state === "running") ?? centre.terminals.data?.[0];
    navigate(first ? { panel: null, term: first.id } : { panel: null, term: null, view: "new" });
  }

  function back() {
    if (shown === "documents") closePanel();
    else if (read) search.end();
    else navigate({ chat: null, term: null, view: null });
  }

  function goTo(target: SearchTarget, text: SearchText) {
    search.goTo(target, text);
    // A passage takes the focus itself, once it is there.
    if (target.kind === "session") focusOnceThere(() => document.getElementById(documentsRegionId));
  }

  const columns = {
    documents: panel ? (
      <aside
        id={documentsRegionId}
        tabIndex={-1}
        aria-label={t("app.documentsRegion")}
        className="h-full min-h-0 outline-none"
      >
        <RegionBoundary subject={panel}>
          <Suspense fallback={<div className="h-full bg-panel" />}>
            <SessionDocumentsPanel
              sessionId={panel}
              doc={doc}
              onClose={closePanel}
              onResume={resume}
              onGoToChat={openChat}
              onContinue={moves.continueSession}
              passage={panelPassage(search)}
            />
          </Suspense>
        </RegionBoundary>
      </aside>
    ) : null,
    chat:
      wide || chat || read || term || view === "new" ? (
        <main
          ref={chatRegion}
          id={chatRegionId}
          tabIndex={-1}
          aria-label={t("app.chatRegion")}
          className="h-full min-h-0 outline-none"
        >
          <Centre
            centre={centre}
            chatLabel={t(read ? "terminals.conversation" : "terminals.chat")}
            chat={
              <ChatPlace
                search={search}
                moves={moves}
                onOpenPanel={openPanel}
                onOpenChat={openChat}
                onOpenTerminal={centre.select}
              />
            }
            moves={moves.ofTerminal}
            onContinue={moves.continueTerminal}
            onAgentSettings={openAgentSettings}
            onOpenSession={openFromRail}
          />
        </main>
      ) : null,
    rail: (
      <div id={railRegionId} tabIndex={-1} className="h-full min-h-0 outline-none">
        <RegionBoundary subject={view}>
          <NavSessions
            chatId={chat}
            panelId={panel}
            view={view === "archive" ? "archive" : "list"}
            onViewChange={(next) => navigate({ view: next === "archive" ? "archive" : null })}
            onOpenPanel={openFromRail}
            onNewQuestion={workspace?.missing.includes("new") ? undefined : newQuestion}
            onGone={(id, neighbour) => {
              if (id === panel) navigate({ panel: neighbour, doc: null }, { replace: true });
              if (id === chat) navigate({ chat: null }, { replace: true });
            }}
          />
        </RegionBoundary>
      </div>
    ),
  };

  const way =
    shown === "documents" && (chat || read || term || view === "new") ? "app.backToChat" : "app.backToSessions";
  return (
    <div className="flex h-full flex-col">
      <SkipLinks sessions={railRegionId} chat={chatRegionId} />
      <LostBanner />
      <AppHeader
        workspace={workspace}
        back={wide || shown === "rail" ? undefined : { label: t(way), onBack: back }}
        q={hit === null ? null : search.text.q}
        onSearch={search.show}
        onShortcuts={shortcuts.show}
        onAgentSettings={openAgentSettings}
        onTerminals={wide || shown === "chat" ? undefined : showTerminals}
      />
      <Columns wide={wide} shown={shown} {...columns} />
      {search.used ? (
        <Suspense fallback={null}>
          <SearchDialog
            open={search.open}
            onOpenChange={(open) => !open && search.close()}
            text={search.text}
            onText={search.keep}
            onGo={goTo}
          />
        </Suspense>
      ) : null}
      {moves.dialogs}
      <AgentSettings />
      {shortcuts.dialog}
    </div>
  );
}
