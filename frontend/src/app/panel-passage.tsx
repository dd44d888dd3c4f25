import { lazy, Suspense } from "react";
import { hitText } from "../lib/hit-place.ts";
import type { useSearchAddress } from "./use-search-address.ts";

const HitBar = lazy(() => import("../features/search/hit-bar.tsx").then((m) => ({ default: m.HitBar })));

/** The passage that the documents panel is opened at, and what leads from it to the others; undefined where there is none. */
export function panelPassage({ inPanel, panelHits, text, goToHit, show, end }: ReturnType<typeof useSearchAddress>) {
  if (!inPanel) return undefined;
  const bar = text.q ? (
    <Suspense fallback={<div className="h-9 shrink-0" />}>
      <HitBar q={text.q} seq={inPanel.seq} found={panelHits} onGo={goToHit} onResults={show} onEnd={end} />
    </Suspense>
  ) : null;
  return { key: hitText(inPanel), marks: panelHits.marks, at: panelHits.current?.ts ?? null, bar };
}
