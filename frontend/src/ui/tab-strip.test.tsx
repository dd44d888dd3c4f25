import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { MenuItem } from "./menu.tsx";
import { TabStrip } from "./tab-strip.tsx";

function openStrip(shown = ["a"]) {
  const calls = { onSelect: vi.fn(), onClose: vi.fn(), onMenu: vi.fn() };
  const tabOf = (id: string) => ({
    id,
    label: `Scheda ${id}`,
    mark: null,
    state: id === "b" ? "terminata" : undefined,
    onClose: id === "a" ? undefined : () => calls.onClose(id),
  });
  const strip = (...ids: string[]) => (
    <TabStrip
      label="Schede"
      allLabel="Tutte"
      tabs={ids.map(tabOf)}
      shown={shown}
      active={shown[0] ?? ""}
      onSelect={calls.onSelect}
      menu={({ id }) => <MenuItem onSelect={() => calls.onMenu(id)}>Prova</MenuItem>}
    />
  );
  const { user, rerender } = renderPage(strip("a", "b", "c"));
  return {
    user,
    leave: (...ids: string[]) => rerender(strip(...ids)),
    ...calls,
    tab: (name: RegExp) => screen.getByRole("tab", { name }),
  };
}

test("one stop of the Tab key; the arrows, Home and End go along, around the ends too", async () => {
  const { user, tab, onSelect } = openStrip();
  await user.tab();
  expect(tab(/^Scheda a/)).toHaveFocus();
  await user.keyboard("{ArrowLeft}");
  expect(tab(/c$/)).toHaveFocus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(tab(/^Scheda b/)).toHaveFocus();
  await user.keyboard("{Home}");
  expect(tab(/^Scheda a/)).toHaveFocus();
  expect(onSelect).not.toHaveBeenCalled();
  await user.keyboard("{End}{Enter}");
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("c");
});

test("says the state with the name, and which are shown", () => {
  const { tab } = openStrip(["a", "c"]);
  expect(tab(/^Scheda b\s*, terminata$/)).toHaveAttribute("aria-selected", "false");
  expect(tab(/c$/)).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tablist", { name: "Schede" })).toHaveAttribute("aria-multiselectable", "true");
});

test("closes by Delete, and by the cross without choosing; what can't be closed stays", async () => {
  const { user, tab, onClose, onSelect } = openStrip();
  tab(/^Scheda b/).focus();
  await user.keyboard("{Delete}");
  expect(onClose).toHaveBeenLastCalledWith("b");
  await user.click(tab(/c$/).querySelector("[aria-hidden=true]") as Element);
  expect(onClose).toHaveBeenLastCalledWith("c");
  tab(/^Scheda a/).focus();
  await user.keyboard("{Delete}");
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onSelect).not.toHaveBeenCalled();
});

test("a tab has a menu, by the right button and by the keyboard, and the focus comes back to it", async () => {
  const { user, tab, onMenu, onSelect } = openStrip();
  fireEvent.contextMenu(tab(/^Scheda b/), { button: 2 });
  await user.click(await screen.findByRole("menuitem", { name: "Prova" }));
  expect(onMenu).toHaveBeenLastCalledWith("b");
  await waitFor(() => expect(tab(/^Scheda b/)).toHaveFocus());
  fireEvent.contextMenu(tab(/c$/), { button: 0 });
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Prova" })).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(onMenu).toHaveBeenLastCalledWith("c");
  expect(onSelect).not.toHaveBeenCalled();
});

test("a tab that is closed elsewhere takes its menu along", async () => {
  const { tab, leave } = openStrip();
  fireEvent.contextMenu(tab(/^Scheda b/), { button: 2 });
  await screen.findByRole("menuitem", { name: "Prova" });
  leave("a", "c");
  await waitFor(() => expect(screen.queryByRole("menuitem", { name: "Prova" })).not.toBeInTheDocument());
});

test("a wheel that goes down moves along the line, and as soon as it is at its end the page", () => {
  openStrip();
  const list = screen.getByRole("tablist");
  let at = 0;
  Object.defineProperty(list, "scrollLeft", {
    get: () => at,
    set: (to: number) => {
      at = Math.max(0, Math.min(120, to));
    },
  });
  expect(fireEvent.wheel(list, { deltaY: 100 })).toBe(false);
  expect(fireEvent.wheel(list, { deltaY: 100 })).toBe(false);
  expect(at).toBe(120);
  expect(fireEvent.wheel(list, { deltaY: 100 })).toBe(true);
  expect(fireEvent.wheel(list, { deltaX: 50, deltaY: 10 })).toBe(true);
});

test("as soon as some are out of sight there is a list of all", async () => {
  const width = vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(900);
  onTestFinished(() => width.mockRestore());
  const { user, onSelect } = openStrip();
  await user.click(await screen.findByRole("button", { name: "Tutte" }));
  expect(await screen.findByRole("menuitemradio", { name: /^Scheda a/ })).toBeChecked();
  await user.click(screen.getByRole("menuitemradio", { name: /^Scheda b\s*, terminata$/ }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("b");
});
