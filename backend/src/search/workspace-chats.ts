import { join } from "node:path";
import { readPiFile, type Unit } from "../transcripts/index.ts";
import { headMark, headOf } from "./known-session.ts";
import type { WorkspaceReading } from "./types.ts";
import type { WorkspaceCache } from "./workspace-cache.ts";
import { listChats } from "./workspace-folders.ts";

/** The chats of a workspace's sessions: Pi's files, in a folder a session. */
export interface WorkspaceChats {
  /** A chat says whose it is by its session's head, so it moves with that. */
  units(): Unit[];
  isOne(unit: Unit): boolean;
  /** Null for the chat of no session; undefined while the file can't be read: it is tried again next time. */
  read(unit: Unit, isOwnPrompt: (text: string) => boolean): WorkspaceReading | null | undefined;
}

export interface WorkspaceChatsOptions {
  workspace: string;
  /** The server's own folder, where the chats are. */
  home: string;
  cache: WorkspaceCache;
}

export function createWorkspaceChats({ workspace, home, cache }: WorkspaceChatsOptions): WorkspaceChats {
  const folder = join(home, "pi/sessions");
  return {
    units() {
      const known = cache.get().sessions;
      return listChats(folder).map((unit) => ({ ...unit, size: unit.size + headMark(known[unit.sessionId]) }));
    },

    isOne: ({ path }) => path.startsWith(`${folder}/`),

    read(unit, isOwnPrompt) {
      const known = cache.get().sessions[unit.sessionId];
      if (!known) return null;
      const reading = unlessUnreadable(() => readPiFile(unit));
      if (!reading) return reading;
      const turns = reading.turns
        .filter(({ role, text }) => !(role === "user" && isOwnPrompt(text)))
        .map((turn) => ({ ...turn, document: null }));
      return { head: headOf(workspace, unit.sessionId, known), archived: known.archived, turns };
    },
  };
}

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
