import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, onTestFinished, vi } from "vitest";
import { renderPage } from "../../testing/render.tsx";
import { server, startServer } from "../../testing/server.ts";
import { SessionDocumentsPanel } from "./session-documents-panel.tsx";
import { aDocument, aSession, theWorkflow } from "./testing/fixtures.ts";

startServer();

const { id } = aSession();

/** A panel whose ledger is cut in the list of documents, and whole in its download; how often that was asked for. */
function open(count: number, bytes = 5_000_000) {
  const ledger = Array.from({ length: count }, (_, at) => ({
    ts: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    phase: "F1",
    decision: "revise",
    note: `nota ${at + 1}`,
    by: "M. Rossi",
  }));
  const cut = aDocument({
    key: "decisions",
    phase: "",
    format: "text",
    content: JSON.stringify(ledger).slice(0, 500),
    truncated: true,
    bytes,
  });
  const download = vi.fn(() => HttpResponse.json(ledger));
  server.use(
    http.get(`/sessions/${id}`, () => HttpResponse.json(aSession())),
    http.get(`/sessions/${id}/documents`, () => HttpResponse.json([cut])),
    http.get(`/sessions/${id}/documents/decisions`, () => download()),
    http.get("/workspace", () => HttpResponse.json({ phases: theWorkflow, missing: [] })),
  );
  const props = { onClose: vi.fn(), onResume: vi.fn(), onGoToChat: vi.fn() };
  return { ...renderPage(<SessionDocumentsPanel sessionId={id} {...props} />), download };
}

const card = () => screen.findByRole("article", { name: "Decisioni" });

it("a ledger too long for the list is fetched whole and shown as decisions, the newest first", async () => {
  const { download } = open(30);
  expect(await within(await card()).findByText("nota 30")).toBeInTheDocument();
  expect(within(await card()).getAllByRole("listitem")).toHaveLength(20);
  expect(screen.queryByText("Ancora nessun documento")).toBeInTheDocument();
  expect(download).toHaveBeenCalledOnce();
  expect(screen.getByRole("link", { name: "Scarica Decisioni" })).toHaveAttribute(
    "href",
    `/sessions/${id}/documents/decisions`,
  );
});

it("of a hundred thousand only those in sight are there, and each says which it is", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(400);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { user } = open(100_000);
  await user.click(await screen.findByRole("button", { name: "Tutte le 100.000 decisioni" }));
  const box = await screen.findByRole("region", { name: "Tutte le 100.000 decisioni" });
  const items = within(box).getAllByRole("listitem");
  expect(items.length).toBeLessThan(100);
  expect(items[0]).toHaveTextContent("nota 100000");
  expect(items[0]).toHaveAttribute("aria-posinset", "1");
  expect(items[0]).toHaveAttribute("aria-setsize", "100000");
});

it("one that did not load says so and can be tried again", async () => {
  const { user, download } = open(30);
  download.mockImplementationOnce(() => HttpResponse.error() as never);
  await user.click(await screen.findByRole("button", { name: "Riprova" }));
  expect(await screen.findByText("nota 30")).toBeInTheDocument();
});

it("one beyond all measure is only offered as a download", async () => {
  const { download } = open(3, 100_000_000);
  expect(await screen.findByText(/Il registro è troppo grande/)).toBeInTheDocument();
  expect(download).not.toHaveBeenCalled();
});
