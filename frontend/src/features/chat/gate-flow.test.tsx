import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { sessionRow } from "../../testing/sessions.ts";
import { agent, gate, said, snapshot } from "./testing/conversation.ts";
import { chatServer, openChat, refusal, startChats } from "./testing/open-chat.tsx";

startChats();

const title = "Fase 4 · Schema linking: approvi?";
const recorded = () => HttpResponse.json(sessionRow("a"));
const card = () => screen.getByRole("region", { name: title });
const button = (name: string) => within(card()).getByRole("button", { name });
const decisions = (sent: { path: string; body: unknown }[]) =>
  sent.filter(({ path }) => path === "/sessions/a/decide").map(({ body }) => body);

async function openGate(over = {}) {
  const chat = await openChat({ runtime: agent("waiting"), messages: [said("m1", "Ecco")], gate: gate(over) });
  const field = () => screen.getByRole("textbox", { name: "Modifiche da chiedere" });
  return { ...chat, field };
}

describe("an open gate", () => {
  it("asks in words, since when, about which documents, and leads to each", async () => {
    chatServer();
    const { user, onOpenPanel } = await openGate({
      summary: "Tabelle **righe_ordine** e `negozi`",
      documents: [{ key: "schema_linking", bytes: 900, updated_at: "2026-11-30T10:00:00.000Z" }],
    });
    expect(within(card()).getByRole("heading", { name: title })).toBeVisible();
    expect(await within(card()).findByText("righe_ordine")).toBeVisible();
    await user.click(button("Schema linking"));
    expect(onOpenPanel).toHaveBeenCalledWith("a", "schema_linking");
  });

  it("is announced once, and takes no focus", async () => {
    chatServer();
    await openGate();
    expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([title]);
    expect(document.body).toHaveFocus();
  });

  it("is approved by a click, with the gate's own id, and the focus goes to where one writes", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user, hear, field } = await openGate();
    await user.click(button("Approva"));
    expect(await within(card()).findByText("Decisione registrata")).toBeVisible();
    expect(decisions(sent)).toEqual([{ phase: "F4", decision: "approve", requestId: "g1" }]);
    expect(field()).toHaveFocus();
    await hear({
      event: "gate-closed",
      data: { requestId: "g1", outcome: "recorded", decision: "approve", by: "Anna" },
    });
    expect(screen.queryByRole("region", { name: title })).toBeNull();
    expect(screen.getByText(/Schema linking: approvata/)).toHaveTextContent(
      "Fase 4 · Schema linking: approvata da Anna",
    );
  });

  it.each(["Chiedi modifiche…", "Torna a una fase precedente"])(
    "%s is left by Escape, wherever the focus is",
    async (way) => {
      chatServer();
      const { user } = await openGate();
      await user.click(button(way));
      await user.tab();
      await user.keyboard("{Escape}");
      expect(button(way)).toBeVisible();
      expect(button("Approva")).toBeVisible();
    },
  );

  it("is answered once by a double click", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user } = await openGate();
    await user.dblClick(button("Approva"));
    await within(card()).findByText("Decisione registrata");
    expect(decisions(sent)).toHaveLength(1);
  });

  it("ignores the second click of a double one that falls on a card just shown", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user, hear } = await openChat({ runtime: agent("waiting") });
    const place = screen.getByRole("log");
    await user.pointer([{ keys: "[MouseLeft]", target: place }]);
    await hear({ event: "gate", data: gate() });
    button("Approva").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    expect(decisions(sent)).toEqual([]);
  });

  it("hands the focus on also when it closes before the answer comes, and again when an agent is there to write to", async () => {
    let answer = (_: Response) => {};
    chatServer({
      "/sessions/a/decide": () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { user, hear } = await openGate({ requestId: "srv-1", paused: true });
    await user.click(button("Approva"));
    await hear(
      { event: "gate-closed", data: { requestId: "srv-1", outcome: "recorded", decision: "approve" } },
      { event: "runtime", data: null },
    );
    expect(screen.getByRole("log")).toHaveFocus();
    await hear({ event: "runtime", data: agent("starting") });
    expect(screen.getByRole("textbox", { name: "Messaggio per l'agente" })).toHaveFocus();
    answer(recorded());
  });

  it.each(["{Enter}", "{Control>}{Enter}{/Control}", "{Meta>}{Enter}{/Meta}"])(
    "is not approved by %s where one writes",
    async (keys) => {
      const sent = chatServer({ "/sessions/a/decide": recorded });
      const { user, field } = await openGate();
      await user.click(field());
      await user.keyboard(keys);
      expect(decisions(sent)).toEqual([]);
    },
  );

  it("says what the agent proposes, and puts that answer first", async () => {
    chatServer();
    const { user } = await openGate({ suggest: { decision: "rollback", to: "F2" } });
    expect(await within(card()).findByText("L'agente propone di tornare alla fase 2 · Contesto.")).toBeVisible();
    await user.click(button("Torna a una fase precedente"));
    expect(screen.getByRole("radio", { name: "2 · Contesto" })).toBeChecked();
  });

  it("shows why it is asked again", async () => {
    chatServer();
    await openGate({ problem: "schema_linking è cambiato dopo che ti è stato mostrato." });
    expect(within(card()).getByText(/è cambiato dopo/)).toBeVisible();
  });

  it("that is paused says so, and that an answer resumes", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user } = await openChat({ runtime: null, gate: gate({ requestId: "srv-1", paused: true }) });
    expect(within(card()).getByText("in pausa")).toBeVisible();
    expect(within(card()).getByText(/la sessione riprende da qui/)).toBeVisible();
    await user.click(button("Approva"));
    await waitFor(() => expect(decisions(sent)).toEqual([{ phase: "F4", decision: "approve", requestId: "srv-1" }]));
  });
});

