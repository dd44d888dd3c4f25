import type { Terminal } from "@thothii/backend/api/terminals";
import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { type Tab, TabStrip } from "../../ui/tab-strip.tsx";
import { TerminalDot } from "./terminal-dot.tsx";
import { type CentreLayout, terminalNames, terminalTone } from "./terminal-state.ts";
import { stateText } from "./terminal-text.ts";
import { useSessionNames } from "./use-terminals.ts";

/** The chat's own tab; no terminal's id is like that. */
const CHAT = "chat:";
export const chatTabId = `tab-${CHAT}`;
export const mainPanelId = "centre-main";
export const besidePanelId = "centre-beside";

type TerminalTabsProps = {
  terminals: readonly Terminal[];
  layout: CentreLayout;
  /** What the place of the chat shows when no terminal does. */
  chatLabel: string;
  /** Null: the chat. */
  onSelect: (id: string | null) => void;
  onClose: (terminal: Terminal) => void;
  /** Opens another one. */
  children: ReactNode;
};

/** The chat and every terminal, one beside the other. */
export function TerminalTabs({ terminals, layout, chatLabel, onSelect, onClose, children }: TerminalTabsProps) {
  const { t } = useTexts();
  const { main, beside } = layout;
  const nameOf = useSessionNames();
  const names = terminalNames(terminals);
  const labelOf = (terminal: Terminal) =>
    [names.get(terminal.id), nameOf(terminal.session)].filter(Boolean).join(" · ");
  const panelOf = (id: string) => (id === beside ? besidePanelId : id === (main ?? CHAT) ? mainPanelId : undefined);
  const tabs: Tab[] = [
    {
      id: CHAT,
      label: chatLabel,
      mark: <MessageSquare aria-hidden="true" className="size-3.5 text-ink-3" />,
      panel: panelOf(CHAT),
    },
    ...terminals.map(
      (terminal): Tab => ({
        id: terminal.id,
        label: labelOf(terminal),
        title: `${labelOf(terminal)} · ${stateText(t, terminal)}`,
        mark: <TerminalDot tone={terminalTone(terminal)} />,
        state: stateText(t, terminal),
        panel: panelOf(terminal.id),
        onClose: () => onClose(terminal),
      }),
    ),
  ];
  return (
    <TabStrip
      label={t("terminals.tabs")}
      tabs={tabs}
      selected={[main ?? CHAT, ...(beside ? [beside] : [])]}
      onSelect={(id) => onSelect(id === CHAT ? null : id)}
    >
      {children}
    </TabStrip>
  );
}
