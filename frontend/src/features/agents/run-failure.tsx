import { CircleAlert } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { Button } from "../../ui/button.tsx";

/** Why an agent did not start, in the server's words too, and the next step. */
export function RunFailure({ error, onGoTo }: { error: unknown; onGoTo?: (() => void) | undefined }) {
  const { t } = useTexts();
  const { text, detail } = problemText(t, error);
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-loss-soft px-3 py-2.5 text-small [overflow-wrap:anywhere]">
      <CircleAlert aria-hidden="true" className="mt-px text-loss" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p>
          <span className="font-strong text-loss">{t("agents.startFailed")}.</span> {text}
        </p>
        {detail ? (
          <p className="max-h-28 overflow-auto whitespace-pre-wrap font-mono text-[12px] text-ink-2">{detail}</p>
        ) : null}
        {onGoTo ? (
          <Button size="sm" className="justify-self-start" onClick={onGoTo}>
            {t("agents.goToTerminal")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
