import { useSyncExternalStore } from "react";
import { hitInPanel } from "./hit-place.ts";

/**
 * What the page shows, as its address says it: `/?chat=ID&panel=ID&doc=KEY&view=archive&q=WORDS&in=FILTERS&hit=PLACE&term=ID&split=ID&agent=ID`.
 * `view=new` is the form for a new question, which only a narrow screen has to tell from the list. `hit` is the passage
 * being read and `q` the words that led there; `q` alone is the search itself, among what `in` leaves.
 * `term` is the terminal in the first pane of the centre, absent for the chat, and `split` are the other panes: `.ID` in
 * a column to the right, `*ID` below the one before, `-` for the chat. `agent` is the one whose settings are open, of
 * which `-` shows none and `+` a new one.
 */
export type Address = {
  chat: string | null;
  panel: string | null;
  doc: string | null;
  view: "archive" | "new" | null;
  q: string | null;
  in: string | null;
  hit: string | null;
  term: string | null;
  split: string | null;
  agent: string | null;
};

const changed = new Set<() => void>();

export function parseAddress(search: string): Address {
  const given = new URLSearchParams(search);
  const text = (key: string) => given.get(key) || null;
  const view = given.get("view");
  return {
    chat: text("chat"),
    panel: text("panel"),
    doc: text("doc"),
    view: view === "archive" || view === "new" ? view : null,
    q: text("q"),
    in: text("in"),
    hit: text("hit"),
    term: text("term"),
    split: text("split"),
    agent: text("agent"),
  };
}

/** The search text of an address with some parts changed (`null` removes one); what it doesn't know stays. */
export function changeAddress(search: string, change: Partial<Address>): string {
  const next = new URLSearchParams(search);
  for (const [key, value] of Object.entries(change)) {
    if (value) next.set(key, value);
    else next.delete(key);
  }
  if (!next.get("panel")) next.delete("doc");
  // A passage read in the panel goes with its document: without it, it would be looked for elsewhere.
  if (change.hit === undefined && hitInPanel(parseAddress(search)) && !hitInPanel(parseAddress(next.toString()))) {
    for (const key of ["hit", "q", "in"]) next.delete(key);
  }
  const text = next.toString();
  return text ? `?${text}` : "";
}

let last: { search: string; address: Address } | null = null;

/** The address now; the same object as long as nothing changed. */
function currentAddress(): Address {
  if (last?.search !== location.search) last = { search: location.search, address: parseAddress(location.search) };
  return last.address;
}

/** Goes to an address; `replace` leaves no step to go back to. */
export function navigate(change: Partial<Address>, { replace = false } = {}): void {
  const search = changeAddress(location.search, change);
  if (search === location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", `${location.pathname}${search}`);
  for (const listener of changed) listener();
}

/** The address without the language that a link asked for, once the reader chose another. */
export function forgetAskedLanguage(): void {
  const next = new URLSearchParams(location.search);
  if (!next.has("lang")) return;
  next.delete("lang");
  const text = next.toString();
  history.replaceState(null, "", text ? `${location.pathname}?${text}` : location.pathname);
}

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    changed.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

export function useAddress(): Address {
  return useSyncExternalStore(subscribe, currentAddress);
}