describe("asking for changes", () => {
  it("needs a note", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user } = await openGate();
    await user.click(button("Chiedi modifiche…"));
    const note = screen.getByRole("textbox", { name: "Che cosa va cambiato?" });
    expect(note).toHaveFocus();
    await user.type(note, "   ");
    await user.click(button("Chiedi modifiche"));
    expect(note).toBeInvalid();
    expect(note).toHaveAccessibleDescription(/senza, l'agente non sa/);
    expect(decisions(sent)).toEqual([]);
    await user.type(note, "Usa il mese del reso");
    await user.click(button("Chiedi modifiche"));
    await within(card()).findByText("Decisione registrata");
    expect(decisions(sent)).toEqual([
      { phase: "F4", decision: "revise", requestId: "g1", note: "   Usa il mese del reso" },
    ]);
  });

  it("begins with what was typed below, and Escape leaves it as a draft", async () => {
    chatServer();
    const { user, field } = await openGate();
    await user.type(field(), "Conta i resi");
    await user.click(button("Chiedi modifiche…"));
    expect(screen.getByRole("textbox", { name: "Che cosa va cambiato?" })).toHaveValue("Conta i resi");
    expect(field()).toHaveValue("");
    await user.keyboard("{Escape}");
    await user.click(button("Chiedi modifiche…"));
    expect(screen.getByRole("textbox", { name: "Che cosa va cambiato?" })).toHaveValue("Conta i resi");
  });

  it("keeps the note when recording fails, says why, and sends it on the next try", async () => {
    let answer = () => refusal(423, "locked");
    const sent = chatServer({ "/sessions/a/decide": () => answer() });
    const { user } = await openGate();
    await user.click(button("Chiedi modifiche…"));
    await user.type(screen.getByRole("textbox", { name: "Che cosa va cambiato?" }), "Usa il reso");
    await user.click(button("Chiedi modifiche"));
    expect(await within(card()).findByRole("alert")).toHaveTextContent(
      "La decisione non è stata registrata. Un altro programma sta scrivendo su questa sessione. Riprova fra qualche secondo.",
    );
    expect(screen.getByRole("textbox", { name: "Che cosa va cambiato?" })).toHaveValue("Usa il reso");
    answer = () => HttpResponse.json(sessionRow("a"));
    await user.click(button("Chiedi modifiche"));
    await within(card()).findByText("Decisione registrata");
    expect(decisions(sent)).toHaveLength(2);
    expect(decisions(sent)[1]).toEqual(decisions(sent)[0]);
  });

  it("keeps form and note through a document that changed, and answers the gate that is asked anew", async () => {
    let answer = () => refusal(409, "document-changed");
    const sent = chatServer({ "/sessions/a/decide": () => answer() });
    const { user, hear } = await openGate();
    await user.click(button("Chiedi modifiche…"));
    await user.type(screen.getByRole("textbox", { name: "Che cosa va cambiato?" }), "Usa il reso");
    await user.click(button("Chiedi modifiche"));
    await within(card()).findByRole("alert");
    await hear({ event: "gate-closed", data: { requestId: "g1", outcome: "closed" } });
    await hear({ event: "gate", data: gate({ requestId: "g2", problem: "È cambiato" }) });
    expect(screen.getByRole("textbox", { name: "Che cosa va cambiato?" })).toHaveValue("Usa il reso");
    answer = () => HttpResponse.json(sessionRow("a"));
    await user.click(button("Chiedi modifiche"));
    await within(card()).findByText("Decisione registrata");
    expect(decisions(sent)[1]).toEqual({ phase: "F4", decision: "revise", requestId: "g2", note: "Usa il reso" });
  });

  it("is what Enter does below, with the text as the note", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user, field } = await openGate();
    await user.type(field(), "Togli i resi{Enter}");
    await waitFor(() => expect(field()).toHaveValue(""));
    expect(decisions(sent)).toEqual([{ phase: "F4", decision: "revise", requestId: "g1", note: "Togli i resi" }]);
  });

  it("shows a text that was typed before the gate opened, instead of sending it as its note", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user, hear } = await openChat({ runtime: agent("running") });
    await user.type(screen.getByRole("textbox"), "Va bene così");
    await hear({ event: "gate", data: gate() });
    await user.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "Che cosa va cambiato?" })).toHaveValue("Va bene così");
    expect(decisions(sent)).toEqual([]);
  });

  it("keeps the text below when it is refused", async () => {
    chatServer({ "/sessions/a/decide": () => refusal(409, "gate_closed") });
    const { user, field } = await openGate();
    await user.type(field(), "Togli i resi{Enter}");
    expect(await screen.findByText(/è già stata data una risposta/)).toBeVisible();
    expect(field()).toHaveValue("Togli i resi");
  });
});

