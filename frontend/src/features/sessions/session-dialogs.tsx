import type { SessionSummary } from "@thothii/backend/api/sessions";
import { resolveGroup } from "../../lib/groups.ts";
import { useTexts } from "../../lib/i18n.ts";
import { sessionName } from "../../lib/session-name.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { DeleteManyDialog } from "./delete-many-dialog.tsx";
import { NameDialog, type NameDialogProps } from "./name-dialog.tsx";
import type { SessionActions } from "./use-session-actions.ts";
import type { Refusal } from "./use-session-changes.ts";

/** What a person is being asked about, and of which sessions, as they were when asked. */
export type SessionTask =
  | { kind: "rename"; row: SessionSummary }
  | { kind: "new-group" | "delete"; rows: readonly SessionSummary[] }
  | { kind: "rename-group"; group: string; rows: readonly SessionSummary[] };

export type SessionDialogsProps = {
  task: SessionTask;
  groups: readonly string[];
  actions: SessionActions;
  onClose: () => void;
  /** Of many to be deleted these could not be. */
  onKept: (refused: readonly Refusal[]) => void;
  /** They are on their way into a new group. */
  onMoved: () => void;
  /** A group has another name now. */
  onGroupRenamed: (from: string, to: string) => void;
  finalFocus: NameDialogProps["finalFocus"];
};

export function SessionDialogs({
  task,
  groups,
  actions,
  onClose,
  onKept,
  onMoved,
  onGroupRenamed,
  finalFocus,
}: SessionDialogsProps) {
  const { t } = useTexts();
  const frame = { onClose, finalFocus };
  const refuseEmpty = (typed: string) => (typed.trim() ? null : t("sessions.groupEmpty"));
  switch (task.kind) {
    case "rename":
      return (
        <NameDialog
          {...frame}
          title={t("sessions.renameTitle")}
          label={t("sessions.renameField")}
          initial={task.row.name ?? ""}
          placeholder={sessionName({ ...task.row, name: null })}
          hint={() => t("sessions.renameHint")}
          saveLabel={t("app.save")}
          onSave={(name) => actions.rename(task.row, name)}
        />
      );
    case "new-group":
      return (
        <NameDialog
          {...frame}
          title={t("sessions.groupTitle")}
          label={t("sessions.groupField")}
          initial=""
          hint={(typed) => {
            const group = resolveGroup(typed, groups);
            return groups.includes(group)
              ? t("sessions.groupExists", { group, count: task.rows.length })
              : t("sessions.groupHint", { count: task.rows.length });
          }}
          refuse={refuseEmpty}
          saveLabel={t("sessions.create")}
          onSave={async (typed) => {
            await actions.moveToNew(task.rows, resolveGroup(typed, groups));
            onMoved();
          }}
        />
      );
    case "rename-group": {
      const others = groups.filter((group) => group !== task.group);
      return (
        <NameDialog
          {...frame}
          title={t("sessions.renameGroupTitle")}
          label={t("sessions.groupField")}
          initial={task.group}
          hint={(typed) => {
            const group = resolveGroup(typed, others);
            return others.includes(group)
              ? t("sessions.renameGroupExists", { group })
              : t("sessions.renameGroupHint", { count: task.rows.length });
          }}
          refuse={refuseEmpty}
          saveLabel={t("app.save")}
          onSave={async (typed) => {
            const to = resolveGroup(typed, others);
            await actions.moveToNew(task.rows, to, t("sessions.groupRenamed", { from: task.group, to }));
            onGroupRenamed(task.group, to);
          }}
        />
      );
    }
    case "delete": {
      const [row, ...more] = task.rows;
      if (!row) return null;
      if (more.length === 0) {
        return (
          <DeleteDialog
            {...frame}
            row={row}
            onDelete={async () => {
              const [refused] = await actions.remove([row]);
              if (refused) throw refused.error;
            }}
          />
        );
      }
      return (
        <DeleteManyDialog
          {...frame}
          rows={task.rows}
          onDelete={async (onProgress) => onKept(await actions.remove(task.rows, onProgress))}
        />
      );
    }
  }
}
