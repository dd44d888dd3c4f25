import { forgetAskedLanguage } from "../lib/address.ts";
import { type Language, setLanguage, useTexts } from "../lib/i18n.ts";
import { Menu, MenuRadioGroup, MenuRadioItem } from "../ui/menu.tsx";

const names: Record<Language, string> = { it: "Italiano", en: "English" };

export function LanguageMenu() {
  const { t, language } = useTexts();
  return (
    <Menu
      label={t("app.language")}
      trigger={
        <button
          type="button"
          aria-label={`${language.toUpperCase()} · ${t("app.language")}`}
          className="h-7 min-w-7 rounded-[7px] px-[7px] text-ink-2 transition-colors hover:bg-sunk hover:text-ink"
        >
          {language.toUpperCase()}
        </button>
      }
    >
      <MenuRadioGroup
        value={language}
        onChange={(next) => {
          // Else a reload would bring back what the link asked for.
          forgetAskedLanguage();
          void setLanguage(next);
        }}
      >
        <MenuRadioItem value="it">{names.it}</MenuRadioItem>
        <MenuRadioItem value="en">{names.en}</MenuRadioItem>
      </MenuRadioGroup>
    </Menu>
  );
}
