import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { server, startServer } from "../../testing/server.ts";
import { brokenRow, sessionRow } from "../../testing/sessions.ts";
import { at, names, openRail, refused } from "./testing/open-rail.tsx";

startServer();

test("the menu offers what fits: everything, or for an archived or unreadable session only what is left", async () => {
  const rail = openRail([sessionRow("a", { name: "A" }), brokenRow("rotta")]);
  const items = (menu: HTMLElement) =>
    within(menu)
      .getAllByRole("menuitem")
      .map((item) => item.textContent);
  expect(items(await rail.openMenu("A"))).toEqual([
    "Vista divisa↵",
    "RinominaF2",
    "Sposta nel gruppo",
    "Segna come da leggere",
    "Seleziona",
    "ArchiviaE",
    "EliminaCanc",
  ]);
  await rail.user.keyboard("{Escape}");
  expect(items(await rail.openMenu("rotta"))).toEqual(["Vista divisa↵", "Seleziona", "EliminaCanc"]);
  rail.unmount();
  const archive = openRail([sessionRow("c", { name: "C", archived: true })], { view: "archive" });
  expect(items(await archive.openMenu("C"))).toEqual(["Vista divisa↵", "Seleziona", "RipristinaE", "EliminaCanc"]);
});

test("Vista divisa opens the panel", async () => {
  const rail = openRail([sessionRow("a", { name: "A" })]);
  await rail.choose("A", "Vista divisa");
  expect(rail.onOpenPanel).toHaveBeenCalledWith("a");
});

test("renaming saves on Enter, shows the new name and gives the focus back to the row", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  await rail.choose("Resi", "Rinomina");
  const field = await screen.findByRole("textbox", { name: "Nome" });
  await waitFor(() => expect(field).toHaveFocus());
  await rail.user.clear(field);
  await rail.user.keyboard("  Resi per mese {Enter}");
  expect(await rail.row("Resi per mese")).toBeInTheDocument();
  expect(rail.asked).toContain('rename a {"name":"Resi per mese"}');
  expect(rail.asked.at(-1)).toBe("list");
  await waitFor(async () => expect(await rail.row("Resi per mese")).toHaveFocus());
});

test("an empty name goes back to the question; Esc changes nothing", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi", question: "Come vanno\ni resi?" })]);
  await rail.choose("Resi", "Rinomina");
  await rail.user.clear(await screen.findByRole("textbox", { name: "Nome" }));
  await rail.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(rail.asked.filter((call) => call.startsWith("rename"))).toEqual([]);
  await rail.choose("Resi", "Rinomina");
  await rail.user.clear(await screen.findByRole("textbox", { name: "Nome" }));
  await rail.user.keyboard("{Enter}");
  expect(await rail.row("Come vanno i resi?")).toBeInTheDocument();
});

test("the Enter and Esc of an input method are not the dialog's", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  await rail.choose("Resi", "Rinomina");
  const field = await screen.findByRole("textbox", { name: "Nome" });
  for (const init of [
    { key: "Enter", isComposing: true },
    { key: "Enter", keyCode: 229 },
    { key: "Escape", isComposing: true },
  ]) {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    field.dispatchEvent(event);
    if (init.key === "Enter") expect(event.defaultPrevented).toBe(true);
  }
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  expect(rail.asked.filter((call) => call.startsWith("rename"))).toEqual([]);
});

test("a refused name is explained in the dialog, and what was typed stays", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  server.use(http.post("/sessions/a/rename", () => refused(400, "invalid-name")));
  await rail.choose("Resi", "Rinomina");
  const field = await screen.findByRole("textbox", { name: "Nome" });
  await rail.user.type(field, " lungo{Enter}");
  await waitFor(() => expect(field).toBeInvalid());
  expect(field).toHaveAccessibleDescription(expect.stringContaining("al più 200 caratteri"));
  expect(field).toHaveValue("Resi lungo");
});

test("moving lists the groups of all sessions, archived ones too, and offers to undo", async () => {
  const rail = openRail([
    sessionRow("a", { name: "A" }),
    sessionRow("b", { name: "B", group: "Vendite" }),
    sessionRow("c", { name: "C", group: "Resi", archived: true }),
  ]);
  await rail.openMenu("A");
  screen.getByRole("menuitem", { name: "Sposta nel gruppo" }).focus();
  await rail.user.keyboard("{ArrowRight}");
  const choices = await screen.findAllByRole("menuitemradio");
  expect(choices.map((choice) => choice.textContent)).toEqual(["Resi", "Vendite", "Senza gruppo"]);
  expect(screen.getByRole("menuitemradio", { name: "Senza gruppo" })).toBeChecked();
  await waitFor(() => expect(choices[0]).toHaveFocus());
  await rail.user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(rail.asked).toContain('group a {"group":"Vendite"}'));
  await rail.user.click(await screen.findByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(rail.asked).toContain('group a {"group":""}'));
  await waitFor(() => expect(rail.kept.get("a")?.group).toBe(null));
});

