import { Keyboard, Settings } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTexts } from "../lib/i18n.ts";
import { remember, remembered } from "../lib/memory.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Popover } from "../ui/popover.tsx";
import { TextField } from "../ui/text-field.tsx";
import { NoticeSetting } from "./notice-setting.tsx";
import { noticesPossible } from "./waiting-notice.ts";

/** Who is at the keyboard, as the ledger will name them, and whether to call them. Kept on this browser. */
export function SettingsPopover({ author, onShortcuts }: { author: string; onShortcuts: () => void }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");

  function save(event: FormEvent) {
    event.preventDefault();
    remember("by", name.trim().normalize("NFC") || null);
    setOpen(false);
  }

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
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          onShortcuts();
        }}
        className="-mx-2 mt-1 flex h-[30px] items-center gap-2 rounded-sm px-2 text-left hover:bg-sunk touch:h-10"
      >
        <Keyboard aria-hidden="true" />
        <span className="flex-1">{t("app.shortcuts")}</span>
        <Kbd>?</Kbd>
      </button>
    </Popover>
  );
}
