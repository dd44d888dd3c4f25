import { useTexts } from "../../lib/i18n.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The places of documents that are on their way. */
export function PanelSkeleton() {
  const { t } = useTexts();
  return (
    <div role="status" className="grid gap-3 px-3.5 py-3">
      <span className="sr-only">{t("documents.loading")}</span>
      {["h-3 w-2/3", "h-3 w-5/6", "h-24 w-full"].map((shape) => (
        <div key={shape} className="grid gap-3 rounded-lg border border-line p-3.5">
          <Skeleton className="h-3 w-28" />
          <Skeleton className={shape} />
        </div>
      ))}
    </div>
  );
}