test("a new group equal but for case is the one that is there", async () => {
  const rail = openRail([sessionRow("a", { name: "A" }), sessionRow("b", { name: "B", group: "Vendite" })]);
  await rail.openMenu("A");
  screen.getByRole("menuitem", { name: "Sposta nel gruppo" }).focus();
  await rail.user.keyboard("{ArrowRight}");
  const choice = await screen.findByRole("menuitem", { name: "Nuovo gruppo…" });
  await waitFor(() => expect(screen.getAllByRole("menuitemradio")[0]).toHaveFocus());
  choice.focus();
  await rail.user.keyboard("{Enter}");
  const field = await screen.findByRole("textbox", { name: "Nome del gruppo" });
  await rail.user.type(field, "{Enter}");
  expect(field).toBeInvalid();
  await rail.user.type(field, " VENDITE ");
  expect(field).toHaveAccessibleDescription(expect.stringContaining("«Vendite»"));
  await rail.user.keyboard("{Enter}");
  await waitFor(() => expect(rail.asked).toContain('group a {"group":"Vendite"}'));
});

test("archiving shows at once, and Undo takes back the whole burst", async () => {
  const rail = openRail(["a", "b", "c"].map((id, day) => sessionRow(id, { name: id, activity_at: at(9 - day) })));
  await rail.choose("a", "Archivia");
  await rail.choose("b", "Archivia");
  expect(names()).toEqual(["c"]);
  expect((await screen.findAllByText("2 sessioni archiviate")).length).toBeGreaterThan(0);
  await rail.user.click(screen.getByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(names()).toEqual(["a", "b", "c"]));
  await waitFor(() => expect([...rail.kept.values()].some(({ archived }) => archived)).toBe(false));
});

test("a refused change is taken back and explained", async () => {
  const rail = openRail([sessionRow("a", { name: "A" }), sessionRow("b", { name: "B" })]);
  server.use(http.post("/sessions/a/archive", () => refused(423, "locked")));
  await rail.choose("A", "Archivia");
  expect((await screen.findAllByText("La sessione non è stata archiviata")).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/Un altro programma sta scrivendo/).length).toBeGreaterThan(0);
  expect(await rail.row("A")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Annulla" })).not.toBeInTheDocument();
});

test("an archived session can be restored", async () => {
  const rail = openRail([sessionRow("a", { name: "A", archived: true })], { view: "archive" });
  await rail.choose("A", "Ripristina");
  await waitFor(() => expect(rail.asked).toContain("unarchive a {}"));
  expect(await screen.findByText("L'archivio è vuoto")).toBeInTheDocument();
});

test("deleting says what goes, waits for a confirmation, and moves on to the neighbour", async () => {
  const runtime = { kind: "pi", state: "waiting", since: at(1) } as const;
  const rail = openRail([
    sessionRow("a", { name: "A", activity_at: at(3), runtime }),
    sessionRow("b", { name: "B", activity_at: at(2) }),
  ]);
  await rail.choose("A", "Elimina");
  const dialog = await screen.findByRole("alertdialog", { name: "Eliminare «A»?" });
  await waitFor(() => expect(dialog).toHaveTextContent("con 2 documenti"));
  expect(dialog).toHaveTextContent("Un agente ci sta lavorando");
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "Annulla" })).toHaveFocus());
  expect(rail.asked).not.toContain("delete a");
  await rail.user.click(within(dialog).getByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(rail.onGone).toHaveBeenCalledExactlyOnceWith("a", "b"));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(names()).toEqual(["b"]);
  await waitFor(async () => expect(await rail.row("B")).toHaveFocus());
});

test("a long question that stands in for a name is cut between characters", async () => {
  const family = "👨‍👩‍👧‍👦";
  const rail = openRail([sessionRow("a", { name: family.repeat(40) })]);
  (await rail.row(family.repeat(40))).focus();
  await rail.user.keyboard("{Delete}");
  expect(await screen.findByRole("alertdialog", { name: `Eliminare «${family.repeat(10)}…»?` })).toBeInTheDocument();
});

test("Cancel deletes nothing; a refusal is explained and the session stays", async () => {
  const rail = openRail([sessionRow("a", { name: "A" })]);
  await rail.choose("A", "Elimina");
  await rail.user.click(await screen.findByRole("button", { name: "Annulla" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(rail.asked).not.toContain("delete a");
  server.use(http.delete("/sessions/a", () => refused(423, "locked")));
  await rail.choose("A", "Elimina");
  await rail.user.click(await screen.findByRole("button", { name: "Elimina" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("La sessione non è stata eliminata");
  expect(rail.onGone).not.toHaveBeenCalled();
  expect(rail.kept.has("a")).toBe(true);
});

test("deleting what another window has deleted is no failure", async () => {
  const rail = openRail([sessionRow("a", { name: "A" })]);
  server.use(http.delete("/sessions/a", () => refused(404, "session-not-found")));
  await rail.choose("A", "Elimina");
  await rail.user.click(await screen.findByRole("button", { name: "Elimina" }));
  await waitFor(() => expect(rail.onGone).toHaveBeenCalledExactlyOnceWith("a", null));
});
