import type { Capability } from "@thothii/backend/api/workspace";
import { Info } from "lucide-react";
import { useTexts } from "../lib/i18n.ts";
import { Chip } from "../ui/chip.tsx";
import { Popover } from "../ui/popover.tsx";

/** Says that the `tht` in use has the basic commands only, and what therefore is not here. */
export function HarnessNotice({ missing }: { missing: Capability[] }) {
  const { t, language } = useTexts();
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return (
    <Popover
      title={t("app.foreignTitle")}
      trigger={
        <button type="button" className="inline-flex rounded-full">
          <Chip tone="wait" icon={<Info aria-hidden="true" />}>
            {t("app.foreignChip")}
          </Chip>
        </button>
      }
    >
      <p className="text-ink-2">
        {missing.length > 0
          ? t("app.foreignBody", { missing: list.format(missing.map((what) => t(`app.missing.${what}`))) })
          : t("app.foreignNothing")}
      </p>
    </Popover>
  );
}
