import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { renderPage } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { sessionRow } from "../../testing/sessions.ts";
import { workspace } from "../../testing/workspace.ts";
import { ChatPanel } from "./chat-panel.tsx";
import { forgetDrafts } from "./drafts.ts";
import { chatServer, refusal, startChats } from "./testing/open-chat.tsx";

startChats();

function open() {
  const onOpenChat = vi.fn();
  const page = renderPage(<ChatPanel sessionId={null} onOpenPanel={vi.fn()} onOpenChat={onOpenChat} />);
  return { ...page, onOpenChat, field: screen.getByRole("textbox", { name: "Domanda" }) };
}

it("opens a session with the question and leads to its chat", async () => {
  const sent = chatServer({ "/sessions": () => HttpResponse.json(sessionRow("new"), { status: 201 }) });
  const { user, field, onOpenChat } = open();
  await user.type(field, "Qual è il fatturato?{Enter}");
  await waitFor(() => expect(onOpenChat).toHaveBeenCalledWith("new"));
  expect(sent).toEqual([{ path: "/sessions", body: { question: "Qual è il fatturato?" } }]);
  expect(field).toHaveValue("");
});

it("takes a name and a group along", async () => {
  const sent = chatServer({ "/sessions": () => HttpResponse.json(sessionRow("new"), { status: 201 }) });
  const { user, field } = open();
  await user.type(field, "Quanti resi?");
  await user.click(screen.getByRole("button", { name: "Nome e gruppo" }));
  await user.type(screen.getByRole("textbox", { name: "Nome" }), "Resi");
  await user.type(screen.getByRole("combobox", { name: "Gruppo" }), "Vendite{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ question: "Quanti resi?", name: "Resi", group: "Vendite" });
});

it("suggests the groups there are, and takes an existing one's spelling", async () => {
  const rows = [
    sessionRow("a", { group: "Direzione vendite" }),
    sessionRow("b", { group: "Chiusura", archived: true }),
    sessionRow("c", { group: "Direzione vendite" }),
  ];
  const created = () => HttpResponse.json(sessionRow("new"), { status: 201 });
  const sent = chatServer({ "/sessions": created }, {}, rows);
  const { user, field, container } = open();
  await user.type(field, "Quanti resi?");
  await user.click(screen.getByRole("button", { name: "Nome e gruppo" }));
  const group = screen.getByRole("combobox", { name: "Gruppo" });
  const suggested = () =>
    [...container.querySelectorAll<HTMLOptionElement>(`datalist[id="${group.getAttribute("list")}"] option`)].map(
      ({ value }) => value,
    );
  await waitFor(() => expect(suggested()).toEqual(["Chiusura", "Direzione vendite"]));
  await user.type(group, " direzione VENDITE{Enter}");
  await waitFor(() => expect(sent[0]?.body).toEqual({ question: "Quanti resi?", group: "Direzione vendite" }));
});

it("keeps question, name and group until they are sent, and no longer", async () => {
  chatServer({ "/sessions": () => HttpResponse.json(sessionRow("new"), { status: 201 }) });
  const first = open();
  await first.user.type(first.field, "Quanti resi?");
  await first.user.click(screen.getByRole("button", { name: "Nome e gruppo" }));
  await first.user.type(screen.getByRole("textbox", { name: "Nome" }), "Resi");
  await first.user.type(screen.getByRole("combobox", { name: "Gruppo" }), "Vendite");
  first.unmount();
  forgetDrafts();

  const second = open();
  expect(second.field).toHaveValue("Quanti resi?");
  expect(screen.getByRole("textbox", { name: "Nome" })).toHaveValue("Resi");
  expect(screen.getByRole("combobox", { name: "Gruppo" })).toHaveValue("Vendite");
  await second.user.type(second.field, "{Enter}");
  await waitFor(() => expect(second.onOpenChat).toHaveBeenCalled());
  second.unmount();
  forgetDrafts();

  expect(open().field).toHaveValue("");
  expect(screen.getByRole("button", { name: "Nome e gruppo" })).toHaveAttribute("aria-expanded", "false");
});

it("asks nothing while nothing is written", async () => {
  const sent = chatServer();
  const { user, field } = open();
  expect(screen.getByRole("button", { name: "Comincia" })).toBeDisabled();
  await user.type(field, "  {Enter}");
  expect(sent).toEqual([]);
});

it("keeps the question when it is refused, with the reason", async () => {
  chatServer({ "/sessions": () => refusal(429, "too_many_agents", "Resi, Margini") });
  const { user, field, onOpenChat } = open();
  await user.type(field, "Quanti resi?{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "La sessione non è stata aperta. Troppi agenti al lavoro insieme. Fermane uno e riprova. Resi, Margini",
  );
  expect(field).toHaveValue("Quanti resi?");
  expect(onOpenChat).not.toHaveBeenCalled();
});

it("puts an example in the field, to be read before it is sent", async () => {
  const sent = chatServer();
  const { user, field } = open();
  await user.click(await screen.findByRole("button", { name: "Qual è il fatturato per regione nel 2025?" }));
  expect(field).toHaveValue("Qual è il fatturato per regione nel 2025?");
  expect(field).toHaveFocus();
  expect(sent).toEqual([]);
});

it("offers examples and says which model answers only where it is the offline one", async () => {
  chatServer();
  const { unmount } = open();
  expect(await screen.findByText("THOTH_MODEL=provider/model")).toBeVisible();
  unmount();
  const asked = vi.fn();
  server.use(
    http.get("/workspace", () => {
      asked();
      return HttpResponse.json(workspace({ model: { id: "anthropic/some", offline: false } }));
    }),
  );
  open();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByText("THOTH_MODEL=provider/model")).toBeNull();
  expect(screen.queryByText("Domande per cominciare")).toBeNull();
});

it("offers no examples where there is no data to ask, and says how to have some", async () => {
  chatServer();
  server.use(http.get("/workspace", () => HttpResponse.json(workspace({ warehouse: false }))));
  open();
  expect(await screen.findByText("Questo workspace non ha un data warehouse")).toBeVisible();
  expect(screen.getByText("dwh: {engine: sqlite, path: …}")).toBeVisible();
  expect(screen.queryByText("Domande per cominciare")).toBeNull();
});

it("says so where the harness can't open sessions", async () => {
  chatServer();
  server.use(http.get("/workspace", () => HttpResponse.json(workspace({ foreign: true, missing: ["new", "chat"] }))));
  open();
  expect(await screen.findByText(/non apre nuove sessioni/)).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
});
