import { beforeEach, expect, it, vi } from "vitest";
import { clearSentDraft, forgetDrafts, getDraft, moveDraft, setDraft, subscribeToDrafts } from "./drafts.ts";

beforeEach(() => {
  sessionStorage.clear();
  forgetDrafts();
});

it("keeps each session's own text, through a reload too", () => {
  setDraft("a", "per la prima");
  setDraft("b", "per la seconda");
  forgetDrafts();
  expect([getDraft("a"), getDraft("b"), getDraft("c")]).toEqual(["per la prima", "per la seconda", ""]);
});

it("is this tab's own: what is typed in another tab never takes its place", () => {
  setDraft("a", "di questa scheda");
  expect(localStorage.length).toBe(0);
  localStorage.setItem("thoth.draft.a", "di un'altra");
  window.dispatchEvent(new StorageEvent("storage", { key: "thoth.draft.a", newValue: "di un'altra" }));
  expect(getDraft("a")).toBe("di questa scheda");
  forgetDrafts();
  expect(getDraft("a")).toBe("di questa scheda");
});

it("empties only what was sent", () => {
  setDraft("a", "mandato");
  clearSentDraft("a", "mandato");
  expect(getDraft("a")).toBe("");
  setDraft("a", "mandato e poi altro");
  clearSentDraft("a", "mandato");
  expect(getDraft("a")).toBe("mandato e poi altro");
  forgetDrafts();
  expect(getDraft("a")).toBe("mandato e poi altro");
});

it("moves to another place only what that place has room for", () => {
  setDraft("from", "conta il mese del reso");
  moveDraft("from", "to");
  expect([getDraft("from"), getDraft("to")]).toEqual(["", "conta il mese del reso"]);
  setDraft("from", "altro");
  moveDraft("from", "to");
  expect([getDraft("from"), getDraft("to")]).toEqual(["altro", "conta il mese del reso"]);
});

it("tells its listeners of changes only", () => {
  const listener = vi.fn();
  const stop = subscribeToDrafts(listener);
  setDraft("a", "x");
  setDraft("a", "x");
  stop();
  setDraft("a", "y");
  expect(listener).toHaveBeenCalledTimes(1);
});

it("lives on where the browser forbids storage", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no", "SecurityError");
  });
  setDraft("a", "resta");
  expect(getDraft("a")).toBe("resta");
  vi.restoreAllMocks();
});
