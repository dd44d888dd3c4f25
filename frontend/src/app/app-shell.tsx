import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { NavSessions } from "../features/sessions/nav-sessions.tsx";
import { rowButtonId } from "../features/sessions/session-row.tsx";
import { navigate, useAddress } from "../lib/address.ts";
import { ApiProblem, api, sessionPath } from "../lib/api.ts";
import { useTexts } from "../lib/i18n.ts";
import { useMedia } from "../lib/use-media.ts";
import { AppHeader } from "./app-header.tsx";
import { type ColumnName, Columns } from "./columns.tsx";
import { focusOnceThere } from "./focus-once-there.ts";
import { LostBanner } from "./lost-banner.tsx";
import { RegionBoundary } from "./region-boundary.tsx";
import { SkipLinks } from "./skip-links.tsx";
import { useDemoWelcome } from "./use-demo-welcome.ts";
import { usePageTitle } from "./use-page-title.ts";
import { useShortcutsKey } from "./use-shortcuts-key.ts";
import { useWorkspace } from "./use-workspace.ts";
import { useWaitingNotice } from "./waiting-notice.ts";

const loadDocuments = () => import("../features/documents/session-documents-panel.tsx");
const loadChat = () => import("../features/chat/chat-panel.tsx");
const SessionDocumentsPanel = lazy(() => loadDocuments().then((m) => ({ default: m.SessionDocumentsPanel })));
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx").then((m) => ({ default: m.ShortcutsDialog })));
const ChatPanel = lazy(() => loadChat().then((m) => ({ default: m.ChatPanel })));

const chatRegionId = "chat-region";
const railRegionId = "sessions-region";

// Module functions, because nothing they need changes between renders.
const openPanel = (id: string, doc?: string) => navigate({ panel: id, doc: doc ?? null });
const openFromRail = (id: string) => openPanel(id);

/**
 * The page: documents, chat and sessions. The chat's session and the one being read are two parts of the address; opening
 * the panel never touches the chat, and only *Riprendi* makes the one the other.
 */
export function AppShell() {
  const { t } = useTexts();
  const { chat, panel, doc, view } = useAddress();
  const wide = useMedia("(min-width: 900px)");
  const workspace = useWorkspace();
  const client = useQueryClient();
  usePageTitle(workspace?.name);
  useDemoWelcome(workspace);
  useWaitingNotice();
  const [shortcuts, setShortcuts] = useState<"never" | "open" | "closed">("never");
  const showShortcuts = useCallback(() => setShortcuts("open"), []);
  useShortcutsKey(showShortcuts);
  useEffect(() => {
    // Not needed for the first paint, and there before the first click. One that fails is tried again when shown.
    void Promise.allSettled([loadChat(), loadDocuments()]);
  }, []);

  const shown: ColumnName = panel ? "documents" : chat || view === "new" ? "chat" : "rail";

  function closePanel() {
    navigate({ panel: null });
    if (panel) focusOnceThere(() => document.getElementById(rowButtonId(panel)));
  }

  function openChat(id: string) {
    navigate({ chat: id, view: view === "new" ? null : view, ...(wide ? {} : { panel: null }) });
    focusOnceThere(() => document.getElementById(chatRegionId));
  }

  async function resume(id: string) {
    try {
      await api.post(sessionPath(id, "resume"));
    } catch (error) {
      // Another tab was faster: the chat is what was wanted.
      if (!(error instanceof ApiProblem && error.code === "already_running")) throw error;
    }
    void client.invalidateQueries({ queryKey: ["session", id] });
    openChat(id);
  }

  function newQuestion() {
    navigate(wide ? { chat: null, view: null } : { chat: null, panel: null, view: "new" });
    focusOnceThere(() => document.querySelector<HTMLElement>(`#${chatRegionId} textarea`));
  }

  function back() {
    if (shown === "documents") closePanel();
    else navigate({ chat: null, view: null });
  }

  const columns = {
    documents: panel ? (
      <aside aria-label={t("app.documentsRegion")} className="h-full min-h-0">
        <RegionBoundary subject={panel}>
          <Suspense fallback={<div className="h-full bg-panel" />}>
            <SessionDocumentsPanel
              sessionId={panel}
              doc={doc}
              onClose={closePanel}
              onResume={resume}
              onGoToChat={openChat}
            />
          </Suspense>
        </RegionBoundary>
      </aside>
    ) : null,
    chat:
      wide || chat || view === "new" ? (
        <main id={chatRegionId} tabIndex={-1} aria-label={t("app.chatRegion")} className="h-full min-h-0 outline-none">
          <RegionBoundary subject={chat}>
            <Suspense fallback={null}>
              <ChatPanel sessionId={chat} onOpenPanel={openPanel} onOpenChat={openChat} />
            </Suspense>
          </RegionBoundary>
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

  const way = shown === "documents" && (chat || view === "new") ? "app.backToChat" : "app.backToSessions";
  return (
    <div className="flex h-full flex-col">
      <SkipLinks sessions={railRegionId} chat={chatRegionId} />
      <LostBanner />
      <AppHeader
        workspace={workspace}
        back={wide || shown === "rail" ? undefined : { label: t(way), onBack: back }}
        onShortcuts={showShortcuts}
      />
      <Columns wide={wide} shown={shown} {...columns} />
      {shortcuts === "never" ? null : (
        <Suspense fallback={null}>
          <ShortcutsDialog
            open={shortcuts === "open"}
            onOpenChange={(open) => setShortcuts(open ? "open" : "closed")}
          />
        </Suspense>
      )}
    </div>
  );
}
