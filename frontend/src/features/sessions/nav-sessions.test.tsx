import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server, startServer } from "../../testing/server.ts";
import { brokenRow, phaseAt, sessionRow } from "../../testing/sessions.ts";
import { groupKey } from "./rail-items.ts";
import { at, names, openRail, refused } from "./testing/open-rail.tsx";

startServer();

test("a click opens the panel and asks the server for nothing", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" })]);
  await rail.user.click(await rail.row("Resi"));
  expect(rail.onOpenPanel).toHaveBeenCalledExactlyOnceWith("a");
  expect(rail.asked).toEqual(["list"]);
});

test("shows groups with their counts and the archive's count, archived sessions nowhere", async () => {
  const rail = openRail([
    sessionRow("a", { name: "Resi", group: "Vendite" }),
    sessionRow("b", { name: "Clienti" }),
    sessionRow("c", { name: "Vecchia", group: "Vendite", archived: true }),
  ]);
  await rail.row("Resi");
  const headings = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(headings).toEqual(["Vendite1", "Senza gruppo1"]);
  expect(screen.queryByText("Vecchia")).not.toBeInTheDocument();
  await rail.user.click(screen.getByRole("button", { name: /Archivio/ }));
  expect(rail.onViewChange).toHaveBeenCalledWith("archive");
});

test("a group stays collapsed on the next visit", async () => {
  const rows = [sessionRow("a", { name: "Resi", group: "Vendite" })];
  const first = openRail(rows);
  await first.row("Resi");
  await first.user.click(screen.getByRole("button", { name: /^Vendite/, expanded: true }));
  expect(screen.queryByText("Resi")).not.toBeInTheDocument();
  first.unmount();
  openRail(rows);
  expect(await screen.findByRole("button", { name: /^Vendite/, expanded: false })).toBeInTheDocument();
});

test("two windows fold groups without taking each other's back", async () => {
  const rows = ["Resi", "Vendite"].map((group) => sessionRow(group, { name: `In ${group}`, group }));
  const one = openRail(rows);
  await one.row("In Resi");
  // What the other window kept meanwhile.
  localStorage.setItem("thoth.collapsed-groups", JSON.stringify([groupKey("Vendite")]));
  await one.user.click(screen.getByRole("button", { name: /^Resi/, expanded: true }));
  expect(screen.getByText("In Vendite")).toBeInTheDocument();
  one.unmount();
  openRail(rows);
  expect(await screen.findByRole("button", { name: /^Resi/, expanded: false })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Vendite/, expanded: false })).toBeInTheDocument();
});

test("each row says why it is as it is", async () => {
  const runtime = { kind: "pi", since: at(1) } as const;
  const rail = openRail([
    sessionRow("a", { name: "A", phase: phaseAt(4, { next: "gate" }) }),
    sessionRow("b", { name: "B", phase: phaseAt(6), runtime: { ...runtime, state: "running" } }),
    sessionRow("c", { name: "C", status: "finalized" }),
    sessionRow("d", { name: "D", phase: phaseAt(7) }),
    sessionRow("e", { name: "E", runtime: { ...runtime, state: "failed", error: "chiave rifiutata" } }),
    sessionRow("f", { name: "F", unread: true }),
    brokenRow("20261118-090210-x2m4ha"),
  ]);
  const described = async (name: string, text: string) =>
    expect(await rail.row(name)).toHaveAccessibleDescription(expect.stringContaining(text));
  await described("A", "Aspetta la tua risposta · fase 4");
  await described("B", "Al lavoro · fase 6");
  await described("C", "Completata");
  await described("D", "Fase 7 · SQL finale");
  await described("E", "L'agente si è fermato · chiave rifiutata");
  await described("F", "Da leggere");
  await described("20261118-090210-x2m4ha", "Manifest illeggibile · dettagli");
});

test("the chat's row and the panel's row are told apart", async () => {
  const rail = openRail([sessionRow("a", { name: "A" }), sessionRow("b", { name: "B" })], {
    chatId: "a",
    panelId: "b",
  });
  expect(await rail.row("A")).toHaveAttribute("aria-current", "true");
  expect(await rail.row("B")).not.toHaveAttribute("aria-current");
  expect(await rail.row("B")).toHaveAccessibleDescription(expect.stringContaining("Nella vista divisa"));
});

test("a runtime event changes its row at once, without a fetch", async () => {
  const rail = openRail([sessionRow("a", { name: "A", phase: phaseAt(6) })]);
  await rail.row("A");
  rail.live.push("events", {
    event: "runtime",
    data: { id: "a", runtime: { kind: "pi", state: "running", since: at(1) } },
  });
  await waitFor(async () => expect(await rail.row("A")).toHaveAccessibleDescription("Al lavoro · fase 6"));
  expect(rail.asked).toEqual(["list"]);
});

test("the filter narrows as one types, says how many it found, and Esc clears it", async () => {
  const rail = openRail([sessionRow("a", { name: "Resi" }), sessionRow("b", { name: "Clienti" })]);
  await rail.row("Resi");
  const filter = screen.getByRole("textbox", { name: "Filtra" });
  await rail.user.type(filter, "cli");
  expect(names()).toEqual(["b"]);
  expect(screen.getByText("1 sessione trovata")).toBeInTheDocument();
  await rail.user.type(filter, "zz");
  expect(screen.getByText("Nessuna sessione corrisponde")).toBeInTheDocument();
  await rail.user.keyboard("{Escape}");
  expect(names()).toHaveLength(2);
});

