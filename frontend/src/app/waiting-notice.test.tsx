import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionsQuery } from "../features/sessions/sessions-query.ts";
import { renderPage } from "../testing/render.tsx";
import { server, startServer } from "../testing/server.ts";
import { phaseAt, sessionRow } from "../testing/sessions.ts";
import { NoticeSetting } from "./notice-setting.tsx";
import { newlyWaiting, useWaitingNotice } from "./waiting-notice.ts";

startServer();

const waiting = (id: string) => sessionRow(id, { name: id, phase: phaseAt(4, { next: "gate" }) });
const atWork = (id: string) => sessionRow(id, { name: id });

const shown: { title: string; body: string | undefined; click: () => void }[] = [];
let answer: NotificationPermission = "granted";

class FakeNotification {
  static permission: NotificationPermission = "default";
  static async requestPermission() {
    FakeNotification.permission = answer;
    return answer;
  }
  onclick: (() => void) | null = null;
  constructor(title: string, options?: NotificationOptions) {
    shown.push({ title, body: options?.body, click: () => this.onclick?.() });
  }
  close() {}
}

beforeEach(() => {
  shown.length = 0;
  answer = "granted";
  FakeNotification.permission = "default";
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page() {
  useWaitingNotice();
  return <NoticeSetting />;
}

function open() {
  server.use(http.get("/sessions", () => HttpResponse.json([atWork("a"), waiting("b")])));
  const page = renderPage(<Page />);
  return {
    ...page,
    /** Until the page has drawn them. */
    rows: (rows: ReturnType<typeof atWork>[]) =>
      act(async () => {
        page.client.setQueryData(sessionsQuery.queryKey, rows);
        await new Promise((drawn) => setTimeout(drawn));
      }),
    loaded: () => waitFor(() => expect(page.client.getQueryData(sessionsQuery.queryKey)).toHaveLength(2)),
  };
}

test("only what begins to wait is news", () => {
  expect(newlyWaiting(null, [waiting("a")])).toEqual([]);
  expect(newlyWaiting(new Set(["b"]), [waiting("a"), waiting("b"), atWork("c")]).map(({ id }) => id)).toEqual(["a"]);
});

test("nothing is asked of the browser, and nothing shown, until the reader wants it", async () => {
  const page = open();
  await page.loaded();
  await page.rows([waiting("a"), waiting("b")]);
  expect(shown).toEqual([]);
  expect(FakeNotification.permission).toBe("default");
  expect(screen.getByRole("checkbox")).not.toBeChecked();
});

test("once wanted, a session that begins to wait is told, and a click leads to its chat", async () => {
  const page = open();
  await page.loaded();
  await page.user.click(screen.getByRole("checkbox", { name: /Avvisami quando una sessione aspetta/ }));
  await waitFor(() => expect(screen.getByRole("checkbox")).toBeChecked());
  await page.rows([waiting("a"), waiting("b")]);
  expect(shown).toMatchObject([{ title: "Aspetta la tua risposta", body: "a" }]);
  shown[0]?.click();
  expect(location.search).toBe("?chat=a");
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  await page.rows([atWork("a"), waiting("b")]);
  await page.rows([waiting("a"), waiting("b")]);
  expect(shown).toHaveLength(1);
});

test("a browser that refuses is explained, and the setting stays off", async () => {
  answer = "denied";
  const page = open();
  await page.loaded();
  await page.user.click(screen.getByRole("checkbox"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Il browser non lo permette");
  expect(screen.getByRole("checkbox")).not.toBeChecked();
});
