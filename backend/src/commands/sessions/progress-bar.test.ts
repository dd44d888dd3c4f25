import { expect, test } from "vitest";
import { createProgressBar } from "./progress-bar.ts";

function bar(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const made = createProgressBar({ isTTY, write: (text: string) => written.push(text) > 0 }, () => time);
  function later(ms: number) {
    time += ms;
  }
  return { ...made, written, later };
}

test("on a terminal: drawn over itself once it takes its time, and gone at the end", () => {
  const { show, clear, written, later } = bar(true);
  show({ done: 1, total: 4 });
  later(400);
  show({ done: 2, total: 4 });
  show({ done: 2, total: 4 });
  show(null);
  clear();
  expect(written).toEqual([`\r\u001b[2KIndexing [${"#".repeat(15)}${"-".repeat(15)}] 2/4`, "\r\u001b[2K"]);
});

test("nothing on a pipe", () => {
  const { show, clear, written, later } = bar(false);
  later(1000);
  show({ done: 1, total: 4 });
  clear();
  expect(written).toEqual([]);
});
