import type { Workspace } from "@thothii/backend/api/workspace";
import { ArrowLeft, SquareTerminal } from "lucide-react";
import { useTexts } from "../lib/i18n.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { HarnessNotice } from "./harness-notice.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { Logo } from "./logo.tsx";
import { ModelNotice } from "./model-notice.tsx";
import { SearchButton } from "./search-button.tsx";
import { SettingsPopover } from "./settings-popover.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

export type AppHeaderProps = {
  workspace: Workspace | undefined;
  /** On a narrow screen, where one column covers another: the way back, in the place of the mark. */
  back?: { label: string; onBack: () => void } | undefined;
  /** The words that led to the passage being read. */
  q: string | null;
  onSearch: () => void;
  onShortcuts: () => void;
  onAgentSettings: () => void;
  /** Where they are covered: the way to the terminals. */
  onTerminals: (() => void) | undefined;
};

export function AppHeader({ workspace, back, q, onSearch, onShortcuts, onAgentSettings, onTerminals }: AppHeaderProps) {
  const { t } = useTexts();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b bg-panel px-3.5">
      <div className="flex min-w-0 items-center gap-2.5 wide:flex-1">
        {back ? (
          <IconButton
            label={back.label}
            icon={<ArrowLeft aria-hidden="true" />}
            onClick={back.onBack}
            className="-ml-2 touch:size-10"
          />
        ) : (
          <Logo />
        )}
        <h1 className="font-bold tracking-tight max-[480px]:sr-only">ThothII</h1>
        {workspace ? (
          <span dir="auto" title={workspace.path} className="min-w-0 truncate text-ink-3 max-[480px]:hidden">
            {workspace.name}
          </span>
        ) : null}
      </div>
      <span className="flex-1 wide:hidden" />
      <SearchButton q={q} onSearch={onSearch} />
      <div className="flex min-w-0 items-center justify-end gap-2.5 wide:flex-1">
        {workspace?.foreign ? <HarnessNotice missing={workspace.missing} /> : null}
        {workspace && !workspace.missing.includes("chat") ? <ModelNotice model={workspace.model} /> : null}
        <div className="flex items-center gap-1">
          {onTerminals ? (
            <IconButton
              label={t("terminals.open")}
              icon={<SquareTerminal aria-hidden="true" />}
              onClick={onTerminals}
              className="touch:size-10"
            />
          ) : null}
          <LanguageMenu />
          <ThemeMenu />
          <SettingsPopover
            author={workspace?.author ?? ""}
            onShortcuts={onShortcuts}
            onAgentSettings={onAgentSettings}
          />
        </div>
      </div>
    </header>
  );
}
