import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { StrictMode } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderPage } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { ChatPanel } from "./chat-panel.tsx";
import { agent, gate, said, snapshot, tool } from "./testing/conversation.ts";
import { chatServer, openChat, refusal, startChats } from "./testing/open-chat.tsx";

startChats();

describe("the conversation", () => {
  it("of a session that isn't there says so, and offers no try that can't help", async () => {
    chatServer();
    server.use(http.get("/sessions/:id", () => refusal(404, "session-not-found")));
    renderPage(<ChatPanel sessionId="a" onOpenPanel={vi.fn()} onOpenChat={vi.fn()} />);
    expect(await screen.findByRole("alert")).toHaveTextContent("La conversazione non si è caricata");
    expect(screen.queryByRole("button", { name: "Riprova" })).toBeNull();
  });

  it("says nothing about the agent before it knows", async () => {
    chatServer();
    const { live } = renderPage(<ChatPanel sessionId="a" onOpenPanel={vi.fn()} onOpenChat={vi.fn()} />);
    await screen.findByRole("heading", { name: "Fatturato per regione" });
    expect(screen.queryByText("Nessun agente al lavoro")).toBeNull();
    act(() => live.push("session:a", snapshot({ runtime: null })));
    expect(await screen.findByText("Nessun agente al lavoro")).toBeVisible();
  });

  it("shows who said what, as it comes", async () => {
    chatServer();
    const { hear } = await openChat({ messages: [said("u1", "Escludi i resi", { role: "user" })] });
    await hear(
      { event: "delta", data: { id: "m1", text: "Ho **tolto** " } },
      { event: "delta", data: { id: "m1", text: "i resi" } },
    );
    expect(screen.getByRole("article", { name: "Tu" })).toHaveTextContent("Escludi i resi");
    expect(await screen.findByText("tolto")).toBeVisible();
    expect(screen.getByRole("article", { name: "Agente" })).toHaveTextContent("Ho tolto i resi");
  });

  it("says whole answers to screen readers, never their parts", async () => {
    chatServer();
    const { hear } = await openChat();
    const heard = () => screen.getAllByRole("status").map((status) => status.textContent);
    await hear({ event: "delta", data: { id: "m1", text: "Ho tolto" } });
    expect(heard()).not.toContain("L'agente: Ho tolto");
    await hear({ event: "message", data: said("m1", "Ho tolto i resi.") });
    expect(heard()).toContain("L'agente: Ho tolto i resi.");
  });

  it("folds a tool call into one line that opens", async () => {
    chatServer();
    const { user, hear } = await openChat();
    await hear({ event: "tool", data: tool() });
    expect(screen.getByText("in corso")).toBeVisible();
    await hear({ event: "tool", data: tool({ state: "end", output: "ordini, negozi", ms: 120 }) });
    expect(screen.getByText("0,1 s")).toBeVisible();
    expect(screen.queryByText("ordini, negozi")).toBeNull();
    await user.click(screen.getByText("tht dwh schema"));
    expect(screen.getByRole("region", { name: "Risultato" })).toHaveTextContent("ordini, negozi");
  });

  it("says that a tool call failed, and one cut off isn't shown as running for ever", async () => {
    chatServer();
    const { hear } = await openChat();
    await hear({ event: "tool", data: tool({ id: "t0", state: "end", error: true, output: "no", ms: 1 }) });
    expect(screen.getByText("non riuscito")).toBeVisible();
    await hear({ event: "tool", data: tool() }, { event: "runtime", data: null });
    expect(screen.queryByText("in corso")).toBeNull();
  });

  it("marks where the agent before stopped", async () => {
    chatServer();
    await openChat({ messages: [said("m0", "Prima", { ended: true }), said("m1", "Dopo")] });
    const log = screen.getByRole("log").textContent ?? "";
    expect(log.indexOf("Prima")).toBeLessThan(log.indexOf("Conversazione precedente"));
    expect(log.indexOf("Conversazione precedente")).toBeLessThan(log.indexOf("Dopo"));
  });

  it("offers the way to the session's documents", async () => {
    chatServer();
    const { user, onOpenPanel } = await openChat();
    await user.click(screen.getByRole("button", { name: "Apri i documenti" }));
    expect(onOpenPanel).toHaveBeenCalledWith("a");
  });

  it("follows its topic once, under StrictMode too, and leaves it when it goes", async () => {
    chatServer();
    const props = { onOpenPanel: vi.fn(), onOpenChat: vi.fn() };
    const page = renderPage(
      <StrictMode>
        <ChatPanel sessionId="a" {...props} />
      </StrictMode>,
    );
    const followed = () => page.live.topics().filter((topic) => topic === "session:a");
    expect(followed()).toHaveLength(1);
    page.unmount();
    expect(followed()).toEqual([]);
  });

  it("of a session that is gone says so", async () => {
    chatServer();
    server.use(http.get("/sessions/:id", () => refusal(404, "session-not-found")));
    renderPage(<ChatPanel sessionId="a" onOpenPanel={vi.fn()} onOpenChat={vi.fn()} />);
    expect(await screen.findByRole("alert")).toHaveTextContent("La sessione non esiste più.");
  });

  it("knows the session's new name when the server says that it changed", async () => {
    chatServer();
    const { live } = await openChat();
    server.use(
      http.get("/sessions/:id", () =>
        HttpResponse.json({ id: "a", name: "Nome nuovo", resumable: true, problem: null }),
      ),
    );
    act(() => live.push("events", { event: "sessions", data: { ids: ["a"] } }));
    expect(await screen.findByRole("heading", { name: "Nome nuovo" })).toBeVisible();
  });
});

