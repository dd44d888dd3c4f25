import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { server, startServer } from "../../testing/server.ts";
import { brokenRow, sessionRow } from "../../testing/sessions.ts";
import { at, names, openRail, refused } from "./testing/open-rail.tsx";

startServer();
afterEach(() => {
  vi.restoreAllMocks();
});

const list = () => screen.getByRole("list", { name: "Elenco delle sessioni" });
const some = (ids: string[], change = {}) =>
  ids.map((id, day) => sessionRow(id, { name: id, activity_at: at(20 - day), ...change }));
const headers = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);

test("F2 edits the name in place, all of it chosen; Enter saves, and the focus stays on the row", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  (await rail.row("Resi")).focus();
  await rail.user.keyboard("{F2}");
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Nome" });
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4]);
  await rail.user.keyboard(" Resi per mese {Enter}");
  await waitFor(async () => expect(await rail.row("Resi per mese")).toHaveFocus());
  expect(rail.asked).toContain('rename a {"name":"Resi per mese"}');
});

test("a double click edits too; leaving the field saves, Esc restores", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  await rail.user.dblClick(await rail.row("Resi"));
  await rail.user.keyboard("Altro{Escape}");
  expect(await rail.row("Resi")).toHaveFocus();
  expect(rail.asked).toEqual(["list"]);
  await rail.user.dblClick(await rail.row("Resi"));
  await rail.user.keyboard("Altro");
  await rail.user.click(screen.getByRole("textbox", { name: "Filtra" }));
  expect(await rail.row("Altro")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Filtra" })).toHaveFocus();
});

test("an input method's Enter and Esc don't end the editing, and the list's keys are letters", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  (await rail.row("Resi")).focus();
  await rail.user.keyboard("{F2}");
  const field = screen.getByRole("textbox", { name: "Nome" });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  await rail.user.keyboard("e{Backspace}e?");
  expect(field).toHaveValue("e?");
  expect(rail.asked).toEqual(["list"]);
});

test("the question that stands in for a name doesn't become one; an emptied name goes back to it", async () => {
  const rail = openRail([sessionRow("a", { name: null, question: "Come vanno i resi?" })]);
  (await rail.row("Come vanno i resi?")).focus();
  await rail.user.keyboard("{F2}{Enter}");
  expect(rail.asked).toEqual(["list"]);
  await rail.user.keyboard("{F2}Resi{Enter}");
  await waitFor(async () => expect(await rail.row("Resi")).toHaveFocus());
  await rail.user.keyboard("{F2}{Delete}{Enter}");
  expect(await rail.row("Come vanno i resi?")).toBeInTheDocument();
});

test("a refused name stays in the field with the reason in the row's second line", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  server.use(http.post("/sessions/a/rename", () => refused(400, "invalid-name")));
  (await rail.row("Resi")).focus();
  await rail.user.keyboard("{F2}Troppo lungo{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("al più 200 caratteri");
  const field = screen.getByRole("textbox", { name: "Nome" });
  expect(field).toHaveValue("Troppo lungo");
  expect(field).toBeInvalid();
  await rail.user.keyboard("{Escape}");
  expect(await rail.row("Resi")).toHaveFocus();
});

test("what can't be renamed is not edited", async () => {
  const rail = openRail([brokenRow("rotta")]);
  await rail.user.dblClick(await rail.row("rotta"));
  await rail.user.keyboard("{F2}");
  expect(screen.queryByRole("textbox", { name: "Nome" })).not.toBeInTheDocument();
});

test("nothing moves while the pointer is over the list; it does when it leaves", async () => {
  const rail = openRail(some(["a", "b", "c"]));
  await rail.row("a");
  await rail.user.hover(list());
  rail.kept.set("c", sessionRow("c", { name: "C nuova", activity_at: at(28), unread: true }));
  rail.kept.set("d", sessionRow("d", { name: "d", activity_at: at(27) }));
  rail.kept.delete("b");
  rail.live.push("events", { event: "sessions", data: { ids: ["b", "c", "d"] } });
  expect(await rail.row("C nuova")).toBeInTheDocument();
  expect(names()).toEqual(["a", "b", "c"]);
  expect(await rail.row("b")).toHaveAccessibleDescription("Non c'è più");
  await rail.user.click(await rail.row("b"));
  expect(rail.onOpenPanel).not.toHaveBeenCalled();
  await rail.user.unhover(list());
  await waitFor(() => expect(names()).toEqual(["c", "d", "a"]));
});

