import { CircleAlert, RotateCw } from "lucide-react";
import { useTexts } from "../lib/i18n.ts";
import { problemText } from "../lib/problem-text.ts";
import { Button } from "./button.tsx";

/** Something did not load: what, why, and a way to try again. `error` is what the request rejected with. */
export function ErrorState({
  title,
  error,
  onRetry,
  retrying = false,
}: {
  title: string;
  error: unknown;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}) {
  const { t } = useTexts();
  const { text, detail } = problemText(t, error);
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-10 text-center [overflow-wrap:anywhere]"
    >
      <CircleAlert aria-hidden="true" className="mb-1 size-6 text-loss" />
      <p className="font-strong">{title}</p>
      <p className="text-balance text-ink-2 text-small">{text}</p>
      {detail ? <p className="max-h-40 overflow-auto whitespace-pre-wrap text-ink-3 text-small">{detail}</p> : null}
      {onRetry ? (
        <Button className="mt-2" icon={<RotateCw aria-hidden="true" />} busy={retrying} onClick={onRetry}>
          {t("app.retry")}
        </Button>
      ) : null}
    </div>
  );
}
