import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { startTexts } from "../lib/i18n.ts";

await startTexts("it");

// Parts that load lazily take their time on a busy machine; a passing test never waits for it.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  // What one test asked for and didn't wait for, a key or the focus, is not the next one's.
  document.dispatchEvent(new Event("pointerdown"));
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

// jsdom lays nothing out: what asks for sizes or media gets the answers of a wide screen at rest. A virtual list then
// finds room for its first rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 900 },
  clientWidth: { configurable: true, get: () => 320 },
});

vi.stubGlobal(
  "matchMedia",
  (query: string): Partial<MediaQueryList> => ({
    matches: query.includes("min-width"),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }),
);

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};

// Ranges have no place either.
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