test("what the reader does under the pointer shows at once", async () => {
  const rail = openRail(some(["a", "b", "c"]));
  await rail.user.hover(await rail.row("b"));
  await rail.choose("b", "Archivia");
  expect(names()).toEqual(["a", "c"]);
});

test("a pointer left lying there keeps the news waiting for a few seconds only", async () => {
  const rail = openRail(some(["a", "b"]));
  await rail.row("a");
  await rail.user.hover(list());
  rail.kept.set("b", sessionRow("b", { name: "B", activity_at: at(28) }));
  rail.live.push("events", { event: "sessions", data: { ids: ["b"] } });
  await rail.row("B");
  expect(names()).toEqual(["a", "b"]);
  await waitFor(() => expect(names()).toEqual(["b", "a"]));
});

test("nothing moves while a name is typed, however long it takes", async () => {
  const rail = openRail(some(["a", "b"]));
  (await rail.row("b")).focus();
  await rail.user.keyboard("{F2}Bet");
  rail.kept.set("b", sessionRow("b", { name: "b", activity_at: at(28), unread: true }));
  rail.live.push("events", { event: "sessions", data: { ids: ["b"] } });
  await waitFor(() => expect(rail.asked.filter((call) => call === "list")).toHaveLength(2));
  expect(names()).toEqual(["a"]);
  expect(screen.getByRole("textbox", { name: "Nome" })).toHaveValue("Bet");
  await rail.user.keyboard("{Escape}");
  await waitFor(() => expect(names()).toEqual(["b", "a"]));
});

/** jsdom lays nothing out: rows are 54 px high and headers 34, from the top of the list. */
async function pull(from: HTMLElement, to: { y: number }) {
  const scroller = list().parentElement as HTMLElement;
  vi.spyOn(scroller, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 900));
  fireEvent.pointerDown(from, { button: 0, clientX: 50, clientY: 60, pointerType: "mouse" });
  fireEvent.pointerMove(window, { clientX: 52, clientY: 61 });
  for (const y of [70, to.y]) fireEvent.pointerMove(window, { clientX: 60, clientY: y });
}

test("a row is dragged onto a group, *Senza gruppo* too, with an undo", async () => {
  const rail = openRail([...some(["a", "b"], { group: "Resi" }), ...some(["c"], { group: "Vendite" })]);
  await rail.row("a");
  expect(headers()).toEqual(["Resi2", "Vendite1"]);
  await pull(await rail.row("a"), { y: 150 });
  expect(headers()).toEqual(["Resi2", "Vendite1", "Senza gruppo0"]);
  expect(screen.getByText("→ Vendite")).toBeInTheDocument();
  fireEvent.pointerUp(window);
  await waitFor(() => expect(rail.kept.get("a")?.group).toBe("Vendite"));
  expect(await screen.findAllByText("«a» spostata in Vendite")).not.toHaveLength(0);
  expect(rail.onOpenPanel).not.toHaveBeenCalled();
  await pull(await rail.row("b"), { y: 800 });
  fireEvent.pointerUp(window);
  await waitFor(() => expect(rail.kept.get("b")?.group).toBe(null));
});

test("the selected rows go along; Esc, or the group they are in, leaves all where it is", async () => {
  const rail = openRail([...some(["a", "b"], { group: "Resi" }), ...some(["c"], { group: "Vendite" })]);
  (await rail.row("a")).focus();
  await rail.user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await pull(await rail.row("b"), { y: 150 });
  expect(screen.getByText("2 sessioni")).toBeInTheDocument();
  fireEvent.keyDown(window, { key: "Escape" });
  expect(screen.queryByText("→ Vendite")).not.toBeInTheDocument();
  fireEvent.pointerUp(window);
  await pull(await rail.row("b"), { y: 40 });
  fireEvent.pointerUp(window);
  expect(rail.asked).toEqual(["list"]);
  await pull(await rail.row("b"), { y: 150 });
  fireEvent.pointerUp(window);
  await waitFor(() => expect([...rail.kept.values()].map(({ group }) => group)).toEqual(Array(3).fill("Vendite")));
});

async function chooseOfGroup(rail: ReturnType<typeof openRail>, group: string, item: string) {
  await rail.user.click(await screen.findByRole("button", { name: `Azioni per il gruppo ${group}` }));
  await rail.user.click(await screen.findByRole("menuitem", { name: item }));
}

