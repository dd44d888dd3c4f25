import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { allowedWidth } from "./column-widths.ts";
import { type ColumnName, Columns } from "./columns.tsx";

const page = (wide: boolean, shown: ColumnName) => (
  <Columns
    wide={wide}
    shown={shown}
    documents={<p>documenti</p>}
    chat={<textarea aria-label="messaggio" />}
    rail={<p>sessioni</p>}
  />
);

test("the arrows widen and narrow a column, from either side, and the width is remembered", async () => {
  const { user, unmount } = renderPage(page(true, "documents"));
  const rail = screen.getByRole("separator", { name: "Larghezza delle sessioni" });
  const documents = screen.getByRole("separator", { name: "Larghezza dei documenti" });
  expect(documents).toHaveAttribute("aria-valuenow", "400");
  documents.focus();
  await user.keyboard("{Home}");
  expect(documents).toHaveAttribute("aria-valuenow", "300");
  rail.focus();
  await user.keyboard("{Home}");
  expect(rail).toHaveAttribute("aria-valuenow", "240");
  unmount();
  renderPage(page(true, "documents"));
  expect(screen.getByRole("separator", { name: "Larghezza delle sessioni" })).toHaveAttribute("aria-valuenow", "240");
});

test("two clicks give the usual width back", async () => {
  localStorage.setItem("thoth.width.documents", "333");
  renderPage(page(true, "documents"));
  const edge = screen.getByRole("separator", { name: "Larghezza dei documenti" });
  expect(edge).toHaveAttribute("aria-valuenow", "333");
  Object.defineProperty(edge.nextElementSibling, "offsetWidth", { value: 900 });
  fireEvent.doubleClick(edge);
  expect(edge).toHaveAttribute("aria-valuenow", "400");
});

test("a column never takes what the chat needs, nor gets too narrow to read", () => {
  expect(allowedWidth("documents", 5_000, 1_000)).toBe(680);
  expect(allowedWidth("documents", 10, 1_000)).toBe(300);
  expect(allowedWidth("rail", 400, 100)).toBe(240);
});

test("made narrow and wide again the chat is the very same, text and all", async () => {
  const { user, rerender } = renderPage(page(true, "chat"));
  const field = screen.getByRole("textbox", { name: "messaggio" });
  await user.type(field, "a metà");
  rerender(page(false, "documents"));
  expect(field.closest("[inert]")).not.toBeNull();
  rerender(page(false, "chat"));
  expect(field.closest("[inert]")).toBeNull();
  rerender(page(true, "chat"));
  expect(screen.getByRole("textbox", { name: "messaggio" })).toBe(field);
  expect(field).toHaveValue("a metà");
});

test("what slides over the list takes the focus that it covers", () => {
  renderPage(page(false, "documents"));
  expect(screen.getByText("documenti").parentElement).toHaveFocus();
});
