import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { isComposing } from "../../ui/is-composing.ts";
import type { Found, TerminalScreen } from "./terminal-screen.ts";

/** Looks for words in what the terminal shows and what has scrolled away. */
export function FindBar({ screen, onClose }: { screen: TerminalScreen; onClose: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => screen.onFound(setFound), [screen]);

  function change(next: string) {
    setText(next);
    if (next) screen.find(next, "here");
    else {
      screen.endFind();
      setFound(null);
    }
  }

  function keyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && text) screen.find(text, event.shiftKey ? "previous" : "next");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <search className="absolute top-2 right-4 flex max-w-[calc(100%-2rem)] items-center gap-1 rounded-lg border border-line-strong bg-panel py-1 ps-3 pe-1 shadow-float">
      <input
        ref={field}
        value={text}
        aria-label={t("terminals.find")}
        placeholder={t("terminals.find")}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={keyDown}
        className="h-7 w-40 min-w-0 bg-transparent outline-none touch:h-10 touch:text-[16px]"
      />
      <span role="status" className="min-w-12 text-end text-ink-3 text-tiny">
        {text ? foundText(found) : ""}
      </span>
      <IconButton
        label={t("terminals.previous")}
        shortcut="⇧↵"
        icon={<ChevronUp aria-hidden="true" />}
        className="touch:size-10"
        onClick={() => text && screen.find(text, "previous")}
      />
      <IconButton
        label={t("terminals.next")}
        shortcut="↵"
        icon={<ChevronDown aria-hidden="true" />}
        className="touch:size-10"
        onClick={() => text && screen.find(text, "next")}
      />
      <IconButton
        label={t("app.close")}
        shortcut="Esc"
        icon={<X aria-hidden="true" />}
        className="touch:size-10"
        onClick={onClose}
      />
    </search>
  );
}

/** Which of how many; what it stops counting at it only counts. */
function foundText(found: Found | null): string {
  if (!found) return "";
  return found.index < 0 ? String(found.count) : `${found.index + 1}/${found.count}`;
}
