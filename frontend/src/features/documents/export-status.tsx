import { size } from "../../lib/format.ts";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Exporting } from "./use-export.ts";

/** How far the export is, and a way to stop it; nothing where none is under way. */
export function ExportStatus({ progress, cancel }: Exporting) {
  const { t, language } = useTexts();
  return (
    <div role="status" className="empty:hidden">
      {progress && (
        <div className="flex min-h-[30px] items-center gap-2 rounded-md bg-sunk py-1 pr-1 pl-3 text-ink-2 text-small">
          <Spinner />
          <span className="min-w-0 flex-1 truncate tabular-nums">
            {progress.file === 0
              ? t("documents.exporting.preparing")
              : t("documents.exporting.progress", {
                  file: progress.file,
                  of: progress.of,
                  size: size(progress.bytes, language),
                })}
          </span>
          <Button size="sm" variant="ghost" onClick={cancel}>
            {t("documents.exporting.cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}
