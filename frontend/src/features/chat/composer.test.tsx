import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { agent, gate, snapshot } from "./testing/conversation.ts";
import { chatServer, openChat, refusal, type SentRequest, startChats } from "./testing/open-chat.tsx";

startChats();

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Messaggio per l'agente" });
const sendButton = () => screen.getByRole("button", { name: "Invia" });
const to = (path: string, sent: SentRequest[]) =>
  sent.filter((request) => request.path === path).map(({ body }) => body);

describe("a message", () => {
  it("goes out with Enter and leaves the field empty", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("idle") });
    await user.type(field(), "Riga uno{Shift>}{Enter}{/Shift}riga due{Enter}");
    await waitFor(() => expect(field()).toHaveValue(""));
    expect(to("/sessions/a/prompt", sent)).toEqual([{ text: "Riga uno\nriga due" }]);
    expect(field()).toHaveFocus();
  });

  it("isn't sent empty", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("idle") });
    expect(sendButton()).toBeDisabled();
    await user.type(field(), "  {Enter}");
    expect(sent).toEqual([]);
  });

  it("isn't sent by the Enter that ends a composition, in any browser", async () => {
    const sent = chatServer();
    await openChat({ runtime: agent("idle") });
    fireEvent.change(field(), { target: { value: "にほん" } });
    fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
    expect(sent).toEqual([]);
    fireEvent.keyDown(field(), { key: "Enter" });
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("goes out once, however often Enter is pressed before the answer", async () => {
    let answer = (_: Response) => {};
    const sent = chatServer({
      "/sessions/a/prompt": () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { user } = await openChat({ runtime: agent("idle") });
    await user.type(field(), "Ciao{Enter}{Enter}");
    await user.click(screen.getByRole("button", { name: "Invio in corso…" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    answer(HttpResponse.json({}, { status: 202 }));
    await waitFor(() => expect(field()).toHaveValue(""));
    expect(sent).toHaveLength(1);
  });

  it("stays when it is refused, with the reason and what to do", async () => {
    chatServer({ "/sessions/a/prompt": () => refusal(400, "unknown_command") });
    const { user } = await openChat({ runtime: agent("idle") });
    await user.type(field(), "/boh{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Il messaggio non è partito. Questo comando non esiste. Scrivi / per vedere quelli disponibili.",
    );
    expect(field()).toHaveValue("/boh");
  });

  it("stays when the server is away", async () => {
    chatServer({ "/sessions/a/prompt": () => HttpResponse.error() });
    const { user } = await openChat({ runtime: agent("idle") });
    await user.type(field(), "Ciao{Enter}");
    expect(await screen.findByText(/Il server non risponde/)).toBeVisible();
    expect(field()).toHaveValue("Ciao");
  });
});

describe("while the agent works", () => {
  it("says that a message is read as soon as possible, and sends it", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("running") });
    expect(screen.getByText("L'agente lo leggerà appena possibile")).toBeVisible();
    await user.type(field(), "Solo il 2025{Enter}");
    await waitFor(() => expect(to("/sessions/a/prompt", sent)).toEqual([{ text: "Solo il 2025" }]));
  });

  it("can be interrupted, which leaves the agent there", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("running") });
    await user.click(screen.getByRole("button", { name: "Interrompi" }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(["/sessions/a/abort"]));
  });

  it("can be stopped altogether", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("running") });
    await user.click(screen.getByRole("button", { name: "Ferma l'agente" }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(["/sessions/a/stop"]));
  });
});

