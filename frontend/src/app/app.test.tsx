import { act, screen, waitFor, within } from "@testing-library/react";
import type { SessionSummary } from "@thothii/backend/api/sessions";
import type { Workspace } from "@thothii/backend/api/workspace";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { accessGranted } from "../lib/access.ts";
import { setLanguage } from "../lib/i18n.ts";
import { renderPage } from "../testing/render.tsx";
import { server, startServer } from "../testing/server.ts";
import { sessionRow } from "../testing/sessions.ts";
import { workspace } from "../testing/workspace.ts";
import { App } from "./app.tsx";

startServer();

const problem = (status: number, code: string) =>
  HttpResponse.json({ type: "", title: "", status, detail: "", instance: "", code }, { status });

function openApp(address = "/", rows: SessionSummary[] = twoRows, change: Partial<Workspace> = {}) {
  history.replaceState(null, "", address);
  const byId = (id: string) => rows.find((row) => row.id === id);
  server.use(
    http.get("/workspace", () => HttpResponse.json(workspace(change))),
    http.get("/sessions", () => HttpResponse.json(rows)),
    http.get("/terminals", () => HttpResponse.json([])),
    http.get<{ id: string }>("/sessions/:id", ({ params }) => HttpResponse.json({ ...byId(params.id), documents: [] })),
    http.get("/sessions/:id/documents", () =>
      HttpResponse.json([{ phase: "F1", key: "question", title: "", format: "text", content: "Come vanno i resi?" }]),
    ),
    http.post("/sessions/:id/resume", () =>
      HttpResponse.json({ runtime: { kind: "pi", state: "starting", since: "" } }, { status: 202 }),
    ),
    http.delete("/sessions/:id", () => new HttpResponse(null, { status: 204 })),
  );
  return renderPage(<App />);
}

const twoRows = [
  sessionRow("a", { name: "Resi", activity_at: "2026-11-20T09:00:00.000Z" }),
  sessionRow("b", { name: "Clienti", activity_at: "2026-11-10T09:00:00.000Z" }),
];
const row = (name: string) => screen.findByRole("button", { name });
const panel = (name: string) => screen.findByRole("region", { name });
const narrow = () =>
  vi
    .spyOn(window, "matchMedia")
    .mockImplementation(
      (media) =>
        ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
    );

afterEach(async () => {
  vi.restoreAllMocks();
  await act(async () => {
    accessGranted();
    await setLanguage("it");
  });
});

test("reading a session leaves the chat alone, and both are in the address", async () => {
  const { user, live } = openApp("/?chat=a");
  await user.click(await row("Clienti"));
  expect(await panel("Clienti")).toBeInTheDocument();
  expect(location.search).toBe("?chat=a&panel=b");
  expect(await row("Resi")).toHaveAttribute("aria-current", "true");
  await waitFor(() => expect(live.topics()).toContain("session:a"));
  expect(live.topics()).not.toContain("session:b");
});

test("a pasted link opens what it names; closing the panel gives the focus back to its row", async () => {
  const { user } = openApp("/?chat=a&panel=b&doc=question");
  const documents = await panel("Clienti");
  await user.click(within(documents).getByRole("button", { name: "Chiudi il pannello" }));
  expect(location.search).toBe("?chat=a");
  await waitFor(async () => expect(await row("Clienti")).toHaveFocus());
});

test("Riprendi makes the session being read the one in the chat", async () => {
  const { user, live } = openApp("/?chat=a&panel=b");
  await user.click(await screen.findByRole("button", { name: "Riprendi" }));
  await waitFor(() => expect(location.search).toBe("?chat=b&panel=b"));
  await waitFor(() => expect(live.topics()).toContain("session:b"));
  expect(live.topics()).not.toContain("session:a");
});

test("a refused resume is explained, and the chat stays where it was", async () => {
  const { user } = openApp("/?chat=a&panel=b");
  server.use(http.post("/sessions/b/resume", () => problem(409, "archived")));
  await user.click(await screen.findByRole("button", { name: "Riprendi" }));
  expect((await screen.findAllByText(/La sessione è archiviata/)).length).toBeGreaterThan(0);
  expect(location.search).toBe("?chat=a&panel=b");
});

