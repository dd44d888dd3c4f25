import type { Terminal } from "@thothii/backend/api/terminals";
import {
  Columns2,
  EllipsisVertical,
  FileText,
  Maximize2,
  PanelLeft,
  PanelsTopLeft,
  ScanText,
  Search,
  SquareSplitHorizontal,
  SquareSplitVertical,
  X,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { folderName } from "../../lib/folder-name.ts";
import { useTexts } from "../../lib/i18n.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { PaneTitle } from "../../ui/pane-title.tsx";
import type { PaneActions } from "./pane-actions.ts";
import { TerminalDot } from "./terminal-dot.tsx";
import { thisPlatform } from "./terminal-keys.ts";
import { terminalTone } from "./terminal-state.ts";
import { stateText } from "./terminal-text.ts";
import { TranscriptDialog } from "./transcript-dialog.tsx";
import { useSessionNames, useTerminalName } from "./use-terminals.ts";

type PaneHeaderProps = PaneActions & {
  terminal: Terminal;
  isAlone: boolean;
  moves: ReactNode;
  finding: boolean;
  onFind: () => void;
  screenReader: boolean;
  onScreenReader: (on: boolean) => void;
};

/** Which terminal this is, how it is, and what can be done with it. */
export function PaneHeader(props: PaneHeaderProps) {
  const { terminal, isAlone, moves, finding, onFind, screenReader, onScreenReader } = props;
  const { onClose, onOpenSession, onPlace, onSplit, onClosePane } = props;
  const { t } = useTexts();
  const [reading, setReading] = useState(false);
  const { session } = terminal;
  const name = useTerminalName(terminal);
  const nameOf = useSessionNames();
  const isMac = thisPlatform() === "mac";
  const paneShortcut = (letter: string) => ({
    shortcut: isMac ? `⌃⇧${letter}` : `Ctrl ⇧ ${letter}`,
    keys: `Control+Shift+${letter}`,
  });
  return (
    <>
      <PaneTitle
        mark={<TerminalDot tone={terminalTone(terminal)} />}
        name={name}
        state={`${stateText(t, terminal)} · ${nameOf(session) ?? folderName(terminal.cwd)}`}
        stateTitle={terminal.cwd}
      >
        {session ? (
          <IconButton
            label={t("terminals.openSession")}
            icon={<PanelLeft aria-hidden="true" />}
            className="touch:size-10"
            onClick={() => onOpenSession(session)}
          />
        ) : null}
        {moves}
        {onPlace ? (
          <IconButton
            label={t(isAlone ? "terminals.beside" : "terminals.alone")}
            icon={isAlone ? <Columns2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
            className="touch:size-10"
            onClick={onPlace}
          />
        ) : null}
        <Menu
          label={t("terminals.more")}
          trigger={
            <IconButton
              label={t("terminals.more")}
              icon={<EllipsisVertical aria-hidden="true" />}
              className="touch:size-10"
            />
          }
        >
          <MenuItem
            icon={<Search aria-hidden="true" />}
            shortcut={isMac ? "⌘F" : "Ctrl F"}
            disabled={finding}
            onSelect={onFind}
          >
            {t("terminals.find")}
          </MenuItem>
          <MenuItem icon={<FileText aria-hidden="true" />} onSelect={() => setReading(true)}>
            {t("terminals.transcript")}
          </MenuItem>
          <MenuCheckItem icon={<ScanText aria-hidden="true" />} checked={screenReader} onChange={onScreenReader}>
            {t("terminals.screenReader")}
          </MenuCheckItem>
          <MenuSeparator />
          <MenuItem
            icon={<SquareSplitHorizontal aria-hidden="true" />}
            {...paneShortcut("E")}
            disabled={!onSplit.right}
            onSelect={() => onSplit.right?.()}
          >
            {t("terminals.split.right")}
          </MenuItem>
          <MenuItem
            icon={<SquareSplitVertical aria-hidden="true" />}
            {...paneShortcut("O")}
            disabled={!onSplit.below}
            onSelect={() => onSplit.below?.()}
          >
            {t("terminals.split.below")}
          </MenuItem>
          {onClosePane ? (
            <MenuItem icon={<PanelsTopLeft aria-hidden="true" />} {...paneShortcut("X")} onSelect={onClosePane}>
              {t("terminals.closePane")}
            </MenuItem>
          ) : null}
        </Menu>
        <IconButton
          label={t("terminals.close")}
          icon={<X aria-hidden="true" />}
          className="touch:size-10"
          onClick={onClose}
        />
      </PaneTitle>
      <TranscriptDialog terminal={terminal} open={reading} onOpenChange={setReading} />
    </>
  );
}
