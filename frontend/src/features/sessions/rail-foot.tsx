import { Archive } from "lucide-react";
import { number } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";

/** The way to the archive, with how many are in it; null while that is not known. */
export function RailFoot({ archived, onArchive }: { archived: number | null; onArchive: () => void }) {
  const { t, language } = useTexts();
  return (
    <button
      type="button"
      onClick={onArchive}
      className="flex h-[42px] shrink-0 items-center gap-[9px] border-line border-t px-4 font-medium text-ink-2 transition-colors hover:bg-sunk hover:text-ink focus-visible:-outline-offset-2"
    >
      <Archive aria-hidden="true" />
      <span className="flex-1 text-left">{t("sessions.archive")}</span>
      <span className="font-body text-ink-3">{archived === null ? "" : number(archived, language)}</span>
    </button>
  );
}
