import { screen, within } from "@testing-library/react";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { renderPage } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { NavSessions, type NavSessionsProps } from "../nav-sessions.tsx";

/** A morning of November. */
export const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T09:00:00.000Z`;
/** A refusal of the server. */
export const refused = (status: number, code: string) =>
  HttpResponse.json({ type: "", title: "", status, detail: "", instance: "", code }, { status });

/** The rail over a server that keeps its rows and notes what it was asked. */
export function openRail(rows: SessionSummary[], props: Partial<NavSessionsProps> = {}) {
  const kept = new Map(rows.map((row) => [row.id, row]));
  const asked: string[] = [];
  const change = (verb: string, apply: (row: SessionSummary, body: Record<string, string>) => SessionSummary) =>
    http.post<{ id: string }, Record<string, string>>(`/sessions/:id/${verb}`, async ({ params, request }) => {
      const body = await request.json();
      asked.push(`${verb} ${params.id} ${JSON.stringify(body)}`);
      const row = kept.get(params.id);
      if (!row) return refused(404, "session-not-found");
      const next = apply(row, body);
      kept.set(params.id, next);
      return HttpResponse.json(next);
    });
  server.use(
    http.get("/sessions", () => {
      asked.push("list");
      return HttpResponse.json([...kept.values()]);
    }),
    http.get<{ id: string }>("/sessions/:id", ({ params }) =>
      HttpResponse.json({
        ...kept.get(params.id),
        documents: ["question", "sql_final", "decisions"].map((key) => ({
          key,
          phase: "F1",
          bytes: 1,
          updated_at: at(1),
        })),
      }),
    ),
    change("rename", (row, { name }) => ({ ...row, name: name || null })),
    change("group", (row, { group }) => ({ ...row, group: group || null })),
    change("archive", (row) => ({ ...row, archived: true })),
    change("unarchive", (row) => ({ ...row, archived: false })),
    http.post<{ id: string }, { at: string; unread?: boolean }>("/sessions/:id/seen", async ({ params, request }) => {
      const body = await request.json();
      asked.push(`seen ${params.id} ${JSON.stringify(body)}`);
      const row = kept.get(params.id);
      if (row) kept.set(params.id, { ...row, unread: body.unread === true });
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete<{ id: string }>("/sessions/:id", ({ params }) => {
      asked.push(`delete ${params.id}`);
      kept.delete(params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const calls = { onOpenPanel: vi.fn(), onGone: vi.fn(), onNewQuestion: vi.fn(), onViewChange: vi.fn() };
  const page = renderPage(<NavSessions chatId={null} panelId={null} view="list" {...calls} {...props} />);
  const row = (name: string) => screen.findByRole("button", { name });
  return {
    ...page,
    ...calls,
    asked,
    kept,
    row,
    async openMenu(name: string) {
      await row(name);
      await page.user.click(screen.getByRole("button", { name: `Azioni per ${name}` }));
      return await screen.findByRole("menu", { name: `Azioni per ${name}` });
    },
    async choose(name: string, item: string) {
      await this.openMenu(name);
      await page.user.click(screen.getByRole("menuitem", { name: item }));
    },
  };
}

/** The sessions in the list, in order, by id. */
export const names = () =>
  within(screen.getByRole("list", { name: /^(Elenco delle sessioni|Archivio)$/ }))
    .getAllByRole("button")
    .filter(({ id }) => id.startsWith("session-row-"))
    .map(({ id }) => id.slice("session-row-".length));
