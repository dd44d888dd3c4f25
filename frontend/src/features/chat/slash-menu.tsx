import { clsx } from "clsx";
import { useTexts } from "../../lib/i18n.ts";
import type { SlashChoice } from "./slash-commands.ts";

type SlashMenuProps = {
  id: string;
  choices: readonly SlashChoice[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (choice: SlashChoice) => void;
};

export const slashOptionId = (id: string, index: number) => `${id}-${index}`;

/** The commands that what is typed may become. The focus stays in the text field, which moves `active`. */
export function SlashMenu({ id, choices, active, onActive, onChoose }: SlashMenuProps) {
  const { t } = useTexts();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("chat.slash.label")}
      className="absolute inset-x-0 bottom-full z-10 mb-2 max-h-60 overflow-y-auto rounded-lg border border-line-strong bg-panel p-[5px] shadow-float"
    >
      {choices.map((choice, index) => (
        // The keyboard's way is the text field's.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and its keys
        <div
          key={choice.name}
          id={slashOptionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active || undefined}
          onMouseMove={() => onActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
          className={clsx(
            "flex min-h-[30px] items-baseline gap-2 rounded-sm px-2 py-1 touch:min-h-10",
            index === active && "bg-sunk",
          )}
        >
          <code className="shrink-0 font-medium text-[12px]">
            /{choice.name}
            {choice.argumentHint ? <span className="text-ink-3"> {choice.argumentHint}</span> : null}
          </code>
          <span className="min-w-0 truncate text-ink-3 text-small">{choice.description}</span>
        </div>
      ))}
    </div>
  );
}
