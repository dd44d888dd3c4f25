import { Popover as Base } from "@base-ui-components/react/popover";
import type { ReactElement, ReactNode } from "react";

export type PopoverProps = {
  trigger: ReactElement<Record<string, unknown>>;
  title: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  children: ReactNode;
};

/** A small page over the page, from a button: an explanation, a field. Esc and a click beside it close it. */
export function Popover({ trigger, title, open, onOpenChange, align = "end", children }: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-30">
          <Base.Popup className="fade grid w-80 max-w-[calc(100vw-1rem)] gap-2 rounded-lg border border-line-strong bg-panel p-4 text-ink shadow-float outline-none">
            <Base.Title className="font-bold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
