import { agentNames } from "../../../api/agent-names.ts";
import { SEARCH_LIMIT, turnRoles } from "../../../api/search-terms.ts";
import type { Command, Flag } from "../command.ts";
import { json, workspace } from "../flags.ts";

const id = { usage: "ID", least: 1, most: 1 };
const project: Flag = { name: "project", value: "DIR", help: "this folder instead of the workspace's projects" };
const allProjects: Flag = { name: "all-projects", help: "every project of every agent" };

export const sessions: Command = {
  name: "sessions",
  summary: "Search everything that was said and decided",
  words: { usage: "WORD…", least: 0, most: Number.POSITIVE_INFINITY },
  flags: [
    { name: "role", value: "ROLE", help: turnRoles.join(", ") },
    { name: "since-days", value: "N", help: "only what was said in the last N days" },
    { name: "session", value: "ID", help: "only sessions whose id begins so" },
    { name: "agent", value: "AGENT", help: "only this agent's: see below" },
    { name: "any", help: "one of the words is enough" },
    project,
    allProjects,
    { name: "limit", value: "N", help: `at most so many hits (${SEARCH_LIMIT.default}, up to ${SEARCH_LIMIT.max})` },
    { name: "forget", help: "forget sessions whose files are gone, or the one whose ID is given" },
    json,
    workspace,
  ],
  notes:
    "All words must be there; '\"two words\"' is a phrase, a trailing * a beginning. Everything after -- is words.\n" +
    "Without a workspace the project is the git root of the current folder.\n" +
    `Agents: ${agentNames.join(", ")}.\n` +
    "Exit code 0, also where nothing is found; 1 when nothing could be searched; 2 for an option there is not.",
  commands: [
    {
      name: "show",
      summary: "Print what was said in a session",
      words: id,
      flags: [
        { name: "around", value: "SEQ", help: "the turns on either side of this one" },
        { name: "limit", value: "N", help: "at most so many turns" },
        json,
        workspace,
      ],
      notes: "ID is AGENT:ID as a hit names it, a workspace session's id, or a beginning that only one has.",
      load: async () => (await import("./show.ts")).show,
    },
    {
      name: "status",
      summary: "Say what is indexed, and where",
      flags: [json, workspace],
      load: async () => (await import("./status.ts")).status,
    },
    {
      name: "reindex",
      summary: "Empty the index and read everything anew",
      flags: [project, allProjects, json, workspace],
      load: async () => (await import("./reindex.ts")).reindex,
    },
  ],
  load: async () => (await import("./search.ts")).search,
};
