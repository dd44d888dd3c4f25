import { CircleAlert } from "lucide-react";
import type { ApiProblem } from "../../lib/api.ts";
import { useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";

/** Under what was tried: that it failed, why, and what to do. Announced at once. */
export function Failure({ title, error }: { title: string; error: ApiProblem | null }) {
  const { t } = useTexts();
  if (!error) return null;
  const { text, detail } = problemText(t, error);
  return (
    <div role="alert" className="flex items-start gap-2 text-small [overflow-wrap:anywhere]">
      <CircleAlert aria-hidden="true" className="mt-px text-loss" />
      <p className="min-w-0">
        <span className="font-strong text-loss">{title}.</span> <span className="text-ink-2">{text}</span>
        {detail ? <span className="text-ink-3"> {detail}</span> : null}
      </p>
    </div>
  );
}
