import type { SlashCommand } from "@thothii/backend/api/chat";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { useTexts } from "../../lib/i18n.ts";
import { completed, matchingCommands, offeredCommands, ROLLBACK_COMMAND, type SlashChoice } from "./slash-commands.ts";
import { slashOptionId } from "./slash-menu.tsx";

/**
 * The state of the menu over a text field. `onKey` is asked before the field's own keys and says whether it took the
 * key: arrows move, Enter and Tab complete, Escape hides until the text changes.
 */
export function useSlashMenu(
  text: string,
  change: (text: string) => void,
  commands: readonly SlashCommand[],
  onlyRollback: boolean,
) {
  const { t } = useTexts();
  const id = useId();
  const [active, setActive] = useState({ text: "", index: 0 });
  const [hiddenAt, setHiddenAt] = useState<string | null>(null);

  const choices = useMemo(() => {
    const rollback: SlashChoice = {
      name: ROLLBACK_COMMAND,
      description: t("chat.slash.rollback"),
      argumentHint: t("chat.slash.rollbackHint"),
    };
    return matchingCommands(text, offeredCommands(onlyRollback ? [] : commands, rollback));
  }, [text, commands, onlyRollback, t]);

  const open = choices.length > 0 && hiddenAt !== text;
  const index = active.text === text ? Math.min(active.index, choices.length - 1) : 0;
  const move = (to: number) => setActive({ text, index: (to + choices.length) % choices.length });
  const choose = (choice: SlashChoice) => change(completed(choice));

  function onKey(event: KeyboardEvent): boolean {
    const choice = choices[index];
    if (!open || !choice) return false;
    switch (event.key) {
      case "ArrowDown":
        move(index + 1);
        break;
      case "ArrowUp":
        move(index - 1);
        break;
      case "Escape":
        setHiddenAt(text);
        break;
      case "Tab":
      case "Enter":
        // A command typed in full goes out with the same Enter.
        if (event.shiftKey || completed(choice) === text) return false;
        choose(choice);
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  }

  return {
    id,
    open,
    choices,
    index,
    choose,
    onActive: move,
    onKey,
    fieldProps: {
      "aria-autocomplete": "list" as const,
      "aria-haspopup": "listbox" as const,
      "aria-controls": open ? id : undefined,
      "aria-activedescendant": open ? slashOptionId(id, index) : undefined,
    },
  };
}
