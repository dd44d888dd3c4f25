import { clsx } from "clsx";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from "react";

export type MovedEdgeProps = {
  /** Of the line itself: a vertical one is moved to the left and to the right. */
  orientation: "vertical" | "horizontal";
  /** Its name too: between two landmarks an `aria-label` would be content outside of any. */
  label: string;
  value: number;
  min: number;
  max?: number;
  /** Called when it is taken hold of; what it returns hears how far, in px, the pointer has gone since. */
  onGrab: () => (distance: number) => void;
  /** By the arrows: a step back or on. */
  onStep: (direction: -1 | 1) => void;
  /** By Home and End. */
  onEnd: (end: "least" | "most") => void;
  /** By two clicks: as it was at first. */
  onReset: () => void;
  className?: string;
  style?: CSSProperties;
};

/** A line between two parts of the page: drag it, use the arrows, Home or End, or click twice. */
export function MovedEdge(props: MovedEdgeProps) {
  const { orientation, label, value, min, max, onGrab, onStep, onEnd, onReset, className, style } = props;
  const drag = useRef<{ from: number; move: (distance: number) => void } | null>(null);
  const isVertical = orientation === "vertical";
  const position = ({ clientX, clientY }: PointerEvent) => (isVertical ? clientX : clientY);
  const drop = () => {
    drag.current = null;
  };

  function keyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === (isVertical ? "ArrowRight" : "ArrowDown")) onStep(1);
    else if (event.key === (isVertical ? "ArrowLeft" : "ArrowUp")) onStep(-1);
    else if (event.key === "Home") onEnd("least");
    else if (event.key === "End") onEnd("most");
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved; this is a window splitter
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      title={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: position(event), move: onGrab() };
      }}
      onPointerMove={(event) => drag.current?.move(position(event) - drag.current.from)}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={onReset}
      onKeyDown={keyDown}
      style={style}
      className={clsx(
        "z-10 shrink-0 touch-none select-none border-line transition-colors after:absolute hover:border-accent focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 active:border-accent",
        isVertical
          ? "cursor-col-resize border-l after:inset-y-0 after:-inset-x-1"
          : "cursor-row-resize border-t after:inset-x-0 after:-inset-y-1",
        className,
      )}
    />
  );
}
