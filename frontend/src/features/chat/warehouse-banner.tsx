import { DatabaseZap } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";

/** The workspace has no data to ask, and how to give it some. */
export function WarehouseBanner() {
  const { t } = useTexts();
  return (
    <section aria-labelledby="chat-warehouse" className="flex items-start gap-2.5 rounded-lg bg-sunk px-3.5 py-3">
      <DatabaseZap aria-hidden="true" className="mt-0.5 text-wait" />
      <div className="grid min-w-0 gap-1 text-ink-2 text-small [overflow-wrap:anywhere]">
        <h3 id="chat-warehouse" className="font-strong text-ink">
          {t("chat.start.warehouseTitle")}
        </h3>
        <p>{t("chat.start.warehouseBody")}</p>
        <p>
          {t("chat.start.warehouseHow")}{" "}
          <code className="text-[12px] text-ink">{"dwh: {engine: sqlite, path: …}"}</code>
        </p>
      </div>
    </section>
  );
}
