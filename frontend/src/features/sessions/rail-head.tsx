import { ArrowLeft, ListFilter, Plus, X } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";

export type RailHeadProps = {
  archive: boolean;
  filter: string;
  /** How many sessions are left by the filter. */
  found: number;
  onFilter: (filter: string) => void;
  onBack: () => void;
  onNewQuestion?: (() => void) | undefined;
};

/** The rail's title, what begins a session, and the filter. */
export function RailHead({ archive, filter, found, onFilter, onBack, onNewQuestion }: RailHeadProps) {
  const { t } = useTexts();
  return (
    <div className="grid gap-2 px-3 pt-3 pb-2">
      <div className="flex h-[30px] items-center gap-2">
        {archive ? (
          <IconButton
            label={t("sessions.backToList")}
            icon={<ArrowLeft aria-hidden="true" />}
            onClick={onBack}
            className="-ml-1"
          />
        ) : null}
        <h2 className="min-w-0 flex-1 truncate font-bold">{archive ? t("sessions.archive") : t("sessions.title")}</h2>
        {onNewQuestion && !archive ? (
          <Button icon={<Plus aria-hidden="true" />} onClick={onNewQuestion}>
            {t("sessions.newQuestion")}
          </Button>
        ) : null}
      </div>
      <TextField
        label={t("sessions.filter")}
        hideLabel
        type="text"
        placeholder={t("sessions.filter")}
        icon={<ListFilter aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && filter) {
            event.stopPropagation();
            onFilter("");
          }
        }}
        action={
          filter ? (
            <IconButton
              size="sm"
              className="-mr-1.5"
              label={t("sessions.clearFilter")}
              icon={<X aria-hidden="true" />}
              onClick={() => onFilter("")}
            />
          ) : null
        }
      />
      <p role="status" className="sr-only">
        {filter.trim() ? t("sessions.foundCount", { count: found }) : ""}
      </p>
    </div>
  );
}
