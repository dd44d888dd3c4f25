import { screen } from "@testing-library/react";
import type { SearchAnswer, SearchedAgents } from "@thothii/backend/api/search";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { renderPage } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { SearchDialog, type SearchText } from "../search-dialog.tsx";

type Answering = (asked: URLSearchParams, signal: AbortSignal) => SearchAnswer | Response | Promise<SearchAnswer>;

/** The open box over a server that answers as told and notes what it was asked. */
export function openSearch(answer: Answering, rows: SessionSummary[] = [], text: Partial<SearchText> = {}) {
  const agents: SearchedAgents["agents"] = [
    { agent: "thoth", sessions: 1200 },
    { agent: "codex", sessions: 7 },
  ];
  const asked: string[] = [];
  server.use(
    http.get("/sessions", () => HttpResponse.json(rows)),
    http.get("/search/agents", () => HttpResponse.json({ agents })),
    http.get("/search", async ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const given = await answer(searchParams, request.signal);
      return given instanceof Response ? given : HttpResponse.json(given);
    }),
  );
  const calls = { onOpenChange: vi.fn(), onText: vi.fn(), onGo: vi.fn() };
  const page = renderPage(<SearchDialog open text={{ q: null, in: null, ...text }} {...calls} />);
  return { ...page, ...calls, asked, field: () => screen.findByRole("combobox", { name: "Cerca" }) };
}

export const optionTexts = () => screen.getAllByRole("option").map((option) => option.textContent);
/** What the keyboard is on, as a screen reader learns it. */
export function activeText(): string | null {
  const id = screen.getByRole("combobox", { name: "Cerca" }).getAttribute("aria-activedescendant");
  return id === null ? null : (document.getElementById(id)?.textContent ?? null);
}
