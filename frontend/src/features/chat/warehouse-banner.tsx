import { DatabaseZap } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { StartBanner } from "./start-banner.tsx";

/** The workspace has no data to ask, and how to give it some. */
export function WarehouseBanner() {
  const { t } = useTexts();
  return (
    <StartBanner
      id="chat-warehouse"
      icon={<DatabaseZap aria-hidden="true" className="mt-0.5 text-wait" />}
      title={t("chat.start.warehouseTitle")}
    >
      <p>{t("chat.start.warehouseBody")}</p>
      <p>
        {t("chat.start.warehouseHow")} <code>{"dwh: {engine: sqlite, path: …}"}</code>
      </p>
    </StartBanner>
  );
}
