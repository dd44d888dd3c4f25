import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { HttpResponse } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "../../testing/server.ts";
import { sessionRow } from "../../testing/sessions.ts";
import { rememberSearch } from "./recent-searches.ts";
import { answerOf, hitOf } from "./testing/hits.ts";
import { activeText, openSearch, optionTexts } from "./testing/open-search.tsx";
import { searchTypeAhead } from "./type-ahead.ts";

startServer();

const rows = [
  sessionRow("a", { name: "Resi per motivo" }),
  sessionRow("b", { name: "Margine", question: "Quanto pesano i resi sul margine?" }),
  sessionRow("c", { name: "Resi del 2024", archived: true }),
];
const hits = [
  hitOf("a", 3, { title: "Resi per motivo", role: "document", document: "sql_final" }),
  hitOf("a", 9, { title: "Resi per motivo", role: "decision" }),
  hitOf("c1", 4, { agent: "codex", title: "Riconciliazione", resume: ["codex", "resume", "c1"] }),
];

test("titles are there as one types, passages follow under their sessions with the words marked", async () => {
  const released = Promise.withResolvers<void>();
  const { user, field } = openSearch(() => released.promise.then(() => answerOf(hits)), rows);
  await screen.findByRole("group", { name: "Sessioni recenti" });
  await user.type(await field(), "resi");
  const titles = screen.getByRole("group", { name: "Sessioni" });
  expect(within(titles).getAllByRole("option")).toHaveLength(3);
  released.resolve();
  const codex = await screen.findByRole("group", { name: /^Riconciliazione/ });
  expect(codex).toHaveAccessibleName("Riconciliazione, Codex");
  expect(within(codex).getByText("resi").tagName).toBe("MARK");
  expect(await screen.findByText("3 sessioni, 3 passaggi")).toBeInTheDocument();
});

test("what was typed before the field was there is searched for, and an Enter lands on the best", async () => {
  searchTypeAhead.begin();
  for (const key of ["r", "e", "s", "o", "Backspace", "i", "Enter"]) fireEvent.keyDown(document.body, { key });
  const { field, onGo } = openSearch(() => answerOf(hits));
  await waitFor(() => expect(onGo).toHaveBeenCalled());
  expect(await field()).toHaveValue("resi");
  expect(onGo.mock.calls[0]?.[1]).toEqual({ q: "resi", in: null });
});

test("the keys go along the list, the field keeps the focus, and Enter lands on the passage", async () => {
  const { user, field, onGo } = openSearch(() => answerOf(hits), [rows[0] ?? sessionRow("a")]);
  await user.type(await field(), "resi");
  await screen.findByRole("group", { name: /^Riconciliazione/ });
  expect(activeText()).toContain("Resi per motivo");
  await user.keyboard("{ArrowDown}");
  expect(activeText()).toMatch(/^SQL finale/);
  await user.keyboard("{End}");
  expect(activeText()).toMatch(/^Risposta/);
  await user.keyboard("{ArrowDown}{ArrowUp}{Home}");
  expect(activeText()).toContain("Resi per motivo");
  await user.keyboard("{PageDown}{PageUp}{ArrowDown}{ArrowDown}");
  expect(activeText()).toMatch(/^Decisione/);
  expect(await field()).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(onGo).toHaveBeenCalledExactlyOnceWith(
    { kind: "document", place: { agent: "thoth", sessionId: "a", seq: 9 }, document: "decisions" },
    { q: "resi", in: null },
  );
});

test("what was said leads to the transcript, a title to its session", async () => {
  const { user, field, onGo } = openSearch(() => answerOf(hits), rows);
  await user.type(await field(), "resi");
  await user.click(await screen.findByRole("option", { name: /^Risposta/ }));
  expect(onGo).toHaveBeenLastCalledWith(
    { kind: "transcript", place: { agent: "codex", sessionId: "c1", seq: 4 } },
    { q: "resi", in: null },
  );
  await user.click(screen.getByRole("option", { name: /^Margine/ }));
  expect(onGo).toHaveBeenLastCalledWith({ kind: "session", sessionId: "b" }, expect.anything());
});

