import type { CSSProperties, RefObject } from "react";
import { useTexts } from "../lib/i18n.ts";
import { MovedEdge } from "./moved-edge.tsx";
import { LEAST_SHARE, type Parting } from "./pane-shares.ts";

const STEP = 0.04;

type SplitEdgeProps = {
  parting: Parting;
  /** What all panes are in. */
  area: RefObject<HTMLElement | null>;
  style: CSSProperties;
  /** What the pane before the line is to have of both; 0 to 1. */
  onMove: (first: number) => void;
};

/** The line between two panes of the centre, or between two columns of them. */
export function SplitEdge({ parting, area, style, onMove }: SplitEdgeProps) {
  const { t } = useTexts();
  const { column, start, length, box } = parting;
  const isVertical = column === null;
  const first = ((isVertical ? box.left : box.top) - start) / length;
  return (
    <MovedEdge
      orientation={isVertical ? "vertical" : "horizontal"}
      label={t(isVertical ? "terminals.resizeWidth" : "terminals.resizeHeight")}
      value={first * 100}
      min={LEAST_SHARE * 100}
      max={100 - LEAST_SHARE * 100}
      onGrab={() => {
        const whole = (isVertical ? area.current?.offsetWidth : area.current?.offsetHeight) || 1;
        return (distance) => onMove(first + distance / (whole * length));
      }}
      onStep={(direction) => onMove(first + STEP * direction)}
      onEnd={(end) => onMove(end === "least" ? 0 : 1)}
      onReset={() => onMove(0.5)}
      className="absolute"
      style={style}
    />
  );
}
