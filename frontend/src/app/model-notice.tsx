import type { Workspace } from "@thothii/backend/api/workspace";
import { useTexts } from "../lib/i18n.ts";
import { Chip } from "../ui/chip.tsx";
import { Popover } from "../ui/popover.tsx";

/** Which model answers. The offline one says what it is and how to set a real one. */
export function ModelNotice({ model }: { model: Workspace["model"] }) {
  const { t } = useTexts();
  if (!model.offline) {
    return (
      <Chip className="max-wide:hidden" title={t("app.model")}>
        <span className="max-w-60 truncate">{model.id}</span>
      </Chip>
    );
  }
  return (
    <Popover
      title={t("app.offlineModelTitle")}
      trigger={
        <button type="button" aria-label={t("app.offlineModel")} className="inline-flex rounded-full py-px touch:py-2">
          <Chip className="transition-colors hover:text-ink">
            <span className="max-[480px]:hidden">{t("app.offlineModel")}</span>
            <span className="min-[481px]:hidden">{t("app.offlineModelShort")}</span>
          </Chip>
        </button>
      }
    >
      <p className="text-ink-2">{t("app.offlineModelBody")}</p>
      <p className="text-ink-2">{t("app.offlineModelHow")}</p>
      <pre className="overflow-x-auto rounded-md bg-sunk px-3 py-2 text-[12px] leading-[1.6]">
        {"THOTH_MODEL=provider/model\nPROVIDER_API_KEY=…\nnpm start"}
      </pre>
    </Popover>
  );
}
