import { useTexts } from "../lib/i18n.ts";
import { useLiveStatus } from "../lib/live-react.ts";
import { Spinner } from "../ui/spinner.tsx";

/** Over the page, so that nothing moves: the server is gone and the page tries to find it again. */
export function LostBanner() {
  const { t } = useTexts();
  const lost = useLiveStatus() === "lost";
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-2 z-30 flex justify-center px-4">
      {lost ? (
        <p className="forced-outline flex items-center gap-2 rounded-full border border-wait-line bg-wait-soft px-3.5 py-1.5 font-medium text-small text-wait shadow-float">
          <Spinner />
          {t("app.lost")}
          <span className="font-body max-wide:sr-only">{t("app.lostDetail")}</span>
        </p>
      ) : null}
    </div>
  );
}
