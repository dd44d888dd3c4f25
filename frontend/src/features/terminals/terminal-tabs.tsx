import type { Terminal } from "@thothii/backend/api/terminals";
import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import type { Tab } from "../../ui/tab-button.tsx";
import { TabStrip } from "../../ui/tab-strip.tsx";
import { CHAT, type Pane, type Side } from "./pane-layout.ts";
import { TerminalDot } from "./terminal-dot.tsx";
import { terminalNames, terminalTone } from "./terminal-state.ts";
import { stateText } from "./terminal-text.ts";
import { useSessionNames } from "./use-terminals.ts";

/** The element that holds what a tab shows. */
export const panelId = (pane: Pane) => `pane-${pane}`;

type TerminalTabsProps = {
  terminals: readonly Terminal[];
  shown: readonly Pane[];
  active: Pane;
  /** What the place of the chat shows when no terminal does. */
  chatLabel: string;
  onSelect: (pane: Pane) => void;
  onClose: (terminal: Terminal) => void;
  /** Beside the pane that is used; absent where there is no room. */
  onBeside: (pane: Pane, side: Side) => (() => void) | undefined;
  onDrag: (pane: Pane | null) => void;
  /** Opens another one. */
  children: ReactNode;
};

/** The chat and every terminal, one beside the other. */
export function TerminalTabs(props: TerminalTabsProps) {
  const { terminals, shown, active, chatLabel, onSelect, onClose, onBeside, onDrag, children } = props;
  const { t } = useTexts();
  const nameOf = useSessionNames();
  const names = terminalNames(terminals);
  const labelOf = (terminal: Terminal) =>
    [names.get(terminal.id), nameOf(terminal.session)].filter(Boolean).join(" · ");
  const panelOf = (pane: Pane) => (shown.includes(pane) ? panelId(pane) : undefined);
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

  function menu(tab: Tab) {
    const beside = (side: "right" | "below") => {
      const put = onBeside(tab.id, side);
      const hint = put || tab.id === active ? undefined : t("terminals.noRoomDetail");
      return (
        <MenuItem disabled={!put} hint={hint} onSelect={() => put?.()}>
          {t(`terminals.show.${side}`)}
        </MenuItem>
      );
    };
    return (
      <>
        <MenuItem onSelect={() => onSelect(tab.id)}>{t("terminals.show.here")}</MenuItem>
        {beside("right")}
        {beside("below")}
        {tab.onClose ? (
          <>
            <MenuSeparator />
            <MenuItem shortcut={t("shortcuts.del")} keys="Delete" onSelect={() => tab.onClose?.()}>
              {t("terminals.close")}
            </MenuItem>
          </>
        ) : null}
      </>
    );
  }

  return (
    <TabStrip
      label={t("terminals.tabs")}
      allLabel={t("terminals.allTabs")}
      menuLabel={(tab) => t("terminals.tabMenu", { title: tab.label })}
      tabs={tabs}
      shown={shown}
      active={active}
      onSelect={onSelect}
      menu={menu}
      onDrag={onDrag}
    >
      {children}
    </TabStrip>
  );
}
