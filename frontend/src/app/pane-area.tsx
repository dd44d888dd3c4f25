import { clsx } from "clsx";
import { type ReactNode, useRef, useState } from "react";
import { type Layout, type Pane, panesOf, type Side } from "../features/terminals/pane-layout.ts";
import { panelId } from "../features/terminals/terminal-tabs.tsx";
import { useTexts } from "../lib/i18n.ts";
import { tabId } from "../ui/tab-button.tsx";
import { PaneDrop, styleOf } from "./pane-drop.tsx";
import { arrange, keptShares, moveLine } from "./pane-shares.ts";
import { SplitEdge } from "./split-edge.tsx";

type PaneAreaProps = {
  layout: Layout;
  /** Those on the page, shown or hidden, in the order of their tabs: the Tab key goes through them in this order. */
  panes: readonly Pane[];
  active: Pane;
  onActive: (pane: Pane) => void;
  /** What a pane shows; `isShown` false for one that is only kept. */
  children: (pane: Pane, isShown: boolean) => ReactNode;
  /** A tab is, that may be let go here. */
  isDragging: boolean;
  hasRoom: (side: Side, of: Pane) => boolean;
  onDrop: (of: Pane, side: Side | null) => void;
};

/**
 * The panes of the centre, each where the layout has it, and the lines between them. All are children of one element, so
 * that none is made anew when it comes to another place.
 */
export function PaneArea({ layout, panes, active, onActive, children, isDragging, hasRoom, onDrop }: PaneAreaProps) {
  const { t } = useTexts();
  const area = useRef<HTMLDivElement>(null);
  const [shares, setShares] = useState(keptShares);
  const { boxes, partings } = arrange(layout, shares);
  const isSplit = panesOf(layout).length > 1;
  return (
    <div ref={area} className="relative min-h-0 flex-1 overflow-hidden">
      {panes.map((pane) => {
        const box = boxes.get(pane);
        return (
          <div
            key={pane}
            id={panelId(pane)}
            role="tabpanel"
            aria-labelledby={tabId(pane)}
            aria-label={t("terminals.pane")} // where no tab is: its terminal is gone
            tabIndex={-1}
            hidden={!box}
            data-active={(isSplit && pane === active) || undefined}
            style={box ? styleOf(box) : undefined}
            onFocus={() => onActive(pane)}
            className={clsx(
              "absolute min-h-0 min-w-0 outline-none",
              isSplit && "focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2",
            )}
          >
            {children(pane, box !== undefined)}
          </div>
        );
      })}
      {partings.map((parting) => (
        <SplitEdge
          key={`${parting.column ?? "columns"}-${parting.index}`}
          parting={parting}
          area={area}
          style={styleOf(parting.box)}
          onMove={(first) => setShares((now) => moveLine(now, layout, parting, first))}
        />
      ))}
      {isDragging ? <PaneDrop boxes={boxes} hasRoom={hasRoom} onDrop={onDrop} /> : null}
    </div>
  );
}
