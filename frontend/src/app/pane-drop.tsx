import { type DragEvent, useState } from "react";
import type { Pane, Side } from "../features/terminals/pane-layout.ts";
import type { Box } from "./pane-shares.ts";

type Target = { of: Pane; side: Side | null };

type PaneDropProps = {
  boxes: ReadonlyMap<Pane, Box>;
  hasRoom: (side: Side, of: Pane) => boolean;
  /** To a side of a pane, or into its place. */
  onDrop: (of: Pane, side: Side | null) => void;
};

/** How near to a side it has to be let go to come there; in shares of the pane. */
const NEAR = 0.25;

/** Over the panes while a tab is dragged, for a terminal would take what is dragged as its own: shows where it would come. */
export function PaneDrop({ boxes, hasRoom, onDrop }: PaneDropProps) {
  const [target, setTarget] = useState<Target | null>(null);

  function targetAt({ currentTarget, clientX, clientY }: DragEvent): Target | null {
    const area = currentTarget.getBoundingClientRect();
    const x = (clientX - area.left) / area.width;
    const y = (clientY - area.top) / area.height;
    for (const [of, box] of boxes) {
      const across = (x - box.left) / box.width;
      const down = (y - box.top) / box.height;
      if (across < 0 || across >= 1 || down < 0 || down >= 1) continue;
      const side = nearestSide(across, down);
      return { of, side: side && hasRoom(side, of) ? side : null };
    }
    return null;
  }

  const box = target && boxes.get(target.of);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer alone; a tab's menu does the same
    <div
      className="absolute inset-0 z-20"
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        const next = targetAt(event);
        setTarget((now) => (now?.of === next?.of && now?.side === next?.side ? now : next));
      }}
      onDragLeave={() => setTarget(null)}
      onDrop={(event) => {
        event.preventDefault();
        const at = targetAt(event);
        if (at) onDrop(at.of, at.side);
      }}
    >
      {target && box ? (
        <div
          style={styleOf(part(box, target.side))}
          className="forced-outline pointer-events-none absolute rounded-md border-2 border-accent bg-accent/15 transition-[left,top,width,height] motion-reduce:transition-none"
        />
      ) : null}
    </div>
  );
}

function nearestSide(across: number, down: number): Side | null {
  const distances: [Side, number][] = [
    ["left", across],
    ["right", 1 - across],
    ["above", down],
    ["below", 1 - down],
  ];
  const [nearest] = distances.sort(([, a], [, b]) => a - b);
  return nearest && nearest[1] < NEAR ? nearest[0] : null;
}

/** The half of a pane that another one on its side would have. */
function part(box: Box, side: Side | null): Box {
  const { left, top, width, height } = box;
  if (side === "left" || side === "right")
    return { ...box, left: side === "right" ? left + width / 2 : left, width: width / 2 };
  if (side === "above" || side === "below")
    return { ...box, top: side === "below" ? top + height / 2 : top, height: height / 2 };
  return box;
}

export const styleOf = ({ left, top, width, height }: Box) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});
