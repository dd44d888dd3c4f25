import type { AgentName } from "@thothii/backend/api/agents";
import { isAgentName } from "./agent-titles.ts";

/** One turn of one session, of whatever agent; `seq` is its place in the session from 0. */
export type HitPlace = { agent: AgentName; sessionId: string; seq: number };

/** As an address carries it: `claude:5f0c…:12`. */
export const hitText = ({ agent, sessionId, seq }: HitPlace): string => `${agent}:${sessionId}:${seq}`;

/** What an address leads to; null where it names no place. A session's id may have colons of its own. */
export function parseHit(text: string | null): HitPlace | null {
  const [, agent = "", sessionId = "", seq] = /^([a-z]+):(.+):(\d{1,9})$/s.exec(text ?? "") ?? [];
  return isAgentName(agent) ? { agent, sessionId, seq: Number(seq) } : null;
}

/** The parts of an address that say where a passage is read. */
type Reading = { hit: string | null; panel: string | null; doc: string | null };

/** The passage that the documents panel shows: one of the session being read, in one of its documents. */
export function hitInPanel({ hit, panel, doc }: Reading): HitPlace | null {
  const place = parseHit(hit);
  return place?.agent === "thoth" && place.sessionId === panel && doc !== null ? place : null;
}

/** The passage that the transcript in the centre shows. */
export const hitInTranscript = (address: Reading): HitPlace | null =>
  hitInPanel(address) ? null : parseHit(address.hit);
