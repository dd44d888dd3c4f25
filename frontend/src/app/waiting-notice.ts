import { useQuery } from "@tanstack/react-query";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { useEffect, useRef } from "react";
import { needsAnswer } from "../features/sessions/row-state.ts";
import { sessionsQuery } from "../features/sessions/sessions-query.ts";
import { navigate } from "../lib/address.ts";
import { useTexts } from "../lib/i18n.ts";
import { remember, remembered } from "../lib/memory.ts";
import { sessionName } from "../lib/session-name.ts";

const key = "notice";

/** Whether this browser can show notifications of the system at all. */
export const noticesPossible = () => "Notification" in globalThis;

/** The reader asked for them, and the browser still lets us. */
export const noticesOn = () => noticesPossible() && remembered(key) === "on" && Notification.permission === "granted";

/** Asks the browser where it has to be asked, which only a person's own click may do. Answers whether they are on now. */
export async function setNotices(on: boolean): Promise<boolean> {
  if (on && Notification.permission !== "granted") await Notification.requestPermission();
  const granted = on && Notification.permission === "granted";
  remember(key, granted ? "on" : null);
  return granted;
}

/** The sessions that wait now and did not before; of a list seen for the first time, none. */
export function newlyWaiting(before: ReadonlySet<string> | null, rows: readonly SessionSummary[]): SessionSummary[] {
  return before === null ? [] : rows.filter((row) => needsAnswer(row) && !before.has(row.id));
}

/** Tells the reader, while they look elsewhere and if they asked for it, that a session began to wait for them. */
export function useWaitingNotice(): void {
  const { t } = useTexts();
  const { data } = useQuery(sessionsQuery);
  const before = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!data) return;
    const news = newlyWaiting(before.current, data);
    before.current = new Set(data.filter(needsAnswer).map(({ id }) => id));
    if (news.length === 0 || document.hasFocus() || !noticesOn()) return;
    for (const row of news) show(t("app.noticeTitle"), row);
  }, [data, t]);
}

function show(title: string, row: SessionSummary): void {
  try {
    // The tag makes one of what several tabs tell.
    const notice = new Notification(title, { body: sessionName(row), tag: `thoth ${row.id}`, icon: "/icon.svg" });
    notice.onclick = () => {
      window.focus();
      navigate({ chat: row.id });
      notice.close();
    };
  } catch (error) {
    // Some phones have the constructor and refuse it; the title and the icon tell it there.
    if (!(error instanceof TypeError)) throw error;
  }
}