test("a group is renamed with all its sessions, archived ones too, stays folded, and can be undone", async () => {
  const rail = openRail([
    ...some(["a", "b"], { group: "Resi" }),
    sessionRow("c", { name: "c", group: "Resi", archived: true }),
    sessionRow("d", { name: "d", group: "Vendite" }),
  ]);
  await rail.user.click(await screen.findByRole("button", { name: /^Resi/, expanded: true }));
  await chooseOfGroup(rail, "Resi", "Rinomina gruppo");
  const field = await screen.findByRole("textbox", { name: "Nome del gruppo" });
  expect(field).toHaveValue("Resi");
  expect(field).toHaveAccessibleDescription(expect.stringContaining("3 sessioni"));
  await rail.user.clear(field);
  await rail.user.type(field, "vendite");
  expect(field).toHaveAccessibleDescription(expect.stringContaining("«Vendite» c'è già"));
  await rail.user.clear(field);
  await rail.user.type(field, "RESI{Enter}");
  expect(await screen.findByRole("button", { name: /^RESI/, expanded: false })).toBeInTheDocument();
  await waitFor(() => expect(rail.kept.get("c")?.group).toBe("RESI"));
  await waitFor(() => expect(screen.getByRole("button", { name: /^RESI/ })).toHaveFocus());
  expect(await screen.findAllByText("Gruppo «Resi» rinominato in «RESI»")).not.toHaveLength(0);
  await rail.user.click(screen.getByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(["a", "b", "c"].map((id) => rail.kept.get(id)?.group)).toEqual(["Resi", "Resi", "Resi"]));
});

test("a dissolved group gives back all its sessions; what is refused is listed and stays in it", async () => {
  const rail = openRail([
    ...some(["a", "b"], { group: "Resi" }),
    sessionRow("c", { name: "c", group: "Resi", archived: true }),
  ]);
  server.use(http.post("/sessions/b/group", () => refused(423, "locked")));
  await chooseOfGroup(rail, "Resi", "Sciogli gruppo");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("La sessione non è stata spostata");
  expect(headers()).toEqual(["Resi1", "Senza gruppo1"]);
  expect(["a", "c"].map((id) => rail.kept.get(id)?.group)).toEqual([null, null]);
});

test("F2 and the context menu are a group's too; Senza gruppo has neither", async () => {
  const rail = openRail([...some(["a"], { group: "Resi" }), ...some(["b"])]);
  (await screen.findByRole("button", { name: /^Resi/ })).focus();
  await rail.user.keyboard("{F2}");
  expect(await screen.findByRole("textbox", { name: "Nome del gruppo" })).toHaveValue("Resi");
  await rail.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: /^Resi/ })).toHaveFocus());
  fireEvent.contextMenu(screen.getByRole("button", { name: /^Senza gruppo/ }), { button: 2 });
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  fireEvent.contextMenu(screen.getByRole("button", { name: /^Resi/ }), { button: 2 });
  expect(await screen.findByRole("menuitem", { name: /^Sciogli gruppo/ })).toBeInTheDocument();
});

test("a session is marked unread and read, but not the one being read", async () => {
  const rail = openRail(some(["a", "b"]), { panelId: "b" });
  await rail.choose("a", "Segna come da leggere");
  await waitFor(async () =>
    expect(await rail.row("a")).toHaveAccessibleDescription(expect.stringContaining("Da leggere")),
  );
  expect(rail.asked).toContain('seen a {"at":"2026-11-20T08:59:59.999Z","unread":true}');
  await rail.choose("a", "Segna come letta");
  await waitFor(() => expect(rail.asked).toContain(`seen a {"at":"${at(20)}"}`));
  await rail.openMenu("b");
  expect(screen.queryByRole("menuitem", { name: /Segna/ })).not.toBeInTheDocument();
});

test("the filter marks what it found, and where, when the name doesn't show it", async () => {
  const rail = openRail([
    sessionRow("a", { name: "Quantità per negozio" }),
    sessionRow("b", { name: "Clienti", author: "Zoë Rossi" }),
  ]);
  await rail.row("Clienti");
  const filter = screen.getByRole("textbox", { name: "Filtra" });
  await rail.user.type(filter, "quantita");
  expect(screen.getByText("Quantità").tagName).toBe("MARK");
  expect(await rail.row("Quantità per negozio")).toBeInTheDocument();
  await rail.user.clear(filter);
  await rail.user.type(filter, "zoe");
  expect(await rail.row("Clienti")).toHaveAccessibleDescription(expect.stringContaining("Zoë Rossi"));
});
