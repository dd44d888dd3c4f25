import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Agent, RunRequest } from "@thothii/backend/api/agents";
import type { NewTerminal, Terminal } from "@thothii/backend/api/terminals";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { typeAhead } from "../features/terminals/type-ahead.ts";
import { renderPage } from "../testing/render.tsx";
import { server, startServer } from "../testing/server.ts";
import { sessionRow } from "../testing/sessions.ts";
import { agentOf, terminalOf } from "../testing/terminals.ts";
import { workspace } from "../testing/workspace.ts";
import { App } from "./app.tsx";

startServer();

// What a terminal shows is for a browser to try; here none of them is ever attached.
beforeEach(() => {
  vi.stubGlobal(
    "WebSocket",
    class {
      readyState = 0;
      send() {}
      close() {}
    },
  );
});

function openApp(address: string, first: Terminal[] = [], agents: Agent[] = [agentOf("claude")]) {
  history.replaceState(null, "", address);
  let terminals = first;
  const opened: NewTerminal[] = [];
  const runs: RunRequest[] = [];
  const ended: unknown[] = [];
  const rows = [sessionRow("a", { name: "Resi", runtime: null })];
  server.use(
    http.get("/workspace", () => HttpResponse.json(workspace())),
    http.get("/sessions", () => HttpResponse.json(rows)),
    http.get("/sessions/:id", ({ params }) => HttpResponse.json(rows.find(({ id }) => id === params.id))),
    http.get("/sessions/:id/documents", () => HttpResponse.json([])),
    http.get("/agents", () => HttpResponse.json(agents)),
    http.get("/terminals", () => HttpResponse.json(terminals)),
    http.post("/terminals", async ({ request }) => {
      opened.push((await request.json()) as NewTerminal);
      terminals = [...terminals, terminalOf(`new-${opened.length}`)];
      return HttpResponse.json(terminals.at(-1), { status: 201 });
    }),
    http.delete("/terminals/:id", ({ params }) => {
      ended.push(params.id);
      terminals = terminals.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/agents/run", async ({ request }) => {
      runs.push((await request.json()) as RunRequest);
      terminals = [...terminals, terminalOf("run", { agent: "claude", title: "Claude" })];
      return HttpResponse.json({ terminal: terminals.at(-1), agentSessionId: null, argv: [] }, { status: 201 });
    }),
  );
  const page = renderPage(<App />);
  const setTerminals = (next: Terminal[]) => {
    terminals = next;
    act(() => page.live.push("events", { event: "terminals", data: { ids: next.map(({ id }) => id) } }));
  };
  return { ...page, opened, runs, ended, setTerminals };
}

const tabs = () => screen.findAllByRole("tab");
const tab = (name: RegExp) => screen.findByRole("tab", { name });
const address = () => Object.fromEntries(new URLSearchParams(location.search));

test("every terminal is a tab, as the server tells of them", async () => {
  const { setTerminals } = openApp("/", [terminalOf("t1")]);
  expect(await tab(/^Titolo t1/)).toHaveAttribute("aria-selected", "false");
  setTerminals([
    terminalOf("t1", { state: "exited", exitCode: 3 }),
    terminalOf("t2", { session: "a", title: "Codex" }),
  ]);
  expect(await tab(/^Titolo t1\s*, Terminato con codice 3$/)).toBeVisible();
  expect(await tab(/^Codex · Resi\s*, In esecuzione$/)).toBeVisible();
  setTerminals([]);
  await waitFor(async () => expect(await tabs()).toHaveLength(1));
});

test("a tab leads to its terminal, and the chat's back to where the chat was", async () => {
  const { user } = openApp("/?chat=a", [terminalOf("t1")]);
  await user.click(await tab(/^Titolo t1/));
  expect(address()).toEqual({ chat: "a", term: "t1" });
  expect(await screen.findByRole("heading", { name: "Titolo t1" })).toBeVisible();
  await user.click(await tab(/^Chat/));
  expect(address()).toEqual({ chat: "a" });
  expect(await screen.findByRole("heading", { name: "Resi" })).toBeVisible();
});

test("what is typed right after a tab was chosen is meant for its terminal, unless nothing reads it there", async () => {
  openApp("/", [terminalOf("t1"), terminalOf("t2", { state: "exited", exitCode: 0, title: "Finito" })]);
  for (const [name, kept] of [
    [/^Titolo t1/, "x"],
    [/^Finito/, ""],
  ] as const) {
    fireEvent.click(await tab(name));
    fireEvent.keyDown(document.body, { key: "x" });
    expect(typeAhead.take()).toBe(kept);
  }
});

