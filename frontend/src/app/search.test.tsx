import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { answerOf, hitOf, transcriptOf } from "../features/search/testing/hits.ts";
import { renderPage } from "../testing/render.tsx";
import { server, startServer } from "../testing/server.ts";
import { sessionRow } from "../testing/sessions.ts";
import { workspace } from "../testing/workspace.ts";
import { App } from "./app.tsx";

startServer();

const rows = [sessionRow("a", { name: "Resi per motivo" }), sessionRow("b", { name: "Clienti" })];
const hits = [
  hitOf("a", 3, { title: "Resi per motivo", role: "document", document: "question_revised" }),
  hitOf("a", 5, { title: "Resi per motivo", role: "decision" }),
  hitOf("c1", 51, { agent: "codex", title: "Riconciliazione" }),
  hitOf("c1", 70, { agent: "codex", title: "Riconciliazione" }),
];
const documents = [
  { phase: "F1", key: "question", title: "", format: "text", content: "Come vanno i resi?" },
  { phase: "F3", key: "question_revised", title: "", format: "markdown", content: "Valore dei resi per motivo." },
  {
    phase: "F3",
    key: "decisions",
    title: "",
    format: "decisions",
    content: JSON.stringify([
      { ts: "2026-11-20T09:00:00Z", phase: "F3", decision: "approve", by: "M", note: "i resi" },
    ]),
  },
];

beforeEach(() => {
  server.use(
    http.get("/workspace", () => HttpResponse.json(workspace())),
    http.get("/sessions", () => HttpResponse.json(rows)),
    http.get("/terminals", () => HttpResponse.json([])),
    http.get("/agents", () => HttpResponse.json([])),
    http.get<{ id: string }>("/sessions/:id", ({ params }) =>
      HttpResponse.json({ ...rows.find(({ id }) => id === params.id), documents: [] }),
    ),
    http.get("/sessions/:id/documents", () => HttpResponse.json(documents)),
    http.post("/sessions/:id/seen", () => new HttpResponse(null, { status: 204 })),
    http.get("/search/agents", () => HttpResponse.json({ agents: [] })),
    http.get("/search", ({ request }) => {
      const session = new URL(request.url).searchParams.get("session");
      return HttpResponse.json(answerOf(hits.filter(({ sessionId }) => session === null || session === sessionId)));
    }),
    http.get("/transcripts/codex/c1", ({ request }) => {
      const given = new URL(request.url).searchParams;
      const limit = Number(given.get("limit"));
      return HttpResponse.json(transcriptOf(90, Math.max(0, Number(given.get("around")) - limit / 2), limit));
    }),
  );
});

function openApp(address = "/") {
  history.replaceState(null, "", address);
  return renderPage(<App />);
}
const box = () => screen.findByRole("combobox", { name: "Cerca" });
const transcript = () => screen.findByRole("region", { name: "Riconciliazione dei resi" });

test("Ctrl-K opens the box from the composer, and Esc gives the composer back its focus and its words", async () => {
  const { user } = openApp();
  const composer = await screen.findByRole("textbox", { name: "Domanda" });
  await user.type(composer, "Quanti ");
  await user.keyboard("{Control>}k{/Control}");
  expect(await box()).toHaveFocus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(composer).toHaveFocus());
  expect(composer).toHaveValue("Quanti ");
  expect(location.search).toBe("");
});

test("a word begun and given up at once leaves nothing behind", async () => {
  const { user } = openApp();
  await screen.findByRole("textbox", { name: "Domanda" });
  await user.keyboard("{Control>}k{/Control}");
  await box();
  await user.keyboard("resi{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox")).not.toBeInTheDocument());
  expect(screen.getByRole("textbox", { name: "Domanda" })).toBeInTheDocument();
  expect(location.search).toBe("");
});

test("given up before its box is there, the search doesn't open after all, and the composer has what is typed on", async () => {
  const { user } = openApp();
  const composer = await screen.findByRole("textbox", { name: "Domanda" });
  await user.clear(composer);
  composer.focus();
  const press = (init: KeyboardEventInit) =>
    composer.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  act(() => {
    press({ key: "k", ctrlKey: true });
    press({ key: "r" });
    press({ key: "Escape" });
  });
  await user.keyboard("Quanti");
  expect(composer).toHaveValue("Quanti");
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  expect(location.search).toBe("");
});

test("the header's box opens it too; nothing does while an input method composes or a dialog asks", async () => {
  const { user } = openApp();
  const compose = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, isComposing: true, bubbles: true });
  document.body.dispatchEvent(compose);
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  (await screen.findByRole("button", { name: "Clienti" })).focus();
  await user.keyboard("{Delete}");
  await screen.findByRole("alertdialog");
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "Cerca" }));
  expect(await box()).toHaveFocus();
});