test("a filter that finds nothing here says how many it finds in the other view, and leads there", async () => {
  const rows = [sessionRow("a", { name: "Resi" }), sessionRow("b", { name: "Clienti", archived: true })];
  const rail = openRail(rows);
  await rail.row("Resi");
  await rail.user.type(screen.getByRole("textbox", { name: "Filtra" }), "clienti");
  await rail.user.click(screen.getByRole("button", { name: "1 nell'archivio" }));
  expect(rail.onViewChange).toHaveBeenCalledExactlyOnceWith("archive");
  expect(screen.getByRole("textbox", { name: "Filtra" })).toHaveValue("clienti");
  await rail.user.type(screen.getByRole("textbox", { name: "Filtra" }), "zz");
  expect(screen.queryByRole("button", { name: /nell'archivio/ })).not.toBeInTheDocument();
  rail.unmount();
  const archive = openRail(rows, { view: "archive" });
  await archive.row("Clienti");
  await archive.user.type(screen.getByRole("textbox", { name: "Filtra" }), "resi");
  await archive.user.click(screen.getByRole("button", { name: "1 tra le sessioni attive" }));
  expect(archive.onViewChange).toHaveBeenCalledExactlyOnceWith("list");
});

test("a name that was given stands, though a list asked for before arrives after", async () => {
  const rail = openRail([sessionRow("a", { name: "Vecchio" })]);
  await rail.row("Vecchio");
  const stale = [...rail.kept.values()];
  let answerStale = () => {};
  server.use(
    http.get(
      "/sessions",
      async () => {
        await new Promise<void>((resolve) => {
          answerStale = resolve;
        });
        return HttpResponse.json(stale);
      },
      { once: true },
    ),
  );
  rail.live.push("events", { event: "sessions", data: { ids: ["a"] } });
  await waitFor(() => expect(rail.client.isFetching()).toBe(1));
  (await rail.row("Vecchio")).focus();
  await rail.user.keyboard("{F2}Nuovo{Enter}");
  await rail.row("Nuovo");
  answerStale();
  await waitFor(() => expect(rail.client.isFetching()).toBe(0));
  expect(await rail.row("Nuovo")).toBeInTheDocument();
});

test("a row is a button with the whole name and a labelled one for its menu; archiving has no button of its own", async () => {
  const name = "Resi per mese e per negozio ".repeat(6).trim();
  const rail = openRail([sessionRow("a", { name }), brokenRow("rotta")]);
  const row = await rail.row(name);
  expect(row).toHaveAttribute("title", name);
  const list = screen.getByRole("list", { name: "Elenco delle sessioni" });
  const buttons = within(list).getAllByRole("button");
  expect(buttons.map((part) => [part.tagName, part.getAttribute("aria-label") ?? part.textContent])).toEqual([
    ["BUTTON", "Senza gruppo2"],
    ["BUTTON", name],
    ["BUTTON", `Azioni per ${name}`],
    ["BUTTON", "rotta"],
    ["BUTTON", "Azioni per rotta"],
  ]);
  row.focus();
  await rail.user.keyboard("{F2}");
  expect(screen.getByRole("textbox", { name: "Nome" })).toHaveValue(name);
  expect(screen.queryByRole("button", { name: `Azioni per ${name}` })).not.toBeInTheDocument();
});

test("nothing moves in a list in which no agent is at work", async () => {
  const runtime = (state: "running" | "waiting" | "idle") => ({ kind: "pi", state, since: at(1) }) as const;
  const rail = openRail([
    sessionRow("a", { name: "A", unread: true }),
    sessionRow("b", { name: "B", runtime: runtime("waiting") }),
    sessionRow("c", { name: "C", runtime: runtime("idle") }),
    brokenRow("rotta"),
  ]);
  await rail.row("A");
  const moving = () => rail.container.querySelectorAll('[class*="animate-"]');
  expect(moving()).toHaveLength(0);
  rail.live.push("events", { event: "runtime", data: { id: "a", runtime: runtime("running") } });
  await waitFor(() => expect(moving()).toHaveLength(1));
});

test("an empty rail says which emptiness it is", async () => {
  const none = openRail([]);
  expect(await screen.findByText("Ancora nessuna sessione")).toBeInTheDocument();
  none.unmount();
  openRail([sessionRow("a", { archived: true })]);
  expect(await screen.findByText("Nessuna sessione attiva")).toBeInTheDocument();
});

test("a list that does not load says why and tries again", async () => {
  const rail = openRail([sessionRow("a", { name: "A" })]);
  server.use(http.get("/sessions", () => refused(502, "harness-missing"), { once: true }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Il programma tht non si trova");
  await rail.user.click(screen.getByRole("button", { name: "Riprova" }));
  expect(await rail.row("A")).toBeInTheDocument();
});

test("a failed refresh keeps the last list", async () => {
  const rail = openRail([sessionRow("a", { name: "A" })]);
  await rail.row("A");
  server.use(http.get("/sessions", () => HttpResponse.error()));
  rail.live.push("events", { event: "sessions", data: { ids: ["a"] } });
  await waitFor(() => expect(rail.client.getQueryState(["sessions"])?.status).toBe("error"));
  expect(await rail.row("A")).toBeInTheDocument();
});

test("has no accessibility fault that can be found by rule", async () => {
  const rail = openRail([sessionRow("a", { name: "A", group: "Vendite" }), brokenRow("rotta")], { chatId: "a" });
  await rail.row("A");
  const { violations } = await axe.run(rail.container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