test("a resume that another tab has begun leads to the chat", async () => {
  const { user } = openApp("/?panel=b");
  server.use(http.post("/sessions/b/resume", () => problem(409, "already_running")));
  await user.click(await screen.findByRole("button", { name: "Riprendi" }));
  await waitFor(() => expect(location.search).toBe("?panel=b&chat=b"));
});

test("deleting what is open moves the panel to the neighbour and empties the chat", async () => {
  const { user } = openApp("/?chat=a&panel=a");
  (await row("Resi")).focus();
  await user.keyboard("{Delete}");
  await user.click(await screen.findByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(location.search).toBe("?panel=b"));
});

test("archiving what is open shows no other session in its place; restored, it stands where it stood", async () => {
  const rows = [...twoRows, sessionRow("c", { name: "Ultima", activity_at: "2026-11-01T09:00:00.000Z" })];
  const { user } = openApp("/?chat=b&panel=b", rows);
  const set = (archived: boolean) => () => {
    rows[1] = { ...rows[1], archived, resumable: !archived } as SessionSummary;
    return HttpResponse.json(rows[1]);
  };
  server.use(http.post("/sessions/b/archive", set(true)), http.post("/sessions/b/unarchive", set(false)));
  const order = () =>
    within(screen.getByRole("list", { name: "Elenco delle sessioni" }))
      .getAllByRole("button")
      .flatMap(({ id }) => /^session-row-(.*)/.exec(id)?.[1] ?? []);
  (await row("Clienti")).focus();
  expect(order()).toEqual(["a", "b", "c"]);
  await user.keyboard("e");
  await waitFor(() => expect(order()).toEqual(["a", "c"]));
  expect(location.search).toBe("?chat=b&panel=b");
  await waitFor(async () => expect(await panel("Clienti")).toHaveTextContent("Archiviata"));
  expect(within(await panel("Clienti")).queryByRole("button", { name: "Riprendi" })).not.toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(order()).toEqual(["a", "b", "c"]));
  expect(location.search).toBe("?chat=b&panel=b");
});

test("a narrow screen shows one column at a time, with a way back", async () => {
  narrow();
  const { user } = openApp("/?chat=a");
  expect(await screen.findByRole("main")).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Torna alle sessioni" }));
  expect(location.search).toBe("");
  await user.click(await row("Clienti"));
  expect(await panel("Clienti")).toBeInTheDocument();
  expect(screen.queryByRole("navigation")?.closest("[inert]")).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Torna alle sessioni" }));
  await waitFor(() => expect(screen.getByRole("navigation").closest("[inert]")).toBeNull());
});

test("a lost server is said without taking the list away, and what failed is tried again after", async () => {
  const { live } = openApp();
  await row("Resi");
  act(() => live.setStatus("lost"));
  expect(screen.getByText(/Connessione persa, riconnessione…/)).toBeInTheDocument();
  expect(await row("Resi")).toBeInTheDocument();
  act(() => live.setStatus("open"));
  expect(screen.queryByText(/Connessione persa/)).not.toBeInTheDocument();
});

test("the page asks for the access code, takes the whole link, and opens", async () => {
  let token: unknown;
  openApp();
  server.use(
    http.get("/sessions", () => problem(401, "unauthorized"), { once: true }),
    http.post("/login", async ({ request }) => {
      ({ token } = (await request.json()) as { token: string });
      return token === "good+1" ? new HttpResponse(null, { status: 204 }) : problem(401, "unauthorized");
    }),
  );
  const { user } = { user: (await import("@testing-library/user-event")).userEvent.setup() };
  const field = await screen.findByLabelText("Codice di accesso");
  for (const wrong of ["wrong", "/?token=%"]) {
    await user.clear(field);
    await user.type(field, `${wrong}{Enter}`);
    expect(await screen.findByText(/Il codice non è quello di questo server/)).toBeInTheDocument();
  }
  await user.clear(field);
  await user.type(field, "http://127.0.0.1:4317/?token=good%2B1{Enter}");
  expect(await row("Resi")).toBeInTheDocument();
  expect(token).toBe("good+1");
});

test("a code given in another tab opens this one too", async () => {
  const { live } = openApp();
  server.use(http.get("/sessions", () => problem(401, "unauthorized"), { once: true }));
  await screen.findByLabelText("Codice di accesso");
  act(() => live.setStatus("lost"));
  act(() => live.setStatus("open"));
  expect(await row("Resi")).toBeInTheDocument();
});

