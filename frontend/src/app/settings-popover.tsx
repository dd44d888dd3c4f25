import { Bot, Keyboard, Settings } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTexts } from "../lib/i18n.ts";
import { remember, remembered } from "../lib/memory.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Popover } from "../ui/popover.tsx";
import { TextField } from "../ui/text-field.tsx";
import { NoticeSetting } from "./notice-setting.tsx";
import { noticesPossible } from "./waiting-notice.ts";

type SettingsPopoverProps = { author: string; onShortcuts: () => void; onAgentSettings: () => void };

/** Who is at the keyboard, as the ledger will name them, and whether to call them. Kept on this browser. */
export function SettingsPopover({ author, onShortcuts, onAgentSettings }: SettingsPopoverProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");

  function save(event: FormEvent) {
    event.preventDefault();
    remember("by", name.trim().normalize("NFC") || null);
    setOpen(false);
  }

  const leaving = (go: () => void) => () => {
    setOpen(false);
    go();
  };

  return (
    <Popover
      title={t("app.settings")}
      open={open}
      onOpenChange={(next) => {
        if (next) setName(remembered("by") ?? "");
        setOpen(next);
      }}
      trigger={<IconButton label={t("app.settings")} icon={<Settings aria-hidden="true" />} />}
    >
      <form onSubmit={save} className="grid gap-3">
        <TextField
          label={t("app.yourName")}
          hint={t("app.yourNameHint", { author })}
          value={name}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" className="justify-self-end">
          {t("app.save")}
        </Button>
      </form>
      {noticesPossible() ? <NoticeSetting /> : null}
      <div className="-mx-2 mt-1 grid">
        <Way icon={<Bot aria-hidden="true" />} onGo={leaving(onAgentSettings)}>
          {t("agents.settings.open")}
        </Way>
        <Way icon={<Keyboard aria-hidden="true" />} shortcut="?" onGo={leaving(onShortcuts)}>
          {t("app.shortcuts")}
        </Way>
      </div>
    </Popover>
  );
}

type WayProps = { icon: ReactNode; shortcut?: string; onGo: () => void; children: ReactNode };

/** To what has more room elsewhere. */
function Way({ icon, shortcut, onGo, children }: WayProps) {
  return (
    <button
      type="button"
      onClick={onGo}
      className="flex h-[30px] items-center gap-2 rounded-sm px-2 text-left hover:bg-sunk touch:h-10"
    >
      {icon}
      <span className="flex-1">{children}</span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </button>
  );
}
