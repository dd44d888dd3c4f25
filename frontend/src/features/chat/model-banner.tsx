import { WifiOff } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { StartBanner } from "./start-banner.tsx";

/** Which model will answer, what it can't do, and how to have a real one. */
export function ModelBanner() {
  const { t } = useTexts();
  return (
    <StartBanner
      id="chat-model"
      icon={<WifiOff aria-hidden="true" className="mt-0.5 text-ink-3" />}
      title={t("chat.start.offlineTitle")}
    >
      <p>{t("chat.start.offlineBody")}</p>
      <p>
        {t("chat.start.offlineHow")} <code>THOTH_MODEL=provider/model</code> {t("chat.start.offlineKey")}
      </p>
    </StartBanner>
  );
}