test("the language changes at once, is remembered, and a link's wish for another is forgotten", async () => {
  const { user } = openApp("/?lang=it&chat=a");
  (await screen.findByRole("button", { name: "IT · Lingua" })).focus();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("menuitemradio", { name: "English" }));
  expect(await screen.findByRole("button", { name: "New question" })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe("en");
  expect(localStorage.getItem("thoth.lang")).toBe("en");
  expect(location.search).toBe("?chat=a");
});

test("the theme changes at once, is remembered, and goes back to the system's", async () => {
  const { user } = openApp();
  const choose = async (name: string) => {
    (await screen.findByRole("button", { name: "Tema" })).focus();
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("menuitemradio", { name }));
  };
  await choose("Scuro");
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("thoth.theme")).toBe("dark");
  await choose("Come il sistema");
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem("thoth.theme")).toBe(null);
});

test("the name set in the settings goes with what the reader does", async () => {
  const { user } = openApp();
  let by: string | null = null;
  server.use(
    http.post("/sessions/a/archive", ({ request }) => {
      by = request.headers.get("x-thoth-by");
      return HttpResponse.json({ ...twoRows[0], archived: true });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Impostazioni" }));
  await user.type(await screen.findByRole("textbox", { name: "Il tuo nome" }), "Zoë{Enter}");
  (await row("Resi")).focus();
  await user.keyboard("e");
  await waitFor(() => expect(by).toBe("Zo%C3%AB"));
});

test("the title counts the sessions that wait for the reader", async () => {
  const runtime = { kind: "pi", state: "waiting", since: "" } as const;
  openApp("/", [sessionRow("a", { runtime }), sessionRow("b")]);
  await waitFor(() => expect(document.title).toBe("(1) Demo Retail · ThothII"));
});

test("the offline model explains itself", async () => {
  const { user } = openApp();
  await user.click(await screen.findByRole("button", { name: "Modello offline" }));
  const explanation = await screen.findByRole("dialog", { name: "Il modello è quello offline" });
  expect(explanation).toHaveTextContent("THOTH_MODEL=provider/model");
});

test("a harness with the basic commands only says what is missing, and offers no new question", async () => {
  const { user } = openApp("/", twoRows, { foreign: true, missing: ["new", "chat"] });
  await user.click(await screen.findByRole("button", { name: "tht: comandi di base" }));
  expect(await screen.findByText(/aprire nuove sessioni e la chat con l'agente/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Nuova domanda" })).not.toBeInTheDocument();
});

test("skip links lead to the sessions and to the chat", async () => {
  const { user } = openApp();
  await row("Resi");
  await user.click(screen.getByRole("button", { name: "Vai alla chat" }));
  expect(screen.getByRole("main")).toHaveFocus();
});

test("Nuova domanda empties the centre, leaves the panel, and puts the cursor in the question", async () => {
  const { user } = openApp("/?chat=a&panel=b");
  await row("Resi");
  await user.click(screen.getByRole("button", { name: "Nuova domanda" }));
  expect(location.search).toBe("?panel=b");
  await waitFor(() => expect(within(screen.getByRole("main")).getByRole("textbox")).toHaveFocus());
});

test("? shows every shortcut, but never takes a question mark from a text", async () => {
  const { user } = openApp();
  (await row("Resi")).focus();
  await user.keyboard("?");
  const map = await screen.findByRole("dialog", { name: "Scorciatoie da tastiera" });
  expect(map).toHaveTextContent("Rinomina la sessione o il gruppo");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(async () => expect(await row("Resi")).toHaveFocus());
  await user.type(screen.getByRole("textbox", { name: "Filtra" }), "resi?");
  expect(screen.getByRole("textbox", { name: "Filtra" })).toHaveValue("resi?");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("the shortcuts are in the header's settings too", async () => {
  const { user } = openApp();
  await user.click(await screen.findByRole("button", { name: "Impostazioni" }));
  await user.click(await screen.findByRole("button", { name: "Scorciatoie da tastiera" }));
  expect(await screen.findByRole("dialog", { name: "Scorciatoie da tastiera" })).toBeInTheDocument();
});
