import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Who may come in: whoever knows the token, and the browsers that once showed it. */
export interface Access {
  knowsToken(token: string): boolean;
  /** A new browser session's id, for its cookie. */
  openSession(): string;
  hasSession(id: string | undefined): boolean;
}

const MAX_SESSIONS = 200;

export function createAccess(token: string): Access {
  const expected = digest(token);
  // Only digests are kept, so that looking one up tells nothing by its timing.
  const sessions = new Set<string>();

  return {
    knowsToken: (given) => timingSafeEqual(digest(given), expected),
    openSession() {
      const id = randomBytes(32).toString("base64url");
      sessions.add(digest(id).toString("base64"));
      const [oldest] = sessions;
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return id;
    },
    hasSession: (id) => id !== undefined && sessions.has(digest(id).toString("base64")),
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
