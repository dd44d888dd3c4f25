import type { SessionSummary } from "@thothii/backend/api/sessions";
import { clsx } from "clsx";
import { EllipsisVertical } from "lucide-react";
import { type MouseEvent, memo, type PointerEvent, useState } from "react";
import { longWhen, shortWhen } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { foundElsewhere } from "../../lib/session-filter.ts";
import { sessionName } from "../../lib/session-name.ts";
import { useNow } from "../../lib/use-now.ts";
import { MarkedText } from "../../ui/marked-text.tsx";
import { RowMark } from "./row-mark.tsx";
import { RowNameField } from "./row-name-field.tsx";
import { activityOf, rowState } from "./row-state.ts";
import { rowReason } from "./session-text.ts";

/** What a row tells the list; stable, so that a row is drawn anew only when its own data changes. */
type RowHandlers = {
  /** Its button was pressed, with whatever keys were held. */
  onPress: (row: SessionSummary, event: MouseEvent) => void;
  onPointerDown: (row: SessionSummary, event: PointerEvent) => void;
  onMenu: (row: SessionSummary, anchor: Element, fromKeyboard: boolean) => void;
  onToggleSelected: (row: SessionSummary) => void;
  onEdit: (row: SessionSummary) => void;
  onEditEnd: () => void;
  /** Rejects with the problem. */
  onRename: (row: SessionSummary, name: string) => Promise<void>;
};

export type SessionRowProps = {
  row: SessionSummary;
  /** The archive has no group headers, so its rows say their group. */
  showGroup: boolean;
  inChat: boolean;
  inPanel: boolean;
  menuOpen: boolean;
  /** Of the list's one stop of the Tab key. */
  tabbable: boolean;
  /** What the filter looks for, to be marked. */
  words: readonly string[];
  /** Deleted elsewhere a moment ago, and still here only so that nothing moves under the pointer. */
  gone: boolean;
  /** Some are selected, so each shows its box. */
  selecting: boolean;
  selected: boolean;
  /** Its name is being typed over. */
  editing: boolean;
  handlers: RowHandlers;
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
  words,
  gone,
  selecting,
  selected,
  editing,
  handlers,
}: SessionRowProps) {
  const { t, language } = useTexts();
  const now = useNow();
  const state = rowState(row);
  const name = sessionName(row);
  const activity = activityOf(row);
  const whyId = `session-why-${row.id}`;
  const tabIndex = tabbable ? 0 : -1;
  const [nameError, setNameError] = useState<string | null>(null);
  const reason = gone ? t("sessions.isGone") : rowReason(t, row);
  const loss = state === "broken" || state === "failed" || nameError !== null;
  const elsewhere = words.length > 0 ? foundElsewhere(row, words) : null;
  return (
    <div
      className={clsx(
        "group relative mx-1.5 grid h-[3.25rem] grid-cols-[14px_minmax(0,1fr)_auto] content-start gap-x-2 rounded-md px-2.5 py-[0.4375rem] transition-colors",
        inChat ? "forced-outline bg-accent-soft" : "hover:bg-sunk",
        (menuOpen || selected) && !inChat && "bg-sunk",
        gone && "opacity-60",
      )}
    >
      {inPanel ? (
        <span
          aria-hidden="true"
          className="forced-outline absolute inset-y-0 left-0 w-[2.5px] rounded-full bg-accent"
        />
      ) : null}
      <span className="grid h-5 place-items-start pt-1.5">
        {selecting && !gone ? (
          // Its whole end of the row, for a finger.
          <label className="absolute inset-y-0 left-0 z-1 w-8 cursor-pointer pt-2.5 pl-2.5 touch:w-10">
            <input
              type="checkbox"
              checked={selected}
              tabIndex={tabIndex}
              aria-label={t("sessions.selectIt", { name })}
              onChange={() => handlers.onToggleSelected(row)}
              className="block size-[14px] cursor-pointer accent-accent"
            />
          </label>
        ) : (
          <RowMark state={state} />
        )}
      </span>
      {editing ? (
        <RowNameField
          row={row}
          describedBy={whyId}
          onRename={handlers.onRename}
          onError={setNameError}
          onEnd={() => {
            setNameError(null);
            handlers.onEditEnd();
          }}
        />
      ) : (
        // Named by the name alone; what lies beside and below it describes it, and is under its surface.
        <button
          type="button"
          id={rowButtonId(row.id)}
          tabIndex={tabIndex}
          dir="auto"
          onPointerDown={(event) => handlers.onPointerDown(row, event)}
          // A range goes from the row that has the focus, which this press would take away.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={(event) => handlers.onPress(row, event)}
          onDoubleClick={() => handlers.onEdit(row)}
          aria-describedby={whyId}
          aria-current={inChat ? "true" : undefined}
          aria-disabled={gone || undefined}
          aria-keyshortcuts="F2 E Delete Control+Space"
          title={name}
          className={clsx(
            "min-w-0 truncate text-left outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2",
            state === "broken" ? "text-ink-2" : "text-ink",
            state === "unread" ? "font-bold" : "font-medium",
          )}
        >
          <MarkedText text={name} words={words} />
        </button>
      )}
      <span
        className={clsx(
          "pt-px text-ink-3 text-tiny transition-opacity group-hover:opacity-0 group-has-[:focus-visible]:opacity-0 touch:mr-6 touch:group-hover:opacity-100 touch:group-has-[:focus-visible]:opacity-100",
          menuOpen && "opacity-0",
          editing && "hidden",
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
          "col-span-2 col-start-2 truncate text-[0.75rem] leading-[1.125rem] touch:mr-6",
          loss ? "text-loss" : "text-ink-3",
        )}
      >
        {nameError !== null ? (
          <span role="alert" title={nameError}>
            {nameError}
          </span>
        ) : (
          <>
            {showGroup && row.group ? (
              <bdi>
                <MarkedText text={row.group} words={words} />
                {" · "}
              </bdi>
            ) : null}
            {elsewhere ? <MarkedText text={elsewhere} words={words} /> : reason}
          </>
        )}
        <span className="sr-only">
          {state === "unread" ? ` · ${t("sessions.unread")}` : ""}
          {inChat ? ` · ${t("sessions.inChat")}` : ""}
          {inPanel ? ` · ${t("sessions.inPanel")}` : ""}
          {selected ? ` · ${t("sessions.isSelected")}` : ""}
        </span>
      </span>
      {editing || gone ? null : (
        <button
          type="button"
          id={rowMenuButtonId(row.id)}
          tabIndex={tabIndex}
          aria-label={t("sessions.actions", { name })}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          onClick={(event) => handlers.onMenu(row, event.currentTarget, event.detail === 0)}
          className={clsx(
            "absolute top-1 right-1 grid size-6 place-items-center rounded-[7px] text-ink-3 opacity-0 transition-colors hover:bg-line hover:text-ink focus-visible:-outline-offset-2 group-hover:opacity-100 group-has-[:focus-visible]:opacity-100 touch:top-0 touch:right-0 touch:h-full touch:w-10 touch:opacity-100",
            menuOpen && "opacity-100",
          )}
        >
          <EllipsisVertical aria-hidden="true" />
        </button>
      )}
    </div>
  );
});
