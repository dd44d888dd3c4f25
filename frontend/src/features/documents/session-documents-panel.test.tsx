import { screen, waitFor, within } from "@testing-library/react";
import type { SessionDocument } from "@thothii/backend/api/documents";
import type { SessionDetail } from "@thothii/backend/api/sessions";
import axe from "axe-core";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../../lib/api.ts";
import { setLanguage } from "../../lib/i18n.ts";
import { renderPage } from "../../testing/render.tsx";
import { server, startServer } from "../../testing/server.ts";
import { SessionDocumentsPanel, type SessionDocumentsPanelProps } from "./session-documents-panel.tsx";
import { aDocument, aSession, theDocuments, theIntermediateDocuments, theWorkflow } from "./testing/fixtures.ts";

startServer();

const id = aSession().id;

type Served = { session?: Partial<SessionDetail>; documents?: SessionDocument[]; missing?: string[] };

/** A server that has one session; what it was told stays in `seen`, and `served` may change under the page. */
function serve(served: Served = {}) {
  const seen: unknown[] = [];
  server.use(
    http.get(`/sessions/${id}`, () => HttpResponse.json(aSession(served.session))),
    http.get(`/sessions/${id}/documents`, ({ request }) => {
      const all = new URL(request.url).searchParams.get("all") === "1";
      const own = served.documents ?? theDocuments;
      return HttpResponse.json(all ? [...theIntermediateDocuments, ...own] : own);
    }),
    http.get("/workspace", () => HttpResponse.json({ phases: theWorkflow, missing: served.missing ?? [] })),
    http.post(`/sessions/${id}/seen`, async ({ request }) => {
      seen.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { seen, served };
}

function open(props: Partial<SessionDocumentsPanelProps> = {}) {
  const on = { onClose: vi.fn(), onResume: vi.fn(), onGoToChat: vi.fn() };
  return { ...renderPage(<SessionDocumentsPanel sessionId={id} {...on} {...props} />), ...on };
}

const card = (name: RegExp | string) => screen.findByRole("article", { name });

describe("the header", () => {
  it("says which session it is, where it stands and whose it is", async () => {
    serve();
    open();
    expect(await screen.findByRole("heading", { level: 2, name: "Andamento mensile dei resi" })).toBeInTheDocument();
    expect(screen.getByText("Fase 7 di 8 · SQL finale")).toBeInTheDocument();
    expect(screen.getByText("M. Rossi")).toBeInTheDocument();
    const steps = within(screen.getByRole("list", { name: "Fasi" })).getAllByRole("listitem");
    expect(steps).toHaveLength(8);
    await waitFor(() => expect(steps[3]).toHaveTextContent("Fase 4, Schema linking: approvata"));
    expect(steps[6]).toHaveTextContent("Fase 7, SQL finale: aspetta la tua risposta");
    expect(steps[6]).toHaveAttribute("aria-current", "step");
  });

  it("says archived before completed", async () => {
    serve({ session: { archived: true, status: "finalized", resumable: false } });
    open();
    expect(await screen.findByText("Archiviata")).toBeInTheDocument();
    expect(screen.queryByText("Completata")).not.toBeInTheDocument();
  });

  it("is called by its question where it has no name", async () => {
    serve({ session: { name: null } });
    open();
    expect(
      await screen.findByRole("heading", { level: 2, name: "Come vanno i resi mese per mese?" }),
    ).toBeInTheDocument();
  });

  it("closes", async () => {
    serve();
    const { user, onClose } = open();
    await user.click(screen.getByRole("button", { name: "Chiudi il pannello" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("the way on", () => {
  it("is Riprendi where the session is resumable", async () => {
    serve();
    const { user, onResume } = open();
    await user.click(await screen.findByRole("button", { name: "Riprendi" }));
    expect(onResume).toHaveBeenCalledExactlyOnceWith(id);
    expect(screen.queryByRole("button", { name: "Vai alla chat" })).not.toBeInTheDocument();
  });

  it.each([
    ["finalized", { status: "finalized", resumable: false }],
    ["archived", { archived: true, resumable: false }],
  ] as const)("is nowhere where the session is %s", async (_, session) => {
    serve({ session });
    open();
    await card("F1 Domanda originale");
    expect(screen.queryByRole("button", { name: "Riprendi" })).not.toBeInTheDocument();
  });

  it("is nowhere where the server runs no agents", async () => {
    serve({ missing: ["chat"] });
    open();
    await card("F1 Domanda originale");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Riprendi" })).not.toBeInTheDocument());
  });

  it("leads to the chat where an agent is alive", async () => {
    serve({ session: { runtime: { kind: "pi", state: "waiting", since: "2026-11-30T10:00:00.000Z" } } });
    const { user, onGoToChat } = open();
    await user.click(await screen.findByRole("button", { name: "Vai alla chat" }));
    expect(onGoToChat).toHaveBeenCalledExactlyOnceWith(id);
    expect(screen.queryByRole("button", { name: "Riprendi" })).not.toBeInTheDocument();
  });

  it("is taken once, and why it failed is told", async () => {
    serve();
    let refuse: (reason: unknown) => void = () => {};
    const onResume = vi.fn(() => new Promise((_, reject) => (refuse = reject)));
    const { user } = open({ onResume });
    const button = await screen.findByRole("button", { name: "Riprendi" });
    await user.click(button);
    await user.click(button);
    expect(onResume).toHaveBeenCalledOnce();
    refuse(new ApiProblem({ code: "finalized", status: 409, detail: "" }));
    expect(await screen.findAllByText("La sessione non è ripresa")).not.toHaveLength(0);
    expect(screen.getAllByText(/completata: si può leggere/)).not.toHaveLength(0);
  });
});

describe("the documents", () => {
  it("are in phase order, each by the viewer of its format, the decisions last", async () => {
    serve();
    open();
    await card("F1 Domanda originale");
    const names = screen
      .getAllByRole("article")
      .map((article) => within(article).getByRole("heading", { level: 3 }).textContent);
    expect(names).toEqual([
      "F1Domanda originale",
      "F3Domanda rivista",
      "F4Schema linking",
      "F7SQL finale",
      "Decisioni",
    ]);

    const revised = within(await card("F3 Domanda rivista"));
    expect(await revised.findByRole("heading", { level: 4, name: "Assunzioni" })).toBeInTheDocument();
    const linking = within(await card("F4 Schema linking"));
    expect(linking.getByText("2 tabelle · 1 join")).toBeInTheDocument();
    expect(linking.getByRole("rowheader", { name: /righe_ordine/ })).toBeInTheDocument();
    const sql = within(await card("F7 SQL finale"));
    expect(await sql.findByRole("radio", { name: "Formattato" })).toBeChecked();
    await waitFor(() => expect(sql.getByRole("figure")).toHaveTextContent(/SELECT strftime/));
  });

  it("open and close", async () => {
    serve();
    const { user } = open();
    const revised = within(await card("F3 Domanda rivista"));
    const heading = revised.getByRole("button", { name: "Domanda rivista" });
    expect(heading).toHaveAttribute("aria-expanded", "true");
    await user.click(heading);
    expect(heading).toHaveAttribute("aria-expanded", "false");
    expect(revised.queryByText(/per mese di reso/)).not.toBeInTheDocument();
  });

  it("copy as they are, and SQL as it is shown", async () => {
    serve();
    const { user } = open();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(await screen.findByRole("button", { name: "Copia Domanda rivista" }));
    expect(write).toHaveBeenLastCalledWith(theDocuments[1]?.content);

    const sql = within(await card("F7 SQL finale"));
    await waitFor(() => expect(sql.getByRole("figure").textContent).toMatch(/^SELECT\n/));
    await user.click(sql.getByRole("button", { name: "Copia SQL finale" }));
    expect(write).toHaveBeenLastCalledWith(sql.getByRole("figure").textContent);
    await user.click(sql.getByRole("radio", { name: "Come scritto" }));
    await user.click(sql.getByRole("button", { name: "Copia SQL finale" }));
    expect(write).toHaveBeenLastCalledWith(theDocuments[3]?.content);
  });

  it("with tables give them to a spreadsheet, one row a column", async () => {
    serve();
    const { user } = open();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    const linking = within(await card("F4 Schema linking"));
    await user.click(linking.getByRole("button", { name: "Copia la tabella" }));
    expect(write.mock.lastCall?.[0].split("\n").slice(0, 3)).toEqual([
      "Tabella\tAlias\tColonna\tRuolo\tMotivo",
      "righe_ordine\tro\tid\tchiave\t",
      "righe_ordine\tro\timporto_netto\tmisura\til valore reso, al netto dello sconto",
    ]);
  });

  it("download from their own address", async () => {
    serve();
    open();
    const link = await screen.findByRole("link", { name: "Scarica SQL finale" });
    expect(link).toHaveAttribute("href", `/sessions/${id}/documents/sql_final`);
    expect(link).toHaveAttribute("download");
  });

  it("show titles that the page doesn't know as they came", async () => {
    serve({ documents: [aDocument({ phase: "F9", key: "pubblicazione", title: "Nota di rilascio", content: "ok" })] });
    open();
    expect(await card("F9 Nota di rilascio")).toBeInTheDocument();
  });

  it("of phases that the session went back from are to be reviewed", async () => {
    serve({ session: { phase: { code: "F3", index: 3, of: 8, name: "", title: "", complete: false, next: "work" } } });
    open();
    expect(await card("F4 Schema linking")).toHaveTextContent("da rivedere");
    expect(await card("F7 SQL finale")).toHaveTextContent("da rivedere");
    expect(await card("F3 Domanda rivista")).not.toHaveTextContent("da rivedere");
    expect(await card("Decisioni")).not.toHaveTextContent("da rivedere");
  });

  it("of intermediate phases come on request", async () => {
    serve();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Mostra i documenti intermedi" }));
    expect(await card("F2 Contesto")).toBeInTheDocument();
    expect(await card("F6 Piano delle CTE")).toHaveTextContent('"cte"');
    await user.click(screen.getByRole("button", { name: "Nascondi i documenti intermedi" }));
    await waitFor(() => expect(screen.queryByRole("article", { name: "F2 Contesto" })).not.toBeInTheDocument());
  });

  it("of an intermediate phase come when a link leads there", async () => {
    serve();
    open({ doc: "context" });
    const context = await card("F2 Contesto");
    await waitFor(() => expect(context).toHaveFocus());
  });

  it("begin short when they are long", async () => {
    const content = Array.from({ length: 400 }, (_, at) => `Paragrafo numero ${at}.`).join("\n\n");
    serve({ documents: [aDocument({ key: "revised_question", content, bytes: content.length })] });
    const { user } = open();
    await screen.findByText("Paragrafo numero 3.");
    expect(screen.queryByText("Paragrafo numero 399.")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /Mostra tutto \(.* kB\)/ }));
    expect(await screen.findByText("Paragrafo numero 399.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Mostra meno" }));
    await waitFor(() => expect(screen.queryByText("Paragrafo numero 399.")).not.toBeInTheDocument());
  });

  it("say when they are cut, and where the whole is, and offer no copy of a part", async () => {
    serve({
      documents: [aDocument({ key: "evidence", format: "text", content: "{", truncated: true, bytes: 3_000_000 })],
    });
    open();
    expect(await screen.findByText(/il documento intero occupa 3 MB/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Scarica il documento intero" })).toHaveAttribute(
      "href",
      `/sessions/${id}/documents/evidence`,
    );
    expect(screen.queryByRole("button", { name: /^Copia / })).not.toBeInTheDocument();
  });

  it("warn of words that no table answers for", async () => {
    const content = JSON.stringify({ tables: [], unmapped: ["bolognino"] });
    serve({ documents: [aDocument({ phase: "F4", key: "schema_linking", format: "schema-linking", content })] });
    open();
    expect(await screen.findByText("Una parola della domanda non è collegata ai dati")).toBeInTheDocument();
    expect(screen.getByText("bolognino")).toBeInTheDocument();
    expect(screen.getByText("0 tabelle · 0 join")).toBeInTheDocument();
  });

  it.each(['{"tabelle": 3}', "[1, 2]", "non è JSON", '{"tables":[{"name":{}},null]}'])(
    "show %s where schema linking was expected",
    async (content) => {
      serve({ documents: [aDocument({ phase: "F4", key: "schema_linking", format: "schema-linking", content })] });
      open();
      const linking = await card("F4 Schema linking");
      expect(linking.textContent?.replace(/\s/g, "")).toContain(
        content.includes("null") ? '"name":{}' : content.replace(/\s/g, ""),
      );
    },
  );
});

describe("the decisions", () => {
  it("are a timeline, newest first, unknown ones in their own words", async () => {
    const ledger = [
      { ts: "2026-11-28T09:33:00.000Z", phase: "F1", decision: "approve", by: "M. Rossi" },
      { ts: "2026-11-28T09:40:00.000Z", phase: "F4", decision: "revise", note: "Usa i netti", by: "A. Bianchi" },
      { ts: "2026-11-28T09:41:00.000Z", phase: "F4", decision: "rollback", to: "F2", by: "A. Bianchi" },
      { ts: "2026-11-28T09:42:00.000Z", phase: "F2", decision: "escalate", by: "A. Bianchi" },
    ];
    serve({ documents: [aDocument({ key: "decisions", format: "decisions", content: JSON.stringify(ledger) })] });
    const { user } = open();
    const decisions = within(await card("Decisioni"));
    expect(decisions.getAllByRole("listitem").map((item) => item.textContent?.replace(/28 nov.*/, ""))).toEqual([
      expect.stringContaining("F2: escalate · A. Bianchi"),
      expect.stringContaining("F4: tornata a F2 · A. Bianchi"),
      expect.stringContaining("F4: modifiche chieste · A. BianchiUsa i netti"),
      expect.stringContaining("F1 approvata · M. Rossi"),
    ]);
    await user.click(decisions.getByRole("button", { name: "Decisioni" }));
    expect(decisions.queryByRole("listitem")).not.toBeInTheDocument();
  });

  it("come in steps when there are many", async () => {
    const ledger = Array.from({ length: 50 }, (_, at) => ({
      ts: "2026-11-28T09:33:00Z",
      phase: `F${at}`,
      decision: "approve",
    }));
    serve({ documents: [aDocument({ key: "decisions", format: "decisions", content: JSON.stringify(ledger) })] });
    const { user } = open();
    expect(within(await card("Decisioni")).getAllByRole("listitem")).toHaveLength(20);
    await user.click(screen.getByRole("button", { name: "Mostra altre 20 decisioni" }));
    await user.click(screen.getByRole("button", { name: "Mostra altre 10 decisioni" }));
    expect(within(await card("Decisioni")).getAllByRole("listitem")).toHaveLength(50);
  });
});

describe("a session that can't be read whole", () => {
  it("shows the manifest as it is, where it lies and what to do", async () => {
    const manifest = aDocument({
      phase: "F1",
      key: "manifest",
      title: "session_manifest.yaml",
      format: "text",
      content: "name: [",
    });
    serve({
      session: {
        name: null,
        question: null,
        status: null,
        phase: null,
        resumable: false,
        problem: { code: "unreadable", message: "riga 3: parentesi non chiusa", severity: "error" },
        path: "/dati/sessions/x",
      },
      documents: [manifest],
    });
    open();
    expect(await screen.findByRole("heading", { level: 2, name: id })).toBeInTheDocument();
    expect(await screen.findByText("Il manifest di questa sessione non si legge")).toBeInTheDocument();
    expect(screen.getByText("riga 3: parentesi non chiusa")).toBeInTheDocument();
    expect(screen.getByText("/dati/sessions/x")).toBeInTheDocument();
    expect(await card("F1 session_manifest.yaml")).toHaveTextContent("name: [");
    expect(screen.queryByRole("button", { name: /documenti intermedi/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Riprendi" })).not.toBeInTheDocument();
  });

  it.each([
    ["ledger-skipped", "Il registro delle decisioni ha righe illeggibili"],
    ["something-new", "2 lines were skipped."],
  ])("warns of %s and changes nothing", async (code, text) => {
    serve({ session: { problem: { code, message: "2 lines were skipped.", severity: "warning" } } });
    open();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Riprendi" })).toBeInTheDocument();
  });
});

describe("what was read", () => {
  it("is told to the server up to the activity that was shown", async () => {
    const { seen } = serve({ session: { unread: true, activity_at: "2026-11-29T09:42:00.000Z" } });
    open();
    await waitFor(() => expect(seen).toEqual([{ at: "2026-11-29T09:42:00.000Z" }]));
  });

  it("is not told where nothing was unread", async () => {
    const { seen } = serve();
    open();
    await card("F1 Domanda originale");
    expect(seen).toEqual([]);
  });
});

describe("changes", () => {
  it("made elsewhere show, and leave closed cards closed", async () => {
    const { served } = serve();
    const { user, live } = open();
    await user.click(await screen.findByRole("button", { name: "Domanda originale" }));
    served.session = { name: "Resi, nome nuovo" };
    served.documents = [
      ...theDocuments.slice(0, 4),
      aDocument({ phase: "F8", key: "validation_report", content: "Tutto torna." }),
    ];
    live.push("events", { event: "sessions", data: { ids: [id] } });
    expect(await screen.findByRole("heading", { level: 2, name: "Resi, nome nuovo" })).toBeInTheDocument();
    expect(await card("F8 Rapporto di validazione")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Domanda originale" })).toHaveAttribute("aria-expanded", "false");
  });

  it("of other sessions ask nothing of the server", async () => {
    serve();
    const { live, client } = open();
    await card("F1 Domanda originale");
    live.push("events", { event: "sessions", data: { ids: ["another"] } });
    expect(client.isFetching()).toBe(0);
  });

  it("that delete it say so", async () => {
    serve();
    const { live } = open();
    await card("F1 Domanda originale");
    server.use(http.get(`/sessions/${id}`, () => HttpResponse.json({ code: "session-not-found" }, { status: 404 })));
    live.push("events", { event: "sessions", data: { ids: [id] } });
    expect(await screen.findByText("Questa sessione non c'è più")).toBeInTheDocument();
    expect(screen.queryByRole("article")).not.toBeInTheDocument();
  });

  it("that a lost server can't tell leave what was there", async () => {
    serve();
    const { live, client } = open();
    await card("F1 Domanda originale");
    server.use(
      http.get(`/sessions/${id}`, () => HttpResponse.error()),
      http.get(`/sessions/${id}/documents`, () => HttpResponse.error()),
    );
    live.push("events", { event: "sessions", data: { ids: [id] } });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(await card("F1 Domanda originale")).toBeInTheDocument();
  });
});

describe("documents that don't come", () => {
  it("say why and can be asked for again", async () => {
    serve();
    server.use(
      http.get(`/sessions/${id}/documents`, () => HttpResponse.json({ code: "locked", status: 423 }, { status: 423 }), {
        once: true,
      }),
    );
    const { user } = open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("I documenti non si sono caricati");
    await user.click(within(alert).getByRole("button", { name: "Riprova" }));
    expect(await card("F1 Domanda originale")).toBeInTheDocument();
  });

  it("for the reason that kept the session away say it once, and without a try where none can help", async () => {
    serve();
    const refuse = () => HttpResponse.json({ code: "invalid-id", status: 400 }, { status: 400 });
    server.use(http.get(`/sessions/${id}`, refuse), http.get(`/sessions/${id}/documents`, refuse));
    const { client } = open();
    expect(await screen.findByRole("alert")).toHaveTextContent("La sessione non si è caricata");
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Riprova" })).not.toBeInTheDocument();
  });

  it("after a failure of everything come by one try", async () => {
    serve();
    const fail = () => HttpResponse.json({ code: "internal-error", status: 500 }, { status: 500 });
    server.use(
      http.get(`/sessions/${id}`, fail, { once: true }),
      http.get(`/sessions/${id}/documents`, fail, { once: true }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Riprova" }));
    expect(await card("F1 Domanda originale")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("because there are none yet say that", async () => {
    serve({ documents: [] });
    open();
    expect(await screen.findByText("Ancora nessun documento")).toBeInTheDocument();
  });
});

it("speaks English too", async () => {
  await setLanguage("en");
  serve();
  open();
  expect(await screen.findByRole("button", { name: "Resume" })).toBeInTheDocument();
  expect(await card("F3 Revised question")).toBeInTheDocument();
  expect(screen.getByText("Phase 7 of 8 · Final SQL")).toBeInTheDocument();
  expect(await card("Decisions")).toHaveTextContent("F6 approved");
  await setLanguage("it");
});

it("has nothing that assistive technology trips over", async () => {
  serve({ session: { problem: { code: "unreadable", message: "2 righe saltate.", severity: "warning" } } });
  const { container } = open();
  await card("F1 Domanda originale");
  await screen.findByRole("heading", { level: 4, name: "Assunzioni" });
  // jsdom lays nothing out, so contrast is judged in a browser.
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
});
