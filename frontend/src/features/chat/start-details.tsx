import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useMemo } from "react";
import { groupNames } from "../../lib/groups.ts";
import { useTexts } from "../../lib/i18n.ts";
import { sessionsQuery } from "../../lib/queries.ts";
import { Collapsible } from "../../ui/collapsible.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { groupDraft, nameDraft } from "./chat-actions.ts";
import { useDraft } from "./use-draft.ts";

/** The groups there are, for a new session to join. */
export function useGroupNames(): string[] {
  const rows = useQuery(sessionsQuery).data;
  return useMemo(() => groupNames(rows ?? []), [rows]);
}

type StartDetailsProps = { groups: readonly string[]; readOnly: boolean; onSend: () => void };

/** What a new session is called and where it goes; kept like the question until it is sent. */
export function StartDetails({ groups, readOnly, onSend }: StartDetailsProps) {
  const { t } = useTexts();
  const list = useId();
  const [name, setName] = useDraft(nameDraft);
  const [group, setGroup] = useDraft(groupDraft);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onSend();
  }

  return (
    <Collapsible
      className="px-1"
      // What was typed before a reload would otherwise go along unseen.
      defaultOpen={Boolean(name.trim() || group.trim())}
      header={<span className="py-1 text-ink-2 text-small">{t("chat.start.details")}</span>}
    >
      <div className="grid grid-cols-2 gap-3 pt-1.5 pb-1 @max-[600px]:grid-cols-1">
        <TextField
          label={t("chat.start.name")}
          placeholder={t("chat.start.optional")}
          value={name}
          readOnly={readOnly}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <TextField
          label={t("chat.start.group")}
          placeholder={t("chat.start.optional")}
          value={group}
          list={list}
          autoComplete="off"
          readOnly={readOnly}
          onChange={(event) => setGroup(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <datalist id={list}>
          {groups.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </div>
    </Collapsible>
  );
}
