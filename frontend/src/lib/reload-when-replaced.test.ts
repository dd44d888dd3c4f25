import { beforeEach, expect, it, vi } from "vitest";
import { reloadWhenReplaced } from "./reload-when-replaced.ts";

beforeEach(() => sessionStorage.clear());

function page({ answers = async () => true } = {}) {
  const target = new EventTarget();
  const reload = vi.fn();
  let time = 1_000_000;
  reloadWhenReplaced({ target, reload, answers, now: () => time });
  const miss = async (ms = 0) => {
    time += ms;
    target.dispatchEvent(new Event("vite:preloadError"));
    await new Promise((resolve) => setTimeout(resolve));
    return reload.mock.calls.length;
  };
  return miss;
}

it("loads the page anew when a part of it is gone, and not again and again", async () => {
  const miss = page();
  expect([await miss(), await miss(1_000), await miss(60_000)]).toEqual([1, 1, 2]);
});

it("stays as it is while no server answers", async () => {
  const refused = page({ answers: () => Promise.reject(new TypeError("Failed to fetch")) });
  expect(await refused()).toBe(0);
  const down = page({ answers: async () => false });
  expect(await down()).toBe(0);
});
