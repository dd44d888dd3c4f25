import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { CommandDialog } from "../../ui/command-dialog.tsx";
import { SearchBox } from "./search-box.tsx";
import type { SearchTarget, SearchText } from "./search-target.ts";

export type { SearchTarget, SearchText };

export type SearchDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What to begin with, and what to keep of it in the address as it is typed. */
  text: SearchText;
  onText: (text: SearchText) => void;
  onGo: (target: SearchTarget, text: SearchText) => void;
};

/** The one box that finds everything, over the page. */
export function SearchDialog({ open, onOpenChange, text, onText, onGo }: SearchDialogProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const gone = useRef(false);
  const from = useCaller(open);

  // What was typed last may be told after the box was closed, and would open it again.
  const shut = useRef(false);
  useEffect(() => {
    if (open) shut.current = false;
  }, [open]);

  function change(next: boolean) {
    shut.current = !next;
    onOpenChange(next);
  }

  function go(target: SearchTarget, found: SearchText) {
    gone.current = true;
    shut.current = true;
    onGo(target, found);
  }

  return (
    <CommandDialog
      open={open}
      onOpenChange={change}
      label={t("search.search")}
      initialFocus={field}
      // Where the choice led is where the reader goes on; without one, back to where the search was called from.
      finalFocus={() => {
        const stay = gone.current;
        gone.current = false;
        return stay ? false : (from ?? true);
      }}
    >
      <SearchBox
        field={field}
        begin={text}
        onText={(next) => {
          if (!shut.current) onText(next);
        }}
        onGo={go}
        onClose={() => change(false)}
      />
    </CommandDialog>
  );
}

/** What had the focus when the box was called: it may be shown open at once, before it could see that by itself. */
function useCaller(open: boolean): HTMLElement | null {
  const [called, setCalled] = useState<{ open: boolean; from: HTMLElement | null }>({ open: false, from: null });
  if (called.open === open) return called.from;
  const focused = document.activeElement;
  const from = focused instanceof HTMLElement && focused !== document.body ? focused : null;
  setCalled({ open, from: open ? from : called.from });
  return called.from;
}
