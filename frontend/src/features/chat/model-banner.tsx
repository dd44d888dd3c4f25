import { WifiOff } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";

/** Which model will answer, what it can't do, and how to have a real one. */
export function ModelBanner() {
  const { t } = useTexts();
  return (
    <section aria-labelledby="chat-model" className="flex items-start gap-2.5 rounded-lg bg-sunk px-3.5 py-3">
      <WifiOff aria-hidden="true" className="mt-0.5 text-ink-3" />
      <div className="grid min-w-0 gap-1 text-ink-2 text-small [overflow-wrap:anywhere]">
        <h3 id="chat-model" className="font-strong text-ink">
          {t("chat.start.offlineTitle")}
        </h3>
        <p>{t("chat.start.offlineBody")}</p>
        <p>
          {t("chat.start.offlineHow")} <code className="text-[12px] text-ink">THOTH_MODEL=provider/model</code>{" "}
          {t("chat.start.offlineKey")}
        </p>
      </div>
    </section>
  );
}