describe("what the agent is doing", () => {
  it.each([
    ["starting", "In avvio…"],
    ["idle", "In ascolto"],
    ["stopping", "Si sta fermando…"],
    ["failed", "Fermato da un errore"],
  ] as const)("is said in words: %s", async (state, words) => {
    chatServer();
    await openChat({ runtime: agent(state) });
    expect(screen.getByText(words)).toBeVisible();
  });
});

it("that failed is told why beside the gate that waits for a person", async () => {
  chatServer();
  await openChat({
    runtime: { ...agent("paused"), error: "No key for it." },
    gate: gate({ requestId: "srv-1", paused: true }),
  });
  expect(screen.getByRole("region", { name: "L'agente si è fermato con un errore" })).toHaveTextContent(
    "No key for it.",
  );
  expect(screen.getByRole("button", { name: "Approva" })).toBeEnabled();
});

describe("at rest with work to do", () => {
  it.each([
    ["settled", "L'agente si è fermato prima di finire la fase"],
    ["runaway", "L'agente girava a vuoto ed è stato fermato"],
    ["aborted", "Lavoro interrotto"],
    ["model-error", "Il modello non ha risposto"],
  ] as const)("%s says why and goes on with Continua", async (reason, title) => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("idle"), rest: { reason, detail: "connect ECONNREFUSED" } });
    const notice = screen.getByRole("region", { name: title });
    expect(notice).toHaveTextContent("connect ECONNREFUSED");
    await user.click(within(notice).getByRole("button", { name: "Continua" }));
    await waitFor(() => expect(sent).toEqual([{ path: "/sessions/a/prompt", body: { text: "continua" } }]));
  });

  it("offers no Continua where no agent is there to go on", async () => {
    chatServer();
    await openChat({ runtime: null, rest: { reason: "model-error" } });
    expect(screen.queryByRole("button", { name: "Continua" })).toBeNull();
    expect(screen.getByRole("button", { name: "Riprendi" })).toBeVisible();
  });
});

it("shows what the server refused by itself until it is put away", async () => {
  chatServer();
  const { user, hear } = await openChat({ runtime: agent("paused") });
  const data = { type: "", title: "", status: 429, detail: "Resi, Margini", instance: "", code: "too_many_agents" };
  await hear({ event: "problem", data });
  expect(screen.getByRole("region", { name: "Non è andata" })).toHaveTextContent("Troppi agenti al lavoro insieme.");
  await user.click(screen.getByRole("button", { name: "Nascondi" }));
  expect(screen.queryByRole("region", { name: "Non è andata" })).toBeNull();
});

