import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { needsAnswer } from "../features/sessions/row-state.ts";
import { sessionsQuery } from "../features/sessions/sessions-query.ts";
import { showIconBadge } from "./icon-badge.ts";

/** The tab's title and icon, with how many sessions wait for the reader: `(2) Demo Retail · ThothII`. */
export function usePageTitle(workspace: string | undefined): void {
  const { data: waiting = 0 } = useQuery({
    ...sessionsQuery,
    select: (rows) => rows.filter(needsAnswer).length,
  });
  useEffect(() => void showIconBadge(waiting), [waiting]);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${workspace ? `${workspace} · ` : ""}ThothII`;
  }, [waiting, workspace]);
}
