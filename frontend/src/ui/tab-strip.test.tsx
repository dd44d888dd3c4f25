import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../testing/render.tsx";
import { TabStrip } from "./tab-strip.tsx";

function openStrip(selected = ["a"]) {
  const calls = { onSelect: vi.fn(), onClose: vi.fn() };
  const tabs = ["a", "b", "c"].map((id) => ({
    id,
    label: `Scheda ${id}`,
    mark: null,
    state: id === "b" ? "terminata" : undefined,
    onClose: id === "a" ? undefined : () => calls.onClose(id),
  }));
  const page = renderPage(<TabStrip label="Schede" tabs={tabs} selected={selected} onSelect={calls.onSelect} />);
  return { ...page, ...calls, tab: (name: RegExp) => screen.getByRole("tab", { name }) };
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
