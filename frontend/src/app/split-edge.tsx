import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import { useTexts } from "../lib/i18n.ts";
import { remember, remembered } from "../lib/memory.ts";

const KEY = "share.centre";
const HALF = 0.5;
const LEAST = 0.25;
const STEP = 0.04;

/** The left pane's share of the centre, on this browser. */
export function keptShare(): number {
  const share = Number(remembered(KEY));
  return allowed(share) === share ? share : HALF;
}

const allowed = (share: number) => Math.max(LEAST, Math.min(1 - LEAST, share));

type SplitEdgeProps = {
  row: RefObject<HTMLElement | null>;
  share: number;
  onShare: (share: number) => void;
};

/** The line between two panes of the centre: drag it, use the arrows, Home or End, or click twice for halves. */
export function SplitEdge({ row, share, onShare }: SplitEdgeProps) {
  const { t } = useTexts();
  const dragged = useRef(false);

  function set(next: number) {
    const kept = Math.round(allowed(next) * 1000) / 1000;
    remember(KEY, String(kept));
    onShare(kept);
  }

  function move({ clientX }: PointerEvent) {
    const box = row.current?.getBoundingClientRect();
    if (dragged.current && box && box.width > 0) set((clientX - box.left) / box.width);
  }

  function keyDown(event: KeyboardEvent) {
    const wanted: Record<string, number> = { ArrowRight: share + STEP, ArrowLeft: share - STEP, Home: 0, End: 1 };
    const next = wanted[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    set(next);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved; this is a window splitter
    <div
      role="separator"
      tabIndex={0}
      aria-label={t("terminals.resize")}
      aria-orientation="vertical"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={LEAST * 100}
      aria-valuemax={(1 - LEAST) * 100}
      title={t("terminals.resize")}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = true;
      }}
      onPointerMove={move}
      onPointerUp={() => {
        dragged.current = false;
      }}
      onPointerCancel={() => {
        dragged.current = false;
      }}
      onDoubleClick={() => set(HALF)}
      onKeyDown={keyDown}
      className="relative z-10 shrink-0 cursor-col-resize touch-none select-none border-line border-l transition-colors after:absolute after:inset-y-0 after:-inset-x-1 hover:border-accent focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 active:border-accent"
    />
  );
}
