import type { ChatMessage, Gate } from "@thothii/backend/api/chat";
import { useEffect, useRef, useState } from "react";
import { cutText } from "../../lib/cut-text.ts";
import { useTexts } from "../../lib/i18n.ts";
import { gateTitle } from "./gate-card.tsx";

/** As much of an answer as is worth hearing unasked; the rest is there to be read. */
const HEARD = 300;

/** Says each whole answer of the agent once, politely and never by the delta, and each new gate once, at once. */
export function Announcer({ messages, gate }: { messages: readonly ChatMessage[]; gate: Gate | null }) {
  const { t } = useTexts();
  const [said, setSaid] = useState("");
  const heard = useRef<string | null>(null);

  const last = messages.findLast(
    (message) => message.role === "assistant" && !message.streaming && message.text !== "",
  );
  const lastId = last && !last.ended ? last.id : null;
  const lastText = cutText(last?.text ?? "", HEARD);

  useEffect(() => {
    if (lastId === null || heard.current === lastId) return;
    heard.current = lastId;
    setSaid(t("chat.agentSaid", { text: lastText }));
  }, [lastId, lastText, t]);

  return (
    <div className="sr-only">
      <p role="status">{said}</p>
      {gate ? (
        <p role="alert" key={gate.requestId}>
          {gateTitle(t, gate)}
        </p>
      ) : null}
    </div>
  );
}
