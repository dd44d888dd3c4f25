import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { changeAddress, forgetAskedLanguage, navigate, parseAddress, useAddress } from "./address.ts";

const none = {
  chat: null,
  panel: null,
  doc: null,
  view: null,
  q: null,
  in: null,
  hit: null,
  term: null,
  split: null,
  agent: null,
};

test("reads what a pasted link asks for", () => {
  expect(parseAddress("?chat=a&panel=b&doc=sql_final&view=archive")).toEqual({
    ...none,
    chat: "a",
    panel: "b",
    doc: "sql_final",
    view: "archive",
  });
  expect(parseAddress("?q=resi+2025&in=document.all&hit=codex:5f:12")).toEqual({
    ...none,
    q: "resi 2025",
    in: "document.all",
    hit: "codex:5f:12",
  });
  expect(parseAddress("?term=t1&split=t2&agent=%2B")).toEqual({ ...none, term: "t1", split: "t2", agent: "+" });
  expect(parseAddress("?view=elsewhere&chat=")).toEqual(none);
});

test("changes one part and leaves the others, those it doesn't know too", () => {
  expect(changeAddress("?chat=a&panel=b&future=1", { panel: "c" })).toBe("?chat=a&panel=c&future=1");
  expect(changeAddress("?chat=a", { chat: null })).toBe("");
});

test("a document without its panel is forgotten", () => {
  expect(changeAddress("?panel=b&doc=sql_final", { panel: null })).toBe("");
});

test("a passage in the panel goes with its document, one elsewhere stays", () => {
  const inPanel = "?panel=b&doc=sql_final&q=resi&hit=thoth%3Ab%3A3";
  expect(changeAddress(inPanel, { panel: null })).toBe("");
  expect(changeAddress(inPanel, { panel: "c", doc: null })).toBe("?panel=c");
  expect(changeAddress(inPanel, { chat: "a" })).toBe(`${inPanel}&chat=a`);
  const elsewhere = "?panel=b&doc=sql_final&q=resi&hit=codex%3Ab%3A3";
  expect(changeAddress(elsewhere, { panel: null })).toBe("?q=resi&hit=codex%3Ab%3A3");
});

test("a component follows the address forward and back", async () => {
  const { result } = renderHook(() => useAddress());
  act(() => navigate({ panel: "b" }));
  act(() => navigate({ chat: "a" }));
  expect(result.current).toEqual({ ...none, chat: "a", panel: "b" });
  const before = history.length;
  act(() => navigate({ chat: "a" }));
  expect(history.length).toBe(before);
  act(() => {
    history.replaceState(null, "", "/?panel=b");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(result.current).toEqual({ ...none, panel: "b" });
});

test("the language a link asked for goes, the rest of the address stays", () => {
  history.replaceState(null, "", "/?lang=en&chat=a");
  forgetAskedLanguage();
  expect(location.search).toBe("?chat=a");
});
