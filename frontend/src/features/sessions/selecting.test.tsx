import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { http } from "msw";
import { expect, test, vi } from "vitest";
import { server, startServer } from "../../testing/server.ts";
import { sessionRow } from "../../testing/sessions.ts";
import { at, names, openRail, refused } from "./testing/open-rail.tsx";

startServer();

const some = (ids: string[], change = {}) =>
  ids.map((id, day) => sessionRow(id, { name: id, activity_at: at(20 - day), ...change }));
const selected = () =>
  screen
    .queryAllByRole("checkbox", { checked: true })
    .map((box) => box.getAttribute("aria-label")?.replace("Seleziona ", ""))
    .join("");
const bar = () => within(screen.getByRole("region", { name: "Sessioni selezionate" }));

test("Ctrl-click and Shift-click choose without opening; Esc lets go", async () => {
  const rail = openRail(some(["a", "b", "c", "d"]));
  await rail.user.keyboard("{Control>}");
  await rail.user.click(await rail.row("a"));
  await rail.user.keyboard("{/Control}{Shift>}");
  await rail.user.click(await rail.row("c"));
  await rail.user.keyboard("{/Shift}");
  expect(selected()).toBe("abc");
  expect(screen.getAllByText("3 selezionate").length).toBeGreaterThan(0);
  expect(await rail.row("b")).toHaveAccessibleDescription(expect.stringContaining("Selezionata"));
  await rail.user.click(screen.getByRole("checkbox", { name: "Seleziona b" }));
  expect(selected()).toBe("ac");
  expect(rail.onOpenPanel).not.toHaveBeenCalled();
  await rail.user.click(await rail.row("d"));
  expect(rail.onOpenPanel).toHaveBeenCalledExactlyOnceWith("d");
  await rail.user.keyboard("{Escape}");
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
});

test("the keyboard chooses: Ctrl+Space, Shift and arrows over a header, Ctrl+A", async () => {
  const rail = openRail([...some(["a", "b"], { group: "Resi" }), ...some(["c", "d"])]);
  (await rail.row("b")).focus();
  await rail.user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(selected()).toBe("bcd");
  expect(await rail.row("d")).toHaveFocus();
  await rail.user.keyboard("{Shift>}{ArrowUp}{/Shift}");
  expect(selected()).toBe("bc");
  await rail.user.keyboard("{Control>} {/Control}");
  expect(selected()).toBe("b");
  await rail.user.keyboard("{Control>}a{/Control}");
  expect(selected()).toBe("abcd");
  await rail.user.keyboard("{Escape}{Shift>}{End}{/Shift}");
  expect(selected()).toBe("cd");
});

test("a row's menu begins a selection, for whom has neither Ctrl nor Shift", async () => {
  const rail = openRail(some(["a", "b"]));
  await rail.choose("a", "Seleziona");
  expect(selected()).toBe("a");
  await rail.choose("a", "Togli dalla selezione");
  expect(selected()).toBe("");
});

test("a finger that rests on a row begins a selection, and then a tap is enough", async () => {
  const rail = openRail(some(["a", "b"]));
  const touch = { button: 0, pointerType: "touch", clientX: 40, clientY: 40 };
  const a = await rail.row("a");
  fireEvent.pointerDown(a, touch);
  await waitFor(() => expect(selected()).toBe("a"));
  fireEvent.contextMenu(a, { ...touch });
  fireEvent.pointerUp(a, touch);
  fireEvent.click(a, { detail: 1 });
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  const b = await rail.row("b");
  fireEvent.pointerDown(b, touch);
  fireEvent.pointerUp(b, touch);
  fireEvent.click(b, { detail: 1 });
  expect(selected()).toBe("ab");
  expect(rail.onOpenPanel).not.toHaveBeenCalled();
});

test("a finger that moves is scrolling", async () => {
  const rail = openRail(some(["a", "b"]));
  const a = await rail.row("a");
  vi.useFakeTimers();
  fireEvent.pointerDown(a, { button: 0, pointerType: "touch", clientX: 40, clientY: 40 });
  fireEvent.pointerMove(a, { pointerType: "touch", clientX: 40, clientY: 70 });
  act(() => void vi.advanceTimersByTime(5_000));
  vi.useRealTimers();
  expect(selected()).toBe("");
});

test("a filter leaves out of the selection what it hides", async () => {
  const rail = openRail(some(["alfa", "beta"]));
  (await rail.row("alfa")).focus();
  await rail.user.keyboard("{Control>}a{/Control}");
  await rail.user.type(screen.getByRole("textbox", { name: "Filtra" }), "bet");
  expect(selected()).toBe("beta");
  expect(screen.getAllByText("1 selezionata").length).toBeGreaterThan(0);
});