describe("plain questions of the agent", () => {
  const answers = (sent: { path: string; body: unknown }[]) => sent.map(({ path, body }) => [path, body]);

  it("are chosen from", async () => {
    const sent = chatServer();
    const { user, hear } = await openChat({
      asks: [{ requestId: "q1", method: "select", title: "Quale anno?", options: ["2024", "2025"] }],
    });
    await user.click(screen.getByRole("button", { name: "2025" }));
    await waitFor(() => expect(answers(sent)).toEqual([["/sessions/a/answer", { requestId: "q1", value: "2025" }]]));
    await hear({ event: "ask-closed", data: { requestId: "q1" } });
    expect(screen.queryByText("Quale anno?")).toBeNull();
  });

  it("are confirmed or denied", async () => {
    const sent = chatServer();
    const { user } = await openChat({
      asks: [{ requestId: "q1", method: "confirm", title: "Procedo?", message: "Dura molto" }],
    });
    expect(screen.getByText("Dura molto")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "No" }));
    await waitFor(() => expect(answers(sent)).toEqual([["/sessions/a/answer", { requestId: "q1", confirmed: false }]]));
  });

  it("are answered in words, or not at all", async () => {
    const sent = chatServer({ "/sessions/a/answer": () => refusal(409, "not_running") });
    const { user } = await openChat({ asks: [{ requestId: "q1", method: "input", title: "Quale soglia?" }] });
    await user.type(screen.getByRole("textbox", { name: "Quale soglia?" }), "100{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("La risposta non è arrivata all'agente.");
    expect(screen.getByRole("textbox", { name: "Quale soglia?" })).toHaveValue("100");
    await user.click(screen.getByRole("button", { name: "Non rispondere" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toEqual({ requestId: "q1", cancelled: true });
  });
});

describe("the end of the conversation", () => {
  function lay(log: HTMLElement, sizes: { scrollHeight: number; clientHeight: number }) {
    for (const [name, value] of Object.entries(sizes)) {
      Object.defineProperty(log, name, { value, configurable: true });
    }
  }

  it("stays in sight, unless the reader scrolled up: then a button leads to what is new", async () => {
    chatServer();
    const { user, hear } = await openChat();
    const log = screen.getByRole("log");
    lay(log, { scrollHeight: 1000, clientHeight: 400 });
    await hear({ event: "message", data: said("m1", "Uno") });
    expect(log.scrollTop).toBe(1000);
    log.scrollTop = 100;
    log.dispatchEvent(new Event("scroll"));
    await hear({ event: "message", data: said("m2", "Due") });
    expect(log.scrollTop).toBe(100);
    await user.click(screen.getByRole("button", { name: "Nuovi messaggi" }));
    expect(log.scrollTop).toBe(1000);
    expect(screen.queryByRole("button", { name: "Nuovi messaggi" })).toBeNull();
  });
});

it("begins anew for another session", async () => {
  chatServer();
  const { show, hearIn } = await openChat({ messages: [said("m1", "Di A")] });
  show("b");
  expect(screen.queryByText("Di A")).toBeNull();
  await hearIn("b", snapshot({ messages: [said("m1", "Di B")] }));
  expect(await screen.findByText("Di B")).toBeVisible();
});

describe("the server's own words", () => {
  const notice = (code: string, text: string) => said("n1", text, { role: "notice", code });

  it("are in the page's language by their kind, with the reason as it came", async () => {
    chatServer();
    await openChat({ messages: [notice("retrying", "The model did not answer (503): trying again.")] });
    expect(screen.getByText(/Il modello non ha risposto: si riprova/)).toHaveTextContent("(503)");
  });

  it("are shown as they came when their kind is unknown", async () => {
    chatServer();
    await openChat({ messages: [notice("something-new", "As the server says.")] });
    expect(screen.getByText("As the server says.")).toBeVisible();
  });
});

it("says which message never reached the agent", async () => {
  chatServer();
  await openChat({ messages: [said("u1", "Solo il 2025", { role: "user", error: true })] });
  expect(screen.getByRole("article", { name: "Tu" })).toHaveTextContent("Non è arrivato all'agente");
});
