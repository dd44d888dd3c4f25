import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startServer } from "../../testing/server.ts";
import { sessionRow } from "../../testing/sessions.ts";
import { at, names, openRail } from "./testing/open-rail.tsx";

startServer();

test("the keyboard does what the pointer does", async () => {
  const rail = openRail(["a", "b", "c"].map((id, day) => sessionRow(id, { name: id, activity_at: at(9 - day) })));
  (await rail.row("a")).focus();
  await rail.user.keyboard("{ArrowDown}");
  expect(await rail.row("b")).toHaveFocus();
  await rail.user.keyboard("{End}");
  expect(await rail.row("c")).toHaveFocus();
  await rail.user.keyboard("{Enter}");
  expect(rail.onOpenPanel).toHaveBeenCalledWith("c");
  await rail.user.keyboard("{Home}");
  const header = screen.getByRole("button", { name: /Senza gruppo/ });
  expect(header).toHaveFocus();
  await rail.user.keyboard("{ArrowLeft}");
  expect(header).toHaveAttribute("aria-expanded", "false");
  await rail.user.keyboard("{ArrowRight}{ArrowDown}");
  expect(await rail.row("a")).toHaveFocus();
  await rail.user.keyboard("e");
  await waitFor(() => expect(names()).toEqual(["b", "c"]));
  expect(await rail.row("b")).toHaveFocus();
  await rail.user.keyboard("{Delete}");
  expect(await screen.findByRole("alertdialog", { name: "Eliminare «b»?" })).toBeInTheDocument();
  await rail.user.keyboard("{Escape}");
  await waitFor(async () => expect(await rail.row("b")).toHaveFocus());
  await rail.user.keyboard("{F2}");
  expect(screen.getByRole("textbox", { name: "Nome" })).toHaveFocus();
});

test("a row's menu opens from the keyboard on its first item, and gives the focus back", async () => {
  const rail = openRail([sessionRow("a", { name: "a" })]);
  (await rail.row("a")).focus();
  await rail.user.tab();
  await rail.user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Vista divisa" })).toHaveFocus());
  await rail.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Azioni per a" })).toHaveFocus());
});

test("the list is one stop of the Tab key, and its row's menu the next", async () => {
  const rail = openRail(["a", "b"].map((id) => sessionRow(id, { name: id })));
  await rail.row("a");
  const stops = within(screen.getByRole("list"))
    .getAllByRole("button")
    .filter((button) => button.tabIndex === 0);
  expect(stops).toHaveLength(1);
  (await rail.row("b")).focus();
  await rail.user.tab();
  expect(screen.getByRole("button", { name: "Azioni per b" })).toHaveFocus();
});

test("a change from elsewhere keeps the focus on its session, wherever that moves", async () => {
  const rail = openRail(["a", "b"].map((id, day) => sessionRow(id, { name: id, activity_at: at(9 - day) })));
  (await rail.row("b")).focus();
  rail.kept.set("b", sessionRow("b", { name: "b", activity_at: at(20) }));
  rail.live.push("events", { event: "sessions", data: { ids: ["b"] } });
  await waitFor(() => expect(names()).toEqual(["b", "a"]));
  expect(await rail.row("b")).toHaveFocus();
});

test("a reader who clicked elsewhere is not brought back by a change of the list", async () => {
  const rail = openRail([sessionRow("a", { name: "a" }), sessionRow("b", { name: "b" })]);
  (await rail.row("b")).focus();
  await rail.user.click(document.body);
  await new Promise(requestAnimationFrame);
  rail.kept.delete("b");
  rail.live.push("events", { event: "sessions", data: { ids: ["b"] } });
  await waitFor(() => expect(names()).toEqual(["a"]));
  expect(document.body).toHaveFocus();
});

test("the focus of a session that another window deleted goes to the one in its place", async () => {
  const rail = openRail(["a", "b", "c"].map((id, day) => sessionRow(id, { name: id, activity_at: at(9 - day) })));
  (await rail.row("b")).focus();
  rail.kept.delete("b");
  rail.live.push("events", { event: "sessions", data: { ids: ["b"] } });
  await waitFor(() => expect(names()).toEqual(["a", "c"]));
  expect(await rail.row("c")).toHaveFocus();
});

test("of ten thousand sessions only those in sight are on the page", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => sessionRow(`s${index}`, { name: `Sessione ${index}` }));
  const rail = openRail(rows);
  await rail.row("Sessione 9999");
  const shown = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(shown.length).toBeLessThan(60);
  expect(shown[0]).toHaveAttribute("aria-setsize", "10001");
});

test("what a link opens is brought into sight", async () => {
  const rows = Array.from({ length: 500 }, (_, index) =>
    sessionRow(`s${index}`, {
      name: `Sessione ${index}`,
      activity_at: new Date(2026, 1, 1, 0, 500 - index).toISOString(),
    }),
  );
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(500 * 54);
  const scroll = vi.spyOn(Element.prototype, "scrollTo");
  const rail = openRail(rows, { panelId: "s400" });
  await rail.row("Sessione 0");
  const tops = () => scroll.mock.calls.map(([options]) => (options as unknown as ScrollToOptions).top ?? 0);
  await waitFor(() => expect(Math.max(...tops())).toBeGreaterThan(20_000));
  vi.restoreAllMocks();
});
