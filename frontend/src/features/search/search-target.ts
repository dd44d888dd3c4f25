import type { HitPlace } from "../../lib/hit-place.ts";

/** Where a choice leads: a session's documents, one of them at a passage, or a conversation at a passage. */
export type SearchTarget =
  | { kind: "session"; sessionId: string }
  | { kind: "document"; place: HitPlace; document: string }
  | { kind: "transcript"; place: HitPlace };

/** The search as an address carries it. */
export type SearchText = { q: string | null; in: string | null };
