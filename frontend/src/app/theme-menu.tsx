import { Monitor, Moon, Sun } from "lucide-react";
import { useTexts } from "../lib/i18n.ts";
import { setTheme, type Theme, useTheme } from "../lib/theme.ts";
import { useMedia } from "../lib/use-media.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuRadioGroup, MenuRadioItem } from "../ui/menu.tsx";

export function ThemeMenu() {
  const { t } = useTexts();
  const theme = useTheme();
  const systemIsDark = useMedia("(prefers-color-scheme: dark)");
  const dark = theme === "dark" || (theme === "system" && systemIsDark);
  return (
    <Menu
      label={t("app.theme")}
      trigger={
        <IconButton label={t("app.theme")} icon={dark ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />} />
      }
    >
      <MenuRadioGroup<Theme> value={theme} onChange={setTheme}>
        <MenuRadioItem value="system" icon={<Monitor aria-hidden="true" />}>
          {t("app.themeSystem")}
        </MenuRadioItem>
        <MenuRadioItem value="light" icon={<Sun aria-hidden="true" />}>
          {t("app.themeLight")}
        </MenuRadioItem>
        <MenuRadioItem value="dark" icon={<Moon aria-hidden="true" />}>
          {t("app.themeDark")}
        </MenuRadioItem>
      </MenuRadioGroup>
    </Menu>
  );
}