it("opens no form over the next question about the same phase", async () => {
  chatServer();
  const { user, hear } = await openGate();
  await user.click(button("Chiedi modifiche…"));
  await hear({ event: "gate-closed", data: { requestId: "g1", outcome: "recorded", decision: "revise", by: "Bruno" } });
  await hear({ event: "gate", data: gate({ requestId: "g2" }) });
  expect(button("Approva")).toBeVisible();
  expect(screen.queryByRole("textbox", { name: "Che cosa va cambiato?" })).toBeNull();
});

describe("going back", () => {
  it("goes to the phase before unless another is chosen, with a reason if there is one", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user } = await openGate();
    await user.click(button("Torna a una fase precedente"));
    expect(await screen.findByRole("radio", { name: "3 · Domanda rivista" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "1 · Domanda" }));
    await user.type(screen.getByRole("textbox", { name: /Perché si torna/ }), "Altra domanda");
    await user.click(button("Torna alla fase 1 · Domanda"));
    await within(card()).findByText("Decisione registrata");
    expect(decisions(sent)).toEqual([
      { phase: "F4", decision: "rollback", requestId: "g1", to: "F1", note: "Altra domanda" },
    ]);
  });

  it("sends no note where none was written", async () => {
    const sent = chatServer({ "/sessions/a/decide": recorded });
    const { user } = await openGate();
    await user.click(button("Torna a una fase precedente"));
    await user.click(await screen.findByRole("button", { name: "Torna alla fase 3 · Domanda rivista" }));
    await waitFor(() =>
      expect(decisions(sent)).toEqual([{ phase: "F4", decision: "rollback", requestId: "g1", to: "F3" }]),
    );
  });

  it("isn't offered in the first phase", async () => {
    chatServer();
    await openChat({
      gate: gate({ phase: "F1", index: 1, title: "Domanda", options: ["approve", "revise"], rollbackTo: [] }),
    });
    expect(screen.queryByRole("button", { name: "Torna a una fase precedente" })).toBeNull();
  });
});

describe("a gate that is no longer open", () => {
  it("says so, and goes when the server says what became of it", async () => {
    chatServer({ "/sessions/a/decide": () => refusal(409, "gate_closed") });
    const { user, hear } = await openGate();
    await user.click(button("Approva"));
    expect(await within(card()).findByRole("alert")).toHaveTextContent(
      "A questa domanda è già stata data una risposta.",
    );
    await hear(snapshot({ messages: [said("m1", "Ecco")] }));
    expect(screen.queryByRole("region", { name: title })).toBeNull();
  });

  it("leaves a line where it was broken off", async () => {
    chatServer();
    const { hear } = await openGate();
    await hear({ event: "gate-closed", data: { requestId: "g1", outcome: "aborted" } });
    expect(screen.getByText(/domanda interrotta, nessuna decisione/)).toBeVisible();
  });

  it("isn't shown for a session that was archived meanwhile", async () => {
    chatServer({}, { archived: true, resumable: false });
    await openChat({ runtime: null, gate: gate({ paused: true }) });
    await screen.findByText(/archiviata e si può solo leggere/);
    expect(screen.queryByRole("region", { name: title })).toBeNull();
  });
});
