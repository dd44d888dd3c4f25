import type { AgentName } from "../../api/agents.ts";
import { problem } from "../http/problem.ts";
import type { Environment, Reader, Unit } from "../transcripts/index.ts";
import type { ConversationSource } from "./conversation-source.ts";

interface Options {
  readers: readonly Reader[];
  env: Environment;
  projects(): readonly string[];
  /** The ids of the workspace's own sessions. */
  workspaceIds(): Promise<readonly string[]>;
}

interface Found {
  agent: AgentName;
  sessionId: string;
}

const MOST_CANDIDATES = 10;

/** Conversations straight from the agents' stores, without an index: those whose files are there now. */
export function createStoreSource({ readers, env, projects, workspaceIds }: Options): ConversationSource {
  const context = () => ({ env, projects: projects() });

  const unitsOf = (reader: Reader): Unit[] => reader.list(context()).units;

  async function everything(): Promise<Found[]> {
    const own = (await workspaceIds()).map((sessionId) => ({ agent: "thoth" as const, sessionId }));
    return [
      ...own,
      ...readers.flatMap((reader) => unitsOf(reader).map(({ sessionId }) => ({ agent: reader.agent, sessionId }))),
    ];
  }

  return {
    async resolve(text) {
      const all = await everything();
      const name = ({ agent, sessionId }: Found) => `${agent}:${sessionId}`;
      const unique = (found: Found[]) => [...new Map(found.map((it) => [name(it), it])).values()];
      const exact = unique(all.filter((it) => it.sessionId === text || name(it) === text));
      const found =
        exact.length > 0
          ? exact
          : unique(all.filter((it) => it.sessionId.startsWith(text) || name(it).startsWith(text)));
      const [only, second] = found;
      if (only && !second) return only;
      if (only)
        throw problem("ambiguous-session", `${text} fits ${found.length} sessions.`, "Give more of the id.", {
          candidates: found.slice(0, MOST_CANDIDATES).map(name),
        });
      throw problem("session-not-found", `No session is known as ${text}.`, "Its agent may keep it elsewhere.");
    },
    async conversation({ agent, sessionId }) {
      const reader = readers.find((candidate) => candidate.agent === agent);
      const unit = reader && unitsOf(reader).find((candidate) => candidate.sessionId === sessionId);
      const reading = unit && reader.read(unit, context(), { touchedFiles: true });
      if (!reading)
        throw problem("session-gone", `${agent} keeps no session ${sessionId} any more.`, "Choose another.");
      const { head, turns, touchedFiles = [] } = reading;
      return {
        head: {
          agent,
          sessionId,
          title: head.title,
          project: head.cwd,
          startedAt: head.startedAt,
          gone: false,
          archived: false,
          resume: reader.resumeCommand(sessionId),
        },
        turns: turns.map(({ seq, ts, role, text }) => ({ seq, ts, role, text, document: null })),
        touchedFiles,
      };
    },
  };
}
