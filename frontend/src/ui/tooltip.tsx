import { Tooltip as Base } from "@base-ui-components/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import { useLandmark } from "./use-landmark.ts";

export type TooltipProps = {
  label: ReactNode;
  shortcut?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  /** One element that takes a ref and props; it needs a name of its own, for a tooltip is only seen. */
  children: ReactElement<Record<string, unknown>>;
};

export function Tooltip({ label, shortcut, side = "bottom", children }: TooltipProps) {
  const { here, landmark } = useLandmark<HTMLButtonElement>();
  return (
    // It only names what it stands beside, so the pointer goes through it to what it covers.
    <Base.Root disableHoverablePopup>
      <Base.Trigger ref={here} render={children} delay={500} />
      <Base.Portal container={landmark}>
        <Base.Positioner side={side} sideOffset={6} positionMethod="fixed" className="pointer-events-none z-40">
          <Base.Popup className="fade flex max-w-72 items-center gap-2 rounded-sm bg-ink px-2 py-1 text-ground text-small shadow-float">
            {label}
            {shortcut ? <Kbd inverse>{shortcut}</Kbd> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Lets a second tooltip open at once after a first; wraps the page. */
export const TooltipProvider = Base.Provider;
