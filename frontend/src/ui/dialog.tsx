import { Dialog as Base } from "@base-ui-components/react/dialog";
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it is quite gone, the focus back where it was. */
  onClosed?: () => void;
  title: string;
  description?: ReactNode;
  /** For a text or a form to work on, as wide as one is read. */
  wide?: boolean;
  children?: ReactNode;
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  finalFocus?: ComponentProps<typeof Base.Popup>["finalFocus"];
};

export const dialogBackdrop = "fade fixed inset-0 z-20 bg-veil";
// Centred by margins, for a transform would clip the menus and tooltips inside it.
const popup =
  "fade fixed inset-0 z-20 m-auto flex h-fit max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] flex-col gap-3 overflow-y-auto rounded-xl border border-line-strong bg-panel p-5 text-ink shadow-float outline-none";
export const dialogPopup = `${popup} w-[26rem]`;

/** A question with fields. The focus goes to the first field, Esc and the veil cancel, and the focus comes back after. */
export function Dialog({
  open,
  onOpenChange,
  onClosed,
  title,
  description,
  wide = false,
  children,
  initialFocus,
  finalFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={(next) => !next && onClosed?.()}>
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup
          data-modal=""
          className={clsx(popup, wide ? "w-[46rem]" : "w-[26rem]")}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
        >
          <Base.Title className="font-bold text-title tracking-tight [overflow-wrap:anywhere]">{title}</Base.Title>
          {description ? <Base.Description className="text-ink-2">{description}</Base.Description> : null}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The buttons of a dialog, the one that goes on last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap justify-end gap-2">{children}</div>;
}
