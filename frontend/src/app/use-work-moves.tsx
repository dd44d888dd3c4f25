import { useQuery } from "@tanstack/react-query";
import type { AgentName, RunRequest } from "@thothii/backend/api/agents";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import type { Terminal } from "@thothii/backend/api/terminals";
import { lazy, Suspense, useState } from "react";
import { ForkMenu } from "../features/agents/fork-menu.tsx";
import { useRunAgent } from "../features/agents/run-agent.ts";
import { type ForkWay, forkWay, isLost, resumeRequest, type WorkSource } from "../features/agents/work-source.ts";
import { sessionActs } from "../features/documents/session-acts.ts";
import { useTexts } from "../lib/i18n.ts";
import { agentsQuery, workspaceQuery } from "../lib/queries.ts";
import type { Centre } from "./use-centre.ts";

const ContinueDialog = lazy(() =>
  import("../features/agents/continue-dialog.tsx").then((m) => ({ default: m.ContinueDialog })),
);
const SessionFork = lazy(() => import("./session-fork.tsx").then((m) => ({ default: m.SessionFork })));

/** A conversation as whoever shows it knows it. */
type Conversation = { agent: AgentName; sessionId: string; title: string | null; gone: boolean };

/** Of the conversations of this workspace's sessions the documents are what goes on. */
const sourceOf = (conversation: Conversation): WorkSource =>
  conversation.agent === "thoth"
    ? { kind: "session", id: conversation.sessionId, title: conversation.title ?? conversation.sessionId }
    : { kind: "conversation", ...conversation };

/**
 * What takes work elsewhere, wherever it is asked for: the menus of a terminal and of a chat, the ways on from a
 * conversation `read`, and the dialogs of them all.
 */
export function useWorkMoves(centre: Centre, roomForTwo: boolean, read: AgentName | null) {
  const { t } = useTexts();
  const run = useRunAgent();
  const workspace = useQuery(workspaceQuery).data;
  const agents = useQuery({ ...agentsQuery, enabled: read !== null && read !== "thoth" }).data?.agents;
  const [source, setSource] = useState<WorkSource | null>(null);
  const [copied, setCopied] = useState<string | null>(null);

  async function start(request: RunRequest, failure: "forkFailed" | "resumeFailed") {
    try {
      const { id } = await run(request);
      centre.show(id, "split");
    } catch (error) {
      centre.failed(t(`agents.${failure}`), error);
    }
  }

  function fork(way: ForkWay) {
    if (way.kind === "run") void start({ ...way.request, placement: "split" }, "forkFailed");
    else if (way.kind === "copy") setCopied(way.session);
  }

  const menu = (of: WorkSource, copyRefused?: string) => (
    <ForkMenu source={of} onContinue={setSource} onFork={fork} copyRefused={copyRefused} />
  );

  // What its agent can do depends on the agent alone, and a conversation that is gone says so when it is asked for.
  const readable = read && sourceOf({ agent: read, sessionId: "", title: null, gone: false });
  return {
    ofTerminal: (terminal: Terminal) => menu({ kind: "terminal", terminal }),
    continueTerminal(terminal: Terminal) {
      const of: WorkSource = { kind: "terminal", terminal };
      return isLost(of) ? undefined : () => setSource(of);
    },
    ofSession(session: SessionDetail) {
      const { id, name, question } = session;
      const why = sessionActs(session, workspace?.missing ?? []).fork;
      const refused = why === "foreign" || why === "unreadable" ? t(`agents.refusal.${why}`) : undefined;
      return menu({ kind: "session", id, title: name ?? question ?? id }, refused);
    },
    continueSession: (id: string, title: string) => setSource({ kind: "session", id, title }),
    /** Of the conversation being read; what its agent can't do is absent. */
    ofConversation: {
      onContinue: (conversation: Conversation) => setSource(sourceOf(conversation)),
      onFork:
        readable && forkWay(readable, agents).kind !== "refused"
          ? (conversation: Conversation) => fork(forkWay(sourceOf(conversation), agents))
          : undefined,
      onOpenInTerminal:
        readable && resumeRequest(readable, agents)
          ? (conversation: Conversation) => {
              const request = resumeRequest(sourceOf(conversation), agents);
              if (request) void start(request, "resumeFailed");
            }
          : undefined,
    },
    dialogs: (
      <Suspense fallback={null}>
        {source ? (
          <ContinueDialog
            source={source}
            canSplit={roomForTwo}
            onStarted={({ id }, placement) => centre.show(id, placement)}
            onGoTo={(id) => centre.show(id)}
            onClosed={() => setSource(null)}
          />
        ) : null}
        {copied ? <SessionFork id={copied} onClosed={() => setCopied(null)} /> : null}
      </Suspense>
    ),
  };
}