describe("commands", () => {
  const commands = [{ name: "riassumi", description: "Riassume il lavoro" }];
  const menu = () => screen.queryByRole("listbox", { name: "Comandi" });
  const options = () =>
    within(screen.getByRole("listbox"))
      .getAllByRole("option")
      .map((option) => option.textContent);

  it("are offered after a slash, chosen by keyboard, and say which is chosen", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("idle"), commands });
    await user.type(field(), "/");
    expect(options()).toEqual(["/torna N notaTorna a una fase precedente", "/riassumiRiassume il lavoro"]);
    await user.keyboard("{ArrowDown}");
    const chosen = screen.getByRole("option", { selected: true });
    expect(chosen).toHaveTextContent("/riassumi");
    expect(field()).toHaveAttribute("aria-activedescendant", chosen.id);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(field()).toHaveValue("/torna ");
    expect(menu()).toBeNull();
    await user.type(field(), "2 troppo stretto{Enter}");
    await waitFor(() => expect(to("/sessions/a/prompt", sent)).toEqual([{ text: "/torna 2 troppo stretto" }]));
  });

  it("that take nothing go out with the Enter after they were completed", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("idle"), commands });
    await user.type(field(), "/ri{Tab}");
    expect(field()).toHaveValue("/riassumi");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(to("/sessions/a/prompt", sent)).toEqual([{ text: "/riassumi" }]));
  });

  it("are chosen by a click, without losing the field's focus", async () => {
    chatServer();
    const { user } = await openChat({ runtime: agent("idle"), commands });
    await user.type(field(), "/");
    await user.click(screen.getByRole("option", { name: /torna/ }));
    expect(field()).toHaveValue("/torna ");
    expect(field()).toHaveFocus();
  });

  it("are put away by Escape until the text changes", async () => {
    chatServer();
    const { user } = await openChat({ runtime: agent("idle"), commands });
    await user.type(field(), "/{Escape}");
    expect(menu()).toBeNull();
    await user.type(field(), "t");
    expect(menu()).not.toBeNull();
  });

  it("while a gate is open are only the one that closes it, which is no note", async () => {
    const sent = chatServer();
    const { user } = await openChat({ runtime: agent("waiting"), commands, gate: gate() });
    const note = screen.getByRole("textbox", { name: "Modifiche da chiedere" });
    await user.type(note, "/");
    expect(options()).toEqual(["/torna N notaTorna a una fase precedente"]);
    await user.keyboard("{Enter}");
    await user.type(note, "2{Enter}");
    await waitFor(() => expect(sent).toEqual([{ path: "/sessions/a/prompt", body: { text: "/torna 2" } }]));
  });
});

describe("drafts", () => {
  it("belong to the session they were typed in, and a message goes to that one", async () => {
    let answer = (_: Response) => {};
    const sent = chatServer({
      "/sessions/a/prompt": () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { user, show, hearIn } = await openChat({ runtime: agent("idle") });
    await user.type(field(), "Per A{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    show("b");
    await hearIn("b", snapshot({ runtime: agent("idle") }));
    await waitFor(() => expect(field()).toHaveValue(""));
    await user.type(field(), "Per B");
    answer(HttpResponse.json({}, { status: 202 }));
    show("a");
    await hearIn("a", snapshot({ runtime: agent("idle") }));
    await waitFor(() => expect(field()).toHaveValue(""));
    show("b");
    await hearIn("b", snapshot({ runtime: agent("idle") }));
    expect(field()).toHaveValue("Per B");
    expect(sent).toEqual([{ path: "/sessions/a/prompt", body: { text: "Per A" } }]);
  });
});

describe("where nothing can be written", () => {
  const resume = () => screen.queryByRole("button", { name: "Riprendi" });

  it("an open session without an agent can be resumed, and the focus waits in the field", async () => {
    const sent = chatServer();
    const { user, hear } = await openChat({ runtime: null });
    expect(screen.getByText("Nessun agente è in ascolto: riprendi la sessione per scrivergli.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Riprendi" }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(["/sessions/a/resume"]));
    await hear({ event: "runtime", data: agent("starting") });
    expect(field()).toHaveFocus();
    await user.type(field(), "Intanto{Enter}");
    expect(sent).toHaveLength(1);
    expect(field()).toHaveValue("Intanto");
  });

  it("a failed agent shows why, and a new one can be started", async () => {
    chatServer();
    await openChat({ runtime: agent("failed", { error: "Pi è uscito con 1" }) });
    expect(screen.getByRole("region", { name: "L'agente si è fermato con un errore" })).toHaveTextContent(
      "Motivo: Pi è uscito con 1",
    );
    expect(resume()).toBeVisible();
  });

  it("an archived session says so and can't be resumed", async () => {
    chatServer({}, { archived: true, resumable: false });
    await openChat({ runtime: null });
    expect(await screen.findByText(/Ripristinala dall'archivio/)).toBeVisible();
    expect(resume()).toBeNull();
  });

  it("a completed session says so and can't be resumed", async () => {
    chatServer({}, { status: "finalized", resumable: false });
    await openChat({ runtime: null });
    expect(await screen.findByText("La sessione è completata e si può solo leggere.")).toBeVisible();
    expect(resume()).toBeNull();
  });

  it.each([
    [429, "too_many_agents", "Troppi agenti al lavoro insieme. Fermane uno e riprova. Fatturato, Resi"],
    [409, "already_running", "Un agente lavora già su questa sessione. Apri la sua chat."],
    [409, "stopping", "L'agente di questa sessione si sta fermando. Riprova fra qualche secondo."],
    [422, "unreadable", "Il manifest della sessione non si legge."],
  ])("a resume refused with %i %s says why and what to do", async (status, code, text) => {
    chatServer({ "/sessions/a/resume": () => refusal(status, code, "Fatturato, Resi") });
    const { user } = await openChat({ runtime: null });
    await user.click(screen.getByRole("button", { name: "Riprendi" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(`La sessione non è ripresa. ${text}`);
  });
});
