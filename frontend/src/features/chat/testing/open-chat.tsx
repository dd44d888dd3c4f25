import { act, screen } from "@testing-library/react";
import type { ChatSnapshot } from "@thothii/backend/api/chat";
import type { SessionEvent } from "@thothii/backend/api/live";
import type { SessionDetail, SessionSummary } from "@thothii/backend/api/sessions";
import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { renderPage } from "../../../testing/render.tsx";
import { server, startServer } from "../../../testing/server.ts";
import { workspace } from "../../../testing/workspace.ts";
import { ChatPanel } from "../chat-panel.tsx";
import { forgetDrafts } from "../drafts.ts";
import { phases, sessionDetail, snapshot } from "./conversation.ts";

export type SentRequest = { path: string; body: unknown };

/** Call once at the top of a test file. */
export function startChats(): void {
  startServer();
  beforeEach(forgetDrafts);
}

/** Answers what the chat reads, and keeps what it sends; `answers` gives the response to a path's requests. */
export function chatServer(
  answers: Record<string, () => Response | Promise<Response>> = {},
  detail: Partial<SessionDetail> = {},
  rows: readonly SessionSummary[] = [],
) {
  const sent: SentRequest[] = [];
  server.use(
    http.get("/sessions/:id", ({ params }) => HttpResponse.json(sessionDetail(String(params.id), detail))),
    http.get("/sessions", () => HttpResponse.json(rows)),
    http.get("/workspace", () => HttpResponse.json(workspace({ phases }))),
    http.post("*", async ({ request }) => {
      const path = new URL(request.url).pathname;
      const text = await request.text();
      sent.push({ path, body: text ? JSON.parse(text) : undefined });
      return answers[path]?.() ?? HttpResponse.json({}, { status: 202 });
    }),
  );
  return sent;
}

/** What the server says when it refuses. */
export function refusal(status: number, code: string, detail = ""): Response {
  const body = { type: "about:blank", title: code, status, detail, instance: "", code };
  return HttpResponse.json(body, { status, headers: { "content-type": "application/problem+json" } });
}

/** The chat of session `a` once its snapshot came, and the ways to tell it more. */
export async function openChat(over: Partial<ChatSnapshot> = {}) {
  const props = { onOpenPanel: vi.fn(), onOpenChat: vi.fn() };
  const page = renderPage(<ChatPanel sessionId="a" {...props} />);
  const hear = (...events: SessionEvent[]) => hearIn("a", ...events);
  async function hearIn(id: string, ...events: SessionEvent[]) {
    await act(async () => {
      for (const event of events) page.live.push(`session:${id}`, event);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }
  const show = (sessionId: string | null) => page.rerender(<ChatPanel sessionId={sessionId} {...props} />);
  await hear(snapshot(over));
  await screen.findByRole("heading", { name: "Fatturato per regione" });
  return { ...page, ...props, hear, hearIn, show };
}
