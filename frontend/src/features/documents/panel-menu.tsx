import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { Capability } from "@thothii/backend/api/workspace";
import {
  ArchiveX,
  ArrowRightLeft,
  CircleCheck,
  EllipsisVertical,
  FolderArchive,
  GitFork,
  RotateCcw,
} from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { type Refusal, sessionActs } from "./session-acts.ts";
import { sessionTitle } from "./session-status.ts";
import { useStatusChange } from "./use-status-change.ts";

type PanelMenuProps = {
  session: SessionDetail;
  /** What this server's harness can't do. */
  missing: readonly Capability[];
  onFork: () => void;
  /** Absent where no other agent can be started. */
  onContinue?: (() => void) | undefined;
  onExport: () => void;
};

/** What can be done with the session besides reading it and going on. What can't be done says why. */
export function PanelMenu({ session, missing, onFork, onContinue, onExport }: PanelMenuProps) {
  const { t } = useTexts();
  const [completing, setCompleting] = useState(false);
  const change = useStatusChange(session.id);
  const acts = sessionActs(session, missing);
  const closing = acts.status === "close";
  const refused = (refusal: Refusal | null) => ({
    disabled: refusal !== null,
    hint: refusal === null ? undefined : t(`documents.actions.refusal.${refusal}`),
  });
  return (
    <>
      <Menu
        label={t("documents.actions.label")}
        trigger={<IconButton label={t("documents.actions.label")} icon={<EllipsisVertical aria-hidden="true" />} />}
      >
        {onContinue && session.problem?.severity !== "error" ? (
          <MenuItem icon={<ArrowRightLeft aria-hidden="true" />} onSelect={onContinue}>
            {t("agents.continue")}
          </MenuItem>
        ) : null}
        <MenuItem icon={<GitFork aria-hidden="true" />} onSelect={onFork} {...refused(acts.fork)}>
          {t("documents.actions.fork")}
        </MenuItem>
        <MenuItem icon={<FolderArchive aria-hidden="true" />} onSelect={onExport}>
          {t("documents.exporting.item")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={closing ? <ArchiveX aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
          onSelect={() => void change(acts.status)}
          {...refused(acts.changeStatus)}
        >
          {t(closing ? "documents.actions.close" : "documents.actions.reopen")}
        </MenuItem>
        <MenuItem
          icon={<CircleCheck aria-hidden="true" />}
          onSelect={() => setCompleting(true)}
          {...refused(acts.complete)}
        >
          {t("documents.actions.complete")}
        </MenuItem>
      </Menu>
      <CompleteDialog
        name={sessionTitle(session)}
        open={completing}
        onOpenChange={setCompleting}
        onConfirm={() => change("finalize")}
      />
    </>
  );
}

type CompleteDialogProps = {
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => Promise<unknown>;
};

function CompleteDialog({ name, open, onOpenChange, onConfirm }: CompleteDialogProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    onOpenChange(false);
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("documents.actions.completeTitle", { name })}
      description={t("documents.actions.completeWhat")}
      confirmLabel={t("documents.actions.complete")}
      busy={busy}
      onConfirm={() => void confirm()}
    />
  );
}
