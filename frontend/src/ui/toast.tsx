import { Toast as Base } from "@base-ui-components/react/toast";
import { CircleAlert, X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTexts } from "../lib/i18n.ts";

export type ToastOptions = {
  text: string;
  /** Why, in smaller letters; for a failure. */
  detail?: string | undefined;
  /** `failed` is announced at once (an alert) and stays longer; `done` when there is a pause (a status). */
  kind?: "done" | "failed";
  action?: { label: string; onSelect: () => void };
  /** A toast with an id replaces the one that is there and starts its time anew. */
  id?: string;
  /** In ms; 0 stays until closed. */
  timeout?: number;
  onClose?: () => void;
};

/** `const toast = useToast(); toast.show({ text, action: { label: "Annulla", onSelect } })`. The result is stable. */
export function useToast() {
  const { add, close } = Base.useToastManager();
  return useMemo(
    () => ({
      show({ text, detail, kind = "done", action, id, timeout, onClose }: ToastOptions): string {
        const own: string = add({
          ...(id ? { id } : {}),
          type: kind,
          title: text,
          description: detail,
          timeout: timeout ?? (kind === "failed" ? 12_000 : 8_000),
          actionProps: action
            ? {
                children: action.label,
                onClick: () => {
                  action.onSelect();
                  close(own);
                },
              }
            : undefined,
          onClose,
        });
        return own;
      },
      close,
    }),
    [add, close],
  );
}

/**
 * Wraps the page and shows the toasts where no field waits: in the lower left corner, or under the header of a narrow
 * screen. F6 reaches them.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport
          aria-label={t("app.notifications")}
          className="fixed top-14 left-1/2 z-40 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col items-center gap-2 outline-none wide:top-auto wide:bottom-4 wide:left-4 wide:translate-x-0 wide:flex-col-reverse wide:items-start"
        >
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  const { t } = useTexts();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      // Base UI's `dialog` takes part in what a page's real dialogs mean; a toast only tells.
      {...{ role: toast.type === "failed" ? "alert" : "status", "aria-modal": undefined }}
      swipeDirection={["down", "right"]}
      className="fade forced-outline max-w-[34rem] rounded-lg bg-ink text-ground shadow-float data-[limited]:hidden"
    >
      <Base.Content className="flex items-center gap-2 py-2 pr-2 pl-3.5 text-small">
        {toast.type === "failed" ? <CircleAlert aria-hidden="true" /> : null}
        <span className="grid min-w-0 gap-0.5 py-0.5 [overflow-wrap:anywhere]">
          <Base.Title className="font-medium" />
          <Base.Description className="opacity-80" />
        </span>
        <Base.Action className="ml-2 shrink-0 rounded-sm px-2 py-1 font-bold underline decoration-1 underline-offset-3 hover:decoration-2 focus-visible:outline-ground" />
        <Base.Close
          aria-label={t("app.close")}
          aria-hidden={false} // Base UI hides it from all but the pointer until the toasts have the focus
          className="grid size-6 shrink-0 place-items-center rounded-sm opacity-75 hover:opacity-100 focus-visible:outline-ground"
        >
          <X aria-hidden="true" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