test("the chat stays as it was while a terminal has its place", async () => {
  const { user } = openApp("/", [terminalOf("t1")]);
  const field = await screen.findByRole("textbox", { name: "Domanda" });
  const panel = field.closest("[role=tabpanel]");
  await user.click(await tab(/^Titolo t1/));
  expect(panel).not.toBeVisible();
  await user.click(await tab(/^Chat/));
  expect(panel).toBeVisible();
  expect(await screen.findByRole("textbox", { name: "Domanda" })).toBe(field);
});

test("an address of a terminal that is no more says so, and leads to the chat", async () => {
  const { user } = openApp("/?term=gone");
  const pane = await screen.findByRole("tabpanel", { name: "Riquadro" });
  expect(await within(pane).findByText("Questo terminale non c'è più")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Torna alla chat" }));
  expect(address()).toEqual({});
});

test("the menu opens a shell or an installed agent, and says how to install the others", async () => {
  const amp = agentOf("amp", { installed: false, install: "Install it: npm install -g amp" });
  const { user, opened } = openApp("/", [], [amp, agentOf("claude")]);
  await user.click(await screen.findByRole("button", { name: "Nuovo terminale" }));
  await user.click(await screen.findByRole("menuitem", { name: "Non installati" }));
  expect(await screen.findByRole("menuitem", { name: /^Amp\s*npm install -g amp$/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await user.click(screen.getByRole("menuitem", { name: "Claude" }));
  await waitFor(() => expect(opened).toMatchObject([{ agent: "claude" }]));
  await waitFor(() => expect(address()).toEqual({ term: "new-1" }));
});

test("a terminal that didn't open says why", async () => {
  const { user } = openApp("/");
  server.use(
    http.post("/terminals", () =>
      HttpResponse.json({ code: "too_many_terminals", status: 429, detail: "" }, { status: 429 }),
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Nuovo terminale" }));
  await user.click(await screen.findByRole("menuitem", { name: "Shell" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Il terminale non si è aperto");
  expect(alert).toHaveTextContent("Troppi terminali insieme");
});

test("closing one that has ended asks nothing, and goes to its neighbour", async () => {
  const over = { state: "exited", exitCode: 0 } as const;
  const { user, ended } = openApp("/?term=t1", [terminalOf("t1", over), terminalOf("t2", over)]);
  (await tab(/^Titolo t1/)).focus();
  await user.keyboard("{Delete}");
  await waitFor(() => expect(ended).toEqual(["t1"]));
  expect(address()).toEqual({ term: "t2" });
});

test("one that another window has closed meanwhile is closed, and no failure", async () => {
  const { user } = openApp("/?term=t1", [terminalOf("t1", { state: "exited", exitCode: 0 })]);
  server.use(
    http.delete("/terminals/t1", () =>
      HttpResponse.json({ code: "terminal-not-found", status: 404, detail: "" }, { status: 404 }),
    ),
  );
  (await tab(/^Titolo t1/)).focus();
  await user.keyboard("{Delete}");
  await waitFor(async () => expect(await tabs()).toHaveLength(1));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(address()).toEqual({});
});

test("closing one of several panes leaves its room to the others", async () => {
  const over = { state: "exited", exitCode: 0 } as const;
  const { user } = openApp("/?term=t1&split=t2*-", [terminalOf("t1", over), terminalOf("t2", over)]);
  expect(await screen.findAllByRole("tabpanel")).toHaveLength(3);
  (await tab(/^Titolo t2/)).focus();
  await user.keyboard("{Delete}");
  await waitFor(() => expect(address()).toEqual({ term: "t1", split: "-" }));
  expect(screen.getAllByRole("tabpanel")).toHaveLength(2);
});

test("a chosen tab comes to the pane that was used last", async () => {
  const over = { state: "exited", exitCode: 0 } as const;
  const { user } = openApp("/?split=t1", [terminalOf("t1", over), terminalOf("t2", over)]);
  await user.click(await tab(/^Titolo t1/));
  await user.click(await tab(/^Titolo t2/));
  expect(address()).toEqual({ split: "t2" });
});

test("the pane that was used last is still the one after a reload", async () => {
  const over = { state: "exited", exitCode: 0 } as const;
  const terminals = [terminalOf("t1", over), terminalOf("t2", over)];
  await openApp("/?split=t1", terminals).user.click(await tab(/^Titolo t1/));
  cleanup();
  const { user } = openApp("/?split=t1", terminals);
  await user.click(await tab(/^Titolo t2/));
  expect(address()).toEqual({ split: "t2" });
});

test("a key that is kept down opens one pane, and what is typed then is not the composer's", async () => {
  const { user, opened } = openApp("/");
  const composer = await screen.findByRole("textbox", { name: "Domanda" });
  await user.clear(composer);
  for (const repeat of [false, true, true])
    fireEvent.keyDown(composer, { key: "E", ctrlKey: true, shiftKey: true, repeat });
  await user.keyboard("ls");
  await waitFor(() => expect(address()).toEqual({ split: "new-1" }));
  expect(opened).toHaveLength(1);
  expect(composer).toHaveValue("");
});

test("the panes' keys do nothing behind a question", async () => {
  const { user } = openApp("/?split=t1", [terminalOf("t1")]);
  (await tab(/^Titolo t1/)).focus();
  await user.keyboard("{Delete}");
  await within(await screen.findByRole("alertdialog")).findByRole("button", { name: "Annulla" });
  await user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
  expect(address()).toEqual({ split: "t1" });
});

test("two closed at once leave the chat, not one of them", async () => {
  const over = { state: "exited", exitCode: 0 } as const;
  const { user, ended } = openApp("/?term=t1", [terminalOf("t1", over), terminalOf("t2", over)]);
  const late = Promise.withResolvers<void>();
  server.use(
    http.delete("/terminals/t1", async () => {
      await late.promise;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  (await tab(/^Titolo t1/)).focus();
  await user.keyboard("{Delete}");
  (await tab(/^Titolo t2/)).focus();
  await user.keyboard("{Delete}");
  await waitFor(() => expect(ended).toEqual(["t2"]));
  await waitFor(() => expect(screen.queryByRole("tab", { name: /^Titolo t2/ })).not.toBeInTheDocument());
  late.resolve();
  await waitFor(() => expect(address()).toEqual({}));
});

test("one that is gone from the first pane says so there, and its pane can be closed", async () => {
  const { user, setTerminals } = openApp("/?term=t1&split=t2", [terminalOf("t1"), terminalOf("t2")]);
  await tab(/^Titolo t2/);
  setTerminals([terminalOf("t2")]);
  expect(await screen.findByText("Questo terminale non c'è più")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Chiudi il riquadro" }));
  expect(address()).toEqual({ term: "t2" });
});

test("a new question is asked where the chat is, and all else stays", async () => {
  const { user } = openApp("/?chat=a&term=t1&split=-", [terminalOf("t1")]);
  await user.click(await screen.findByRole("button", { name: "Nuova domanda" }));
  expect(address()).toEqual({ term: "t1", split: "-" });
});

test("a resume that a terminal is in the way of leads to that terminal", async () => {
  const { user } = openApp("/?panel=a", [terminalOf("t1", { session: "a" })]);
  server.use(
    http.post("/sessions/a/resume", () =>
      HttpResponse.json({ code: "already_running", status: 409, detail: "", terminal: "t1" }, { status: 409 }),
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Riprendi" }));
  await waitFor(() => expect(address()).toEqual({ panel: "a", term: "t1" }));
});

test("a conversation that was found goes on in a terminal of its own agent", async () => {
  const { user, runs } = openApp("/?hit=claude:c1:0");
  server.use(
    http.get("/transcripts/claude/c1", () =>
      HttpResponse.json({
        agent: "claude",
        sessionId: "c1",
        title: "Margini",
        project: "/home/m/workspace",
        startedAt: null,
        gone: false,
        archived: false,
        resume: null,
        turns: [],
        before: 0,
        after: 0,
      }),
    ),
  );
  const view = await screen.findByRole("region", { name: "Margini" });
  expect(await within(view).findByRole("button", { name: "Biforca" })).toBeVisible();
  await user.click(within(view).getByRole("button", { name: "Apri nel terminale" }));
  await waitFor(() => expect(runs).toEqual([{ agent: "claude", resumeSessionId: "claude:c1" }]));
  await waitFor(() => expect(address()).toMatchObject({ split: "run" }));
});
