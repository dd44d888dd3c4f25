import type { SessionSummary } from "@thothii/backend/api/sessions";
import { clsx } from "clsx";
import { EllipsisVertical } from "lucide-react";
import { memo } from "react";
import { longWhen, shortWhen } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { RowMark } from "./row-mark.tsx";
import { activityOf, rowState } from "./row-state.ts";
import { rowReason, sessionName } from "./session-text.ts";

export type SessionRowProps = {
  row: SessionSummary;
  /** The archive has no group headers, so its rows say their group. */
  showGroup: boolean;
  inChat: boolean;
  inPanel: boolean;
  menuOpen: boolean;
  /** Of the list's one stop of the Tab key. */
  tabbable: boolean;
  onOpen: (id: string) => void;
  onMenu: (row: SessionSummary, anchor: Element, fromKeyboard: boolean) => void;
};

/** The ids of a row's two buttons, by which the focus finds them again. */
export const rowButtonId = (id: string) => `session-row-${id}`;
export const rowMenuButtonId = (id: string) => `session-menu-${id}`;

export const SessionRow = memo(function SessionRow({
  row,
  showGroup,
  inChat,
  inPanel,
  menuOpen,
  tabbable,
  onOpen,
  onMenu,
}: SessionRowProps) {
  const { t, language } = useTexts();
  const now = useNow();
  const state = rowState(row);
  const name = sessionName(row);
  const activity = activityOf(row);
  const whyId = `session-why-${row.id}`;
  const tabIndex = tabbable ? 0 : -1;
  const loss = state === "broken" || state === "failed";
  return (
    <div
      className={clsx(
        "group relative mx-1.5 grid h-[52px] grid-cols-[14px_minmax(0,1fr)_auto] content-start gap-x-2 rounded-md px-2.5 py-[7px] transition-colors",
        inChat ? "forced-outline bg-accent-soft" : "hover:bg-sunk",
        menuOpen && !inChat && "bg-sunk",
      )}
    >
      {inPanel ? (
        <span aria-hidden="true" className="absolute inset-y-0 left-0 w-[2.5px] rounded-full bg-accent" />
      ) : null}
      <span className="grid h-5 place-items-start pt-1.5">
        <RowMark state={state} />
      </span>
      {/* Named by the name alone; what lies beside and below it describes it, and is under its surface. */}
      <button
        type="button"
        id={rowButtonId(row.id)}
        tabIndex={tabIndex}
        dir="auto"
        onClick={() => onOpen(row.id)}
        aria-describedby={whyId}
        aria-current={inChat ? "true" : undefined}
        aria-keyshortcuts="F2 E Delete"
        title={name}
        className={clsx(
          "min-w-0 truncate text-left outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2",
          state === "broken" ? "text-ink-2" : "text-ink",
          state === "unread" ? "font-bold" : "font-medium",
        )}
      >
        {name}
      </button>
      <span
        className={clsx(
          "pt-px text-ink-3 text-tiny transition-opacity group-hover:opacity-0 group-has-[:focus-visible]:opacity-0 touch:mr-6 touch:group-hover:opacity-100 touch:group-has-[:focus-visible]:opacity-100",
          menuOpen && "opacity-0",
        )}
      >
        {activity ? (
          <time dateTime={activity} title={longWhen(activity, language)}>
            {shortWhen(activity, now, language)}
          </time>
        ) : null}
      </span>
      <span
        id={whyId}
        className={clsx(
          "col-span-2 col-start-2 truncate text-[12px] leading-[18px] touch:mr-6",
          loss ? "text-loss" : "text-ink-3",
        )}
      >
        {showGroup && row.group ? <bdi>{row.group} · </bdi> : null}
        {rowReason(t, row)}
        <span className="sr-only">
          {state === "unread" ? ` · ${t("sessions.unread")}` : ""}
          {inChat ? ` · ${t("sessions.inChat")}` : ""}
          {inPanel ? ` · ${t("sessions.inPanel")}` : ""}
        </span>
      </span>
      <button
        type="button"
        id={rowMenuButtonId(row.id)}
        tabIndex={tabIndex}
        aria-label={t("sessions.actions", { name })}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        onClick={(event) => onMenu(row, event.currentTarget, event.detail === 0)}
        className={clsx(
          "absolute top-1 right-1 grid size-6 place-items-center rounded-[7px] text-ink-3 opacity-0 transition-colors hover:bg-line hover:text-ink focus-visible:-outline-offset-2 group-hover:opacity-100 group-has-[:focus-visible]:opacity-100 touch:top-0 touch:right-0 touch:h-full touch:w-10 touch:opacity-100",
          menuOpen && "opacity-100",
        )}
      >
        <EllipsisVertical aria-hidden="true" />
      </button>
    </div>
  );
});
