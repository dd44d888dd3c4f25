import { Play, SquareTerminal } from "lucide-react";
import { useTexts } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { useResume } from "./chat-actions.ts";
import type { SilentReason } from "./composer-mode.ts";
import { Failure } from "./failure.tsx";

type SilenceProps = {
  sessionId: string;
  reason: SilentReason;
  resumable: boolean;
  onOpenTerminal?: (() => void) | undefined;
};

/** In the composer's place: why nothing can be written, and the way to change that where there is one. */
export function Silence({ sessionId, reason, resumable, onOpenTerminal }: SilenceProps) {
  const { t } = useTexts();
  const resume = useResume(sessionId);
  return (
    <div className="grid gap-2">
      <Failure title={t("chat.composer.resumeFailed")} error={resume.pending ? null : resume.error} />
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line bg-sunk px-3.5 py-2.5">
        <p role="status" className="min-w-0 flex-1 basis-56 text-ink-2 text-small">
          {t(`chat.composer.silent.${reason}`)}
        </p>
        {reason === "terminal" && onOpenTerminal ? (
          <Button
            variant="primary"
            className="touch:h-10"
            icon={<SquareTerminal aria-hidden="true" />}
            onClick={onOpenTerminal}
          >
            {t("chat.goToTerminal")}
          </Button>
        ) : null}
        {resumable ? (
          <Button
            variant="primary"
            className="touch:h-10"
            icon={<Play aria-hidden="true" className="fill-current" />}
            busy={resume.pending}
            onClick={() => resume.start()}
          >
            {t("chat.resume")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
