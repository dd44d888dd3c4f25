import { ChevronDown } from "lucide-react";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";

export type GroupHeaderProps = {
  id: string;
  group: string | null;
  count: number;
  open: boolean;
  tabbable: boolean;
  onToggle: () => void;
};

export function GroupHeader({ id, group, count, open, tabbable, onToggle }: GroupHeaderProps) {
  const { t, language } = useTexts();
  return (
    <h3 className="flex h-8 items-end px-1.5">
      <button
        type="button"
        id={id}
        tabIndex={tabbable ? 0 : -1}
        aria-expanded={open}
        onClick={onToggle}
        className="flex h-[26px] w-full min-w-0 items-center gap-1.5 rounded-sm px-2 font-strong text-[12px] text-ink-3 transition-colors hover:text-ink focus-visible:-outline-offset-2"
      >
        <ChevronDown aria-hidden="true" className={open ? "" : "-rotate-90"} />
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {group ?? t("sessions.noGroup")}
        </span>
        <span className="font-body">{number(count, language)}</span>
      </button>
    </h3>
  );
}
