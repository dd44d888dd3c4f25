import { Dialog as Base } from "@base-ui-components/react/dialog";
import type { ComponentProps, ReactNode } from "react";
import { dialogBackdrop } from "./dialog.tsx";

export type CommandDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  initialFocus: ComponentProps<typeof Base.Popup>["initialFocus"];
  /** Where the focus goes after closing; by default back where it was. */
  finalFocus?: ComponentProps<typeof Base.Popup>["finalFocus"];
  children: ReactNode;
};

/** A box over the page that begins with a field: at the same height however long its list; a narrow screen's whole. */
export function CommandDialog({ open, onOpenChange, label, initialFocus, finalFocus, children }: CommandDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup
          aria-label={label}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          data-modal=""
          className="fade fixed inset-x-0 top-[max(8px,min(9vh,88px))] z-20 mx-auto flex max-h-[min(44rem,calc(100dvh-2*max(8px,min(9vh,88px))))] w-[44rem] max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-xl border border-line-strong bg-panel text-ink shadow-float outline-none max-[640px]:inset-0 max-[640px]:w-auto max-[640px]:max-h-none max-[640px]:max-w-none max-[640px]:rounded-none max-[640px]:border-0"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
