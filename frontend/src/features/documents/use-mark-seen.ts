import { useQueryClient } from "@tanstack/react-query";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import { useEffect } from "react";
import { api, sessionPath } from "../../lib/api.ts";
import { sessionQuery } from "../../lib/queries.ts";
import { seenUpTo } from "./session-status.ts";

/**
 * Tells the server that the session was read, while its page is in view. Failing costs a dot in the rail, and the next
 * activity tells it again, so it says nothing.
 */
export function useMarkSeen(session: SessionDetail | undefined): void {
  const client = useQueryClient();
  const id = session?.id;
  const at = session ? seenUpTo(session) : null;
  useEffect(() => {
    if (!id || !at) return;
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", tell);
      api.post(sessionPath(id, "seen"), { at }).then(
        () => {
          client.setQueryData(sessionQuery(id).queryKey, (known) => known && { ...known, unread: false });
          void client.invalidateQueries({ queryKey: ["sessions"] });
        },
        () => {},
      );
    };
    document.addEventListener("visibilitychange", tell);
    tell();
    return () => document.removeEventListener("visibilitychange", tell);
  }, [id, at, client]);
}
