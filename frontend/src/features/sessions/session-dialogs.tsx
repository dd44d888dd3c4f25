import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useTexts } from "../../lib/i18n.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { resolveGroup } from "./groups.ts";
import { NameDialog, type NameDialogProps } from "./name-dialog.tsx";
import { sessionName } from "./session-text.ts";
import type { SessionActions } from "./use-session-actions.ts";

/** What a person is being asked about, and of which session, as it was when asked. */
export type SessionTask = { kind: "rename" | "new-group" | "delete"; row: SessionSummary };

export type SessionDialogsProps = {
  task: SessionTask;
  groups: readonly string[];
  actions: SessionActions;
  onClose: () => void;
  finalFocus: NameDialogProps["finalFocus"];
};

export function SessionDialogs({ task, groups, actions, onClose, finalFocus }: SessionDialogsProps) {
  const { t } = useTexts();
  const { row } = task;
  switch (task.kind) {
    case "rename":
      return (
        <NameDialog
          title={t("sessions.renameTitle")}
          label={t("sessions.renameField")}
          initial={row.name ?? ""}
          placeholder={sessionName({ ...row, name: null })}
          hint={() => t("sessions.renameHint")}
          saveLabel={t("app.save")}
          onSave={(name) => actions.rename(row, name)}
          onClose={onClose}
          finalFocus={finalFocus}
        />
      );
    case "new-group":
      return (
        <NameDialog
          title={t("sessions.groupTitle")}
          label={t("sessions.groupField")}
          initial=""
          hint={(typed) => {
            const group = resolveGroup(typed, groups);
            return groups.includes(group) ? t("sessions.groupExists", { group }) : t("sessions.groupHint");
          }}
          refuse={(typed) => (typed.trim() ? null : t("sessions.groupEmpty"))}
          saveLabel={t("sessions.create")}
          onSave={(typed) => actions.moveToNew(row, resolveGroup(typed, groups))}
          onClose={onClose}
          finalFocus={finalFocus}
        />
      );
    case "delete":
      return (
        <DeleteDialog
          row={row}
          onDelete={async () => {
            await actions.remove(row);
          }}
          onClose={onClose}
          finalFocus={finalFocus}
        />
      );
  }
}