test("an agent's session found by its title: marked, with whose it is, and opened at its beginning", async () => {
  const snippet = [
    { text: "Resi", hit: true },
    { text: " di **novembre**", hit: false },
  ];
  const titled = hitOf("c1", 0, { agent: "codex", role: "title", title: "Resi di **novembre**", snippet });
  const { user, field, onGo } = openSearch(() => answerOf([titled]), []);
  await user.type(await field(), "resi");
  const option = await within(await screen.findByRole("group", { name: "Sessioni" })).findByRole("option");
  expect(option).toHaveTextContent("Resi di **novembre**");
  expect(option).toHaveTextContent("Codex · retail");
  expect(within(option).getByText("Resi").tagName).toBe("MARK");
  expect(await screen.findByText("1 sessione")).toBeInTheDocument();
  await user.keyboard("{Enter}");
  expect(onGo).toHaveBeenCalledExactlyOnceWith(
    { kind: "transcript", place: { agent: "codex", sessionId: "c1", seq: 0 } },
    { q: "resi", in: null },
  );
});

test("an Enter faster than the answer opens the best of it; an input method's Enter opens nothing", async () => {
  const { user, field, onGo } = openSearch(() => answerOf(hits));
  const input = await field();
  await user.type(input, "resi{Enter}");
  await waitFor(() => expect(onGo).toHaveBeenCalledOnce());
  expect(onGo.mock.lastCall?.[0]).toMatchObject({ place: { seq: 3 } });
  fireEvent.keyDown(input, { key: "Enter", isComposing: true });
  fireEvent.keyDown(input, { key: "Enter", keyCode: 229 });
  expect(onGo).toHaveBeenCalledOnce();
});

test("a key asks at once; what is typed before the answer is asked as one question, when it comes", async () => {
  const answers: (() => void)[] = [];
  const { field, asked } = openSearch(
    (params) =>
      new Promise((resolve) =>
        answers.push(() => resolve(answerOf([hitOf("x", 1, { agent: "codex", title: `per ${params.get("q")}` })]))),
      ),
  );
  const input = await field();
  // At once, for what stands a while without an answer is asked as well.
  for (const value of ["r", "re", "res", "resi"]) fireEvent.change(input, { target: { value } });
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  expect(asked[0]).toBe("q=r&limit=60");
  answers[0]?.();
  await waitFor(() => expect(asked).toEqual(["q=r&limit=60", "q=resi&limit=60"]));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await screen.findByRole("group", { name: /^per resi,/ });
  expect(asked).toHaveLength(2);
});

test("a question that is not answered is given up for what was typed since", async () => {
  const given: string[] = [];
  const { user, field, asked } = openSearch((params, signal) => {
    if (params.get("q") !== "r") return answerOf(hits);
    signal.addEventListener("abort", () => given.push("r"));
    return new Promise(() => {});
  });
  await user.type(await field(), "r");
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.type(await field(), "esi");
  await screen.findByRole("group", { name: /^Riconciliazione/ });
  await waitFor(() => expect(given).toEqual(["r"]));
});

test("a slow answer never comes over a later one, and the last passages stay meanwhile", async () => {
  const slow: (() => void)[] = [];
  const { user, field, asked } = openSearch((params) => {
    const title = `per ${params.get("q")}`;
    const answer = answerOf([hitOf("x", 1, { agent: "codex", title })]);
    if (params.get("q") !== "re") return answer;
    return new Promise((resolve) => slow.push(() => resolve(answer)));
  });
  await user.type(await field(), "r");
  await screen.findByRole("group", { name: /^per r,/ });
  await user.type(await field(), "e");
  await waitFor(() => expect(asked.some((text) => text.includes("q=re&"))).toBe(true));
  expect(screen.getByRole("group", { name: /^per r,/ })).toBeInTheDocument();
  await user.type(await field(), "si");
  await screen.findByRole("group", { name: /^per resi,/ });
  const shown = vi.fn();
  const watch = new MutationObserver(() => shown(document.querySelector("[aria-label^='per re,']") !== null));
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["aria-label"] });
  onTestFinished(() => watch.disconnect());
  for (const release of slow) release();
  // Whatever was on its way has come by the time that this is answered.
  await user.type(await field(), " x");
  await screen.findByRole("group", { name: /^per resi x,/ });
  expect(shown).toHaveBeenCalled();
  expect(shown).not.toHaveBeenCalledWith(true);
});

