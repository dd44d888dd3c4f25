import type { Rest } from "@thothii/backend/api/chat";
import type { Runtime } from "@thothii/backend/api/sessions";
import { CirclePause, TriangleAlert, Unplug, X } from "lucide-react";
import { type T, useTexts } from "../../lib/i18n.ts";
import { problemText } from "../../lib/problem-text.ts";
import { Button } from "../../ui/button.tsx";
import { usePrompt } from "./chat-actions.ts";
import { type Conversation, isLive } from "./chat-state.ts";
import { Failure } from "./failure.tsx";
import { Notice } from "./notice.tsx";

/** What the agent takes for "go on"; the skill and the offline model know the word, whatever the page's language. */
const GO_ON = "continua";

type RunNoticesProps = { sessionId: string; conversation: Conversation; onDismissProblem: () => void };

/** Why the agent isn't working although there is work: at rest, failed, or refused by the server. */
export function RunNotices({ sessionId, conversation, onDismissProblem }: RunNoticesProps) {
  const { t } = useTexts();
  const { runtime, rest, gate, problem } = conversation;
  const resting = rest !== null && gate === null && runtime?.state !== "running";
  const refused = problem ? problemText(t, problem) : null;
  return (
    <>
      {hasFailed(runtime) ? (
        <Notice
          icon={<Unplug className="text-loss" />}
          title={t("chat.failedTitle")}
          detail={runtime.error && `${t("chat.failedReason")}: ${runtime.error}`}
        >
          {t("chat.failedBody")}
        </Notice>
      ) : null}
      {resting ? <AtRest sessionId={sessionId} rest={rest} canGoOn={isLive(runtime)} /> : null}
      {refused ? (
        <Notice
          icon={<TriangleAlert className="text-wait" />}
          title={t("chat.refused")}
          detail={refused.detail}
          actions={
            <Button size="sm" className="touch:h-10" icon={<X aria-hidden="true" />} onClick={onDismissProblem}>
              {t("chat.dismiss")}
            </Button>
          }
        >
          {refused.text}
        </Notice>
      ) : null}
    </>
  );
}

/** With a gate open the session waits all the same, but whoever answers it has to know that no agent got through. */
function hasFailed(runtime: Conversation["runtime"]): runtime is Runtime {
  return runtime?.state === "failed" || (runtime?.state === "paused" && runtime.error !== undefined);
}

function AtRest({ sessionId, rest, canGoOn }: { sessionId: string; rest: Rest; canGoOn: boolean }) {
  const { t } = useTexts();
  const prompt = usePrompt(sessionId);
  const { title, body } = restTexts(t, rest.reason);
  return (
    <Notice
      icon={<CirclePause className="text-wait" />}
      title={title}
      detail={rest.detail}
      actions={
        canGoOn ? (
          <>
            <Button className="touch:h-10" busy={prompt.pending} onClick={() => prompt.start(GO_ON)}>
              {t("chat.continue")}
            </Button>
            <Failure title={t("chat.composer.failed")} error={prompt.pending ? null : prompt.error} />
          </>
        ) : undefined
      }
    >
      {body}
    </Notice>
  );
}

function restTexts(t: T, reason: Rest["reason"]): { title: string; body: string } {
  switch (reason) {
    case "runaway":
      return { title: t("chat.rest.runawayTitle"), body: t("chat.rest.runawayBody") };
    case "aborted":
      return { title: t("chat.rest.abortedTitle"), body: t("chat.rest.abortedBody") };
    case "model-error":
      return { title: t("chat.rest.modelTitle"), body: t("chat.rest.modelBody") };
    default:
      return { title: t("chat.rest.settledTitle"), body: t("chat.rest.settledBody") };
  }
}
