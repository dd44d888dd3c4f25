import { Search } from "lucide-react";
import { useTexts } from "../lib/i18n.ts";

/** What looks like the search's field and opens it; a magnifying glass where there is no room. */
export function SearchButton({ q, onSearch }: { q: string | null; onSearch: () => void }) {
  const { t } = useTexts();
  const apple = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={apple ? "Meta+K" : "Control+K"}
      onClick={onSearch}
      className="flex h-[30px] min-w-0 items-center gap-2.5 rounded-md border border-line bg-sunk px-2.5 text-ink-3 transition-colors hover:border-line-strong max-wide:size-9 max-wide:shrink-0 max-wide:justify-center max-wide:border-transparent max-wide:bg-transparent max-wide:px-0 max-wide:hover:bg-sunk wide:w-[min(460px,34vw)] wide:shrink touch:max-wide:size-10"
    >
      <Search aria-hidden="true" />
      <span className="sr-only">{t("search.search")}</span>
      <span
        dir="auto"
        aria-hidden={q === null}
        className={`min-w-0 flex-1 truncate text-left max-wide:hidden ${q ? "text-ink" : ""}`}
      >
        {q ?? t("search.placeholder")}
      </span>
      <span aria-hidden="true" className="flex max-wide:hidden">
        <kbd className="rounded-sm border border-line-strong px-1.5 font-sans text-tiny leading-[18px]">
          {apple ? "⌘K" : `${t("shortcuts.ctrl")} K`}
        </kbd>
      </span>
    </button>
  );
}