test("many are archived with one undo; what is refused stays selected and listed with its reason", async () => {
  const rail = openRail(some(["a", "b", "c", "d"]));
  server.use(http.post("/sessions/b/archive", () => refused(423, "locked")));
  (await rail.row("a")).focus();
  await rail.user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await rail.user.click(bar().getByRole("button", { name: "Archivia" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("La sessione non è stata archiviata");
  expect(within(alert).getByRole("listitem")).toHaveTextContent(/^bUn altro programma sta scrivendo/);
  expect(names()).toEqual(["b", "d"]);
  expect(selected()).toBe("b");
  expect((await screen.findAllByText("2 sessioni archiviate")).length).toBeGreaterThan(0);
  await rail.user.click(screen.getByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(names()).toEqual(["a", "b", "c", "d"]));
  expect(rail.asked.filter((call) => call === "unarchive b {}")).toEqual([]);
  await rail.user.click(within(alert).getByRole("button", { name: "Chiudi l'elenco" }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("one alone that is refused stays selected too", async () => {
  const rail = openRail(some(["a", "b"]));
  server.use(http.post("/sessions/a/archive", () => refused(423, "locked")));
  await rail.choose("a", "Seleziona");
  await rail.user.click(bar().getByRole("button", { name: "Archivia" }));
  expect((await screen.findAllByText("La sessione non è stata archiviata")).length).toBeGreaterThan(0);
  expect(selected()).toBe("a");
});

test("Esc in the bar lets go of all, and gives the focus back to the list", async () => {
  const rail = openRail(some(["a", "b"]));
  await rail.choose("b", "Seleziona");
  bar().getByRole("button", { name: "Archivia" }).focus();
  await rail.user.keyboard("{Escape}");
  expect(selected()).toBe("");
  await waitFor(async () => expect(await rail.row("b")).toHaveFocus());
});

test("many are moved into a new group", async () => {
  const rail = openRail(some(["a", "b"]));
  (await rail.row("a")).focus();
  await rail.user.keyboard("{Control>}a{/Control}");
  bar().getByRole("button", { name: "Sposta nel gruppo" }).focus();
  await rail.user.keyboard("{Enter}");
  await rail.user.click(await screen.findByRole("menuitem", { name: "Nuovo gruppo…" }));
  await rail.user.type(await screen.findByRole("textbox", { name: "Nome del gruppo" }), "Resi{Enter}");
  await waitFor(() => expect([...rail.kept.values()].map(({ group }) => group)).toEqual(["Resi", "Resi"]));
  await waitFor(() => expect(selected()).toBe(""));
  expect((await screen.findAllByText("2 sessioni spostate")).length).toBeGreaterThan(0);
});

test("deleting many asks once: names, documents in all, agents; what is refused stays", async () => {
  const runtime = { kind: "pi", state: "running", since: at(1) } as const;
  const rail = openRail([
    ...some(["a", "b"]),
    sessionRow("c", { name: "c", activity_at: at(3), runtime }),
    sessionRow("d", { name: "d", activity_at: at(2) }),
  ]);
  server.use(http.delete("/sessions/b", () => refused(423, "locked")));
  (await rail.row("a")).focus();
  await rail.user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Delete}");
  const dialog = await screen.findByRole("alertdialog", { name: "Eliminare 3 sessioni?" });
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["a", "b", "cagente al lavoro"]);
  await waitFor(() => expect(dialog).toHaveTextContent("con 6 documenti in tutto"));
  expect(dialog).toHaveTextContent("Su 1 sta lavorando un agente");
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "Annulla" })).toHaveFocus());
  expect(rail.asked.filter((call) => call.startsWith("delete"))).toEqual([]);
  await rail.user.click(within(dialog).getByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(names()).toEqual(["b", "d"]);
  expect(selected()).toBe("b");
  expect(screen.getByRole("alert")).toHaveTextContent("La sessione non è stata eliminata");
});

test("deleting many moves the panel to the nearest that stays", async () => {
  const rail = openRail(some(["a", "b", "c", "d"]), { panelId: "b" });
  (await rail.row("b")).focus();
  await rail.user.keyboard("{Shift>}{ArrowDown}{/Shift}{Delete}");
  const dialog = await screen.findByRole("alertdialog", { name: "Eliminare 2 sessioni?" });
  await rail.user.click(within(dialog).getByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(rail.onGone).toHaveBeenCalledExactlyOnceWith("b", "d"));
});

test("the archive restores many", async () => {
  const rail = openRail(some(["a", "b"], { archived: true }), { view: "archive" });
  (await rail.row("a")).focus();
  await rail.user.keyboard("{Control>}a{/Control}e");
  expect(await screen.findByText("L'archivio è vuoto")).toBeInTheDocument();
  expect(rail.asked).toEqual(expect.arrayContaining(["unarchive a {}", "unarchive b {}"]));
});

test("has no accessibility fault that can be found by rule, some selected", async () => {
  const rail = openRail(some(["a", "b"], { group: "Resi" }));
  (await rail.row("a")).focus();
  await rail.user.keyboard("{Control>} {/Control}");
  const { violations } = await axe.run(rail.container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
