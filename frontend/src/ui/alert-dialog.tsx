import { AlertDialog as Base } from "@base-ui-components/react/alert-dialog";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { useTexts } from "../lib/i18n.ts";
import { Button } from "./button.tsx";
import { DialogActions, dialogBackdrop, dialogPopup } from "./dialog.tsx";

export type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it is quite gone, the focus back where it was. */
  onClosed?: () => void;
  title: string;
  description: ReactNode;
  /** More below the description: an error, a list. */
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  /** Red, for what is lost for good. */
  danger?: boolean;
  /** At work after the confirmation: nothing closes it. */
  busy?: boolean;
  finalFocus?: ComponentProps<typeof Base.Popup>["finalFocus"];
};

/** Asks before something that can't be undone. The focus is on Cancel, and only a button or Esc closes it. */
export function AlertDialog({
  open,
  onOpenChange,
  onClosed,
  title,
  description,
  children,
  confirmLabel,
  onConfirm,
  danger = false,
  busy = false,
  finalFocus,
}: AlertDialogProps) {
  const { t } = useTexts();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup data-modal="" className={dialogPopup} initialFocus={cancel} finalFocus={finalFocus}>
          <Base.Title className="font-bold text-title tracking-tight [overflow-wrap:anywhere]">{title}</Base.Title>
          <Base.Description render={<div />} className="grid gap-2 text-ink-2">
            {description}
          </Base.Description>
          {children}
          <DialogActions>
            <Base.Close render={<Button ref={cancel} disabled={busy} />}>{t("app.cancel")}</Base.Close>
            <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogActions>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
