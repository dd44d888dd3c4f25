import { clsx } from "clsx";
import { ChevronDown, EllipsisVertical } from "lucide-react";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { MarkedText } from "../../ui/marked-text.tsx";

export type GroupHeaderProps = {
  id: string;
  group: string | null;
  count: number;
  open: boolean;
  tabbable: boolean;
  menuOpen: boolean;
  words: readonly string[];
  onToggle: () => void;
  onMenu: (group: string, anchor: Element, fromKeyboard: boolean) => void;
};

/** The id of a group's menu button, by which the focus finds it again. */
export const groupMenuButtonId = (group: string) => `session-group-menu-${group}`;

export function GroupHeader({ id, group, count, open, tabbable, menuOpen, words, onToggle, onMenu }: GroupHeaderProps) {
  const { t, language } = useTexts();
  const tabIndex = tabbable ? 0 : -1;
  return (
    <div className="group relative flex h-8 items-end px-1.5">
      <h3 className="w-full min-w-0">
        <button
          type="button"
          id={id}
          tabIndex={tabIndex}
          aria-expanded={open}
          aria-keyshortcuts={group === null ? undefined : "F2"}
          onClick={onToggle}
          className="flex h-[1.625rem] w-full min-w-0 items-center gap-1.5 rounded-sm px-2 font-strong text-[0.75rem] text-ink-3 transition-colors hover:text-ink focus-visible:-outline-offset-2"
        >
          <ChevronDown aria-hidden="true" className={open ? "" : "-rotate-90"} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {group === null ? t("sessions.noGroup") : <MarkedText text={group} words={words} />}
          </span>
          <span
            className={clsx(
              "font-body touch:mr-8",
              group !== null &&
                "transition-opacity group-hover:opacity-0 group-has-[:focus-visible]:opacity-0 touch:group-hover:opacity-100 touch:group-has-[:focus-visible]:opacity-100",
              menuOpen && "opacity-0",
            )}
          >
            {number(count, language)}
          </span>
        </button>
      </h3>
      {group === null ? null : (
        <button
          type="button"
          id={groupMenuButtonId(group)}
          tabIndex={tabIndex}
          aria-label={t("sessions.groupActions", { name: group })}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          onClick={(event) => onMenu(group, event.currentTarget, event.detail === 0)}
          className={clsx(
            "absolute right-2.5 bottom-px grid size-6 place-items-center rounded-[7px] text-ink-3 opacity-0 transition-colors hover:bg-line hover:text-ink focus-visible:-outline-offset-2 group-hover:opacity-100 group-has-[:focus-visible]:opacity-100 touch:right-1.5 touch:w-10 touch:opacity-100",
            menuOpen && "opacity-100",
          )}
        >
          <EllipsisVertical aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