test("the words are in the address as they are typed, and a link with them opens the box", async () => {
  const { user, unmount } = openApp("/?chat=b");
  await screen.findByRole("button", { name: "Clienti" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await box(), "resi");
  await waitFor(() => expect(location.search).toBe("?chat=b&q=resi"));
  unmount();
  openApp("/?q=resi&in=codex");
  expect(await box()).toHaveValue("resi");
  expect(await screen.findByRole("button", { name: "Agente: Codex" })).toBeInTheDocument();
});

test("what was said opens the conversation at its turn, in the address, and the way back leads to the results", async () => {
  const { user } = openApp("/?chat=b&q=resi");
  await user.click((await screen.findAllByRole("option", { name: /turno 51/ }))[0] as HTMLElement);
  const view = await transcript();
  expect(location.search).toBe("?chat=b&q=resi&hit=codex%3Ac1%3A51");
  const turn = await within(view).findByText("Turno 51: si parla dei resi.");
  await waitFor(() => expect(turn.closest("article")).toHaveFocus());
  expect(within(view).getByText("1 di 2")).toBeInTheDocument();
  history.back();
  expect(await box()).toHaveValue("resi");
});

test("next and previous go along the passages, and closing gives the chat back", async () => {
  const { user } = openApp("/?chat=b&q=resi&hit=codex:c1:51");
  const view = await transcript();
  await user.click(await within(view).findByRole("button", { name: "Passaggio successivo" }));
  expect(location.search).toBe("?chat=b&q=resi&hit=codex%3Ac1%3A70");
  expect(await within(view).findByText("2 di 2")).toBeInTheDocument();
  expect(within(view).getByRole("button", { name: "Passaggio successivo" })).toHaveAttribute("aria-disabled", "true");
  await user.click(within(view).getByRole("button", { name: "Passaggio precedente" }));
  expect(location.search).toContain("codex%3Ac1%3A51");
  await user.click(within(view).getByRole("button", { name: /^Torna ai risultati/ }));
  expect(await box()).toHaveValue("resi");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Chiudi la conversazione" }));
  expect(location.search).toBe("?chat=b");
});

test("a document's passage opens the panel at it, with the ways to the session's other passages", async () => {
  const { user } = openApp("/?q=resi");
  await user.click(await screen.findByRole("option", { name: /^question_revised|^Domanda rivista/ }));
  const panel = await screen.findByRole("region", { name: "Resi per motivo" });
  expect(location.search).toBe("?q=resi&hit=thoth%3Aa%3A3&panel=a&doc=question_revised");
  await waitFor(() => expect(document.activeElement).toHaveTextContent("Valore dei resi per motivo."));
  expect(await within(panel).findByText("1 di 2")).toBeInTheDocument();
  await user.click(within(panel).getByRole("button", { name: "Passaggio successivo" }));
  expect(location.search).toBe("?q=resi&hit=thoth%3Aa%3A5&panel=a&doc=decisions");
  await user.click(within(panel).getByRole("button", { name: "Togli i segni della ricerca" }));
  expect(location.search).toBe("?panel=a&doc=decisions");
});

test("a title opens its session, and the search leaves the address", async () => {
  const { user } = openApp("/?q=clienti");
  await user.click(await screen.findByRole("option", { name: /^Clienti/ }));
  expect(location.search).toBe("?panel=b");
  expect(await screen.findByRole("region", { name: "Clienti" })).toBeInTheDocument();
});

test("a conversation that isn't there is told from one that failed to load", async () => {
  server.use(http.get("/transcripts/pi/x", () => HttpResponse.json({ code: "session-not-found" }, { status: 404 })));
  openApp("/?q=resi&hit=pi:x:1");
  expect(await screen.findByText("Questa conversazione non è nell'indice")).toBeInTheDocument();
});

test("the resume command is copied as a shell takes it", async () => {
  server.use(
    http.get("/transcripts/codex/c1", () =>
      HttpResponse.json(transcriptOf(4, 0, 4, { resume: ["codex", "resume", "a b"] })),
    ),
  );
  const { user } = openApp("/?hit=codex:c1:2");
  const view = await transcript();
  await user.click(within(view).getByRole("button", { name: "Copia comando di ripresa" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("codex resume 'a b'"));
});

test("what is gone is no longer resumed by its agent, but another one can go on with it", async () => {
  server.use(
    http.get("/transcripts/codex/c1", () =>
      HttpResponse.json(transcriptOf(4, 0, 4, { resume: ["codex", "resume", "c1"], gone: true })),
    ),
  );
  openApp("/?hit=codex:c1:2");
  const view = await transcript();
  expect(within(view).getByText("File rimosso")).toBeInTheDocument();
  expect(within(view).queryByRole("button", { name: "Copia comando di ripresa" })).not.toBeInTheDocument();
  expect(within(view).getByRole("button", { name: "Continua" })).toBeVisible();
  // No agent here knows how.
  expect(within(view).queryByRole("button", { name: "Biforca" })).not.toBeInTheDocument();
});
