import { Search, X } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { isComposing } from "../../ui/is-composing.ts";
import { Spinner } from "../../ui/spinner.tsx";

type SearchFieldProps = {
  ref: Ref<HTMLInputElement>;
  typed: string;
  onType: (typed: string) => void;
  onFocus: () => void;
  /** Hears no key of an input method. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onClose: () => void;
  loading: boolean;
  listId: string;
  activeId: string | undefined;
  expanded: boolean;
};

export function SearchField({
  ref,
  typed,
  onType,
  onFocus,
  onKeyDown,
  onClose,
  loading,
  listId,
  activeId,
  expanded,
}: SearchFieldProps) {
  const { t } = useTexts();

  // An input method's Enter takes a word and its Esc drops one: neither chooses, nor closes the box.
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isComposing(event)) return onKeyDown(event);
    if (event.key === "Enter") event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="flex h-13 shrink-0 items-center gap-3 px-4 text-ink-3">
      {loading ? <Spinner /> : <Search aria-hidden="true" />}
      <input
        ref={ref}
        type="text"
        role="combobox"
        aria-label={t("search.search")}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={expanded}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={t("search.placeholder")}
        dir="auto"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onFocus={onFocus}
        onKeyDown={keyDown}
        className="h-full min-w-0 flex-1 truncate bg-transparent text-[1rem] text-ink outline-none"
      />
      <IconButton
        label={t("app.close")}
        shortcut="Esc"
        icon={<X aria-hidden="true" />}
        className="-mr-1.5 touch:size-10"
        onClick={onClose}
      />
    </div>
  );
}