test("filters are chips that go with the request, show what they say, and come off together", async () => {
  const { user, field, asked, onText } = openSearch(() => answerOf(hits), rows);
  await user.type(await field(), "resi");
  await user.click(screen.getByRole("button", { name: "Tipo" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Decisione" }));
  await user.click(await screen.findByRole("button", { name: "Tutti i progetti" }));
  await user.click(screen.getByRole("button", { name: "Senza archiviate" }));
  await waitFor(() => expect(asked.at(-1)).toBe("q=resi&role=decision&scope=all&archived=false&limit=60"));
  expect(screen.getByRole("button", { name: "Tipo: Decisione" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Tutti i progetti" })).toHaveAttribute("aria-pressed", "true");
  await waitFor(() => expect(onText).toHaveBeenLastCalledWith({ q: "resi", in: "decision.all.active" }));
  await user.click(screen.getByRole("button", { name: "Togli i filtri" }));
  await waitFor(() => expect(onText).toHaveBeenLastCalledWith({ q: "resi", in: null }));
  expect(screen.getByRole("button", { name: "Tipo" })).toBeInTheDocument();
  expect(await field()).toHaveFocus();
});

test("only agents that something is indexed of can be chosen, and the one that is, with how many sessions", async () => {
  const { user } = openSearch(() => answerOf(hits), rows, { q: "resi", in: "gemini" });
  await user.click(await screen.findByRole("button", { name: "Agente: Gemini CLI" }));
  await screen.findByRole("menuitemradio", { name: /^ThothII\s*, 1200 sessioni$/ });
  await screen.findByRole("menuitemradio", { name: /^Codex\s*, 7 sessioni$/ });
  expect(screen.getByText("1.200")).toBeVisible();
  expect(screen.getAllByRole("menuitemradio").at(-1)).toHaveAccessibleName("Gemini CLI");
  expect(screen.getAllByRole("menuitemradio")).toHaveLength(4);
});

test("a link's words and filters are there from the start", async () => {
  const { field, asked } = openSearch(() => answerOf(hits), rows, { q: "resi", in: "codex.30d" });
  expect(await field()).toHaveValue("resi");
  await waitFor(() => expect(asked).toEqual(["q=resi&agent=codex&sinceDays=30&limit=60"]));
  expect(screen.getByRole("button", { name: "Periodo: Ultimi 30 giorni" })).toBeInTheDocument();
});

test("nothing found offers wider searches, by keyboard too", async () => {
  const none = answerOf([], { notice: { code: "no-hits", text: "" } });
  const { user, field, asked } = openSearch((params) => (params.has("any") ? answerOf(hits) : none));
  await user.type(await field(), "resi quadrelli");
  await screen.findByRole("group", { name: "Nessun passaggio con tutte queste parole" });
  expect(optionTexts()).toEqual(["Cerca chi ha almeno una delle parole", "Cerca in tutti i progetti"]);
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("group", { name: /^Riconciliazione/ })).toBeInTheDocument();
  expect(asked.at(-1)).toContain("any=true");
  expect(screen.getByRole("button", { name: "Basta una parola" })).toHaveAttribute("aria-pressed", "true");
});

test("each reason for having nothing says what it is and what to do", async () => {
  const reasons = [
    ["no-words", "Servono una lettera o una cifra"],
    ["nothing-indexed", "Ancora niente da cercare"],
    ["switched-off", "sessions_search: false"],
    ["not-writable", "Controlla i permessi"],
  ] as const;
  let at = 0;
  const { user, field } = openSearch(() =>
    answerOf([], { notice: { code: reasons[at]?.[0] ?? "no-words", text: "" } }),
  );
  for (const [index, [, text]] of reasons.entries()) {
    at = index;
    await user.clear(await field());
    await user.type(await field(), `resi ${index}`);
    expect(await screen.findByText(new RegExp(text))).toBeInTheDocument();
  }
});

test("a failure is told, leaves the titles, and is tried again", async () => {
  let broken = true;
  const { user, field } = openSearch(
    () =>
      broken
        ? HttpResponse.json(
            { code: "internal-error", detail: "", status: 500, title: "", type: "", instance: "" },
            { status: 500 },
          )
        : answerOf(hits),
    rows,
  );
  await user.type(await field(), "resi");
  expect(await screen.findByText("La ricerca non è riuscita")).toBeInTheDocument();
  expect(screen.getByRole("group", { name: "Sessioni" })).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Riprova" }));
  expect(await screen.findByRole("group", { name: /^Riconciliazione/ })).toBeInTheDocument();
});

test("while the index grows the box says how far it is, asks again, and stops saying so at the end", async () => {
  let found = answerOf([], { indexing: { done: 1, total: 40 }, notice: { code: "no-hits", text: "" } });
  const { user, field, live } = openSearch(() => found, []);
  await user.type(await field(), "resi");
  expect(await screen.findByText(/Indice in preparazione: 1 file su 40/)).toBeInTheDocument();
  act(() => live.push("events", { event: "index", data: { done: 20, total: 40 } }));
  expect(await screen.findByText(/20 file su 40/)).toBeInTheDocument();
  found = answerOf(hits);
  act(() => live.push("events", { event: "index", data: { done: 40, total: 40 } }));
  expect(await screen.findByRole("group", { name: /^Riconciliazione/ })).toBeInTheDocument();
  expect(screen.queryByText(/Indice in preparazione/)).not.toBeInTheDocument();
});

test("what another program holds, and stores that could not be read, are said", async () => {
  const problems = [{ agent: "cursor" as const, path: "/home/m/state.vscdb", detail: "file is not a database" }];
  const { user, field } = openSearch(() => answerOf(hits, { stale: true, problems }));
  await user.type(await field(), "resi");
  expect(await screen.findByText(/questi sono i risultati di prima/)).toBeInTheDocument();
  await user.click(screen.getByText("Un archivio non si è letto"));
  expect(screen.getByText(/file is not a database/)).toBeVisible();
});

test("recent searches come back by a key, and can be forgotten", async () => {
  rememberSearch("scontrino medio");
  rememberSearch("resi");
  const { user, field } = openSearch(() => answerOf(hits), []);
  expect(await screen.findByRole("option", { name: "scontrino medio" })).toBeInTheDocument();
  expect(activeText()).toBe(null);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await field()).toHaveValue("resi");
  await user.clear(await field());
  await user.click(screen.getByRole("button", { name: "Dimentica" }));
  expect(screen.queryByRole("option", { name: "scontrino medio" })).not.toBeInTheDocument();
});

test("more of a session's passages open in place, and the keyboard stays where it was", async () => {
  const many = Array.from({ length: 8 }, (_, seq) => hitOf("c1", seq, { agent: "codex", title: "Lunga" }));
  const { user, field } = openSearch(() => answerOf(many));
  await user.type(await field(), "resi");
  await screen.findByRole("option", { name: "Altri 5 passaggi" });
  await user.keyboard("{ArrowUp}{Enter}");
  expect(screen.getAllByRole("option")).toHaveLength(8);
  expect(activeText()).toContain("turno 2");
});

test("assistive technology trips over nothing", async () => {
  const { user, field } = openSearch(() => answerOf(hits, { indexing: { done: 1, total: 2 } }), rows);
  await user.type(await field(), "resi");
  await screen.findByRole("group", { name: /^Riconciliazione/ });
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
