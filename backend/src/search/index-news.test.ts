import { expect, test } from "vitest";
import type { Indexing } from "../../api/search.ts";
import { createIndexNews } from "./index-news.ts";

function news() {
  const told: string[] = [];
  let time = 0;
  const hear = createIndexNews(
    ({ done, total }: Indexing) => told.push(`${done}/${total}`),
    () => time,
  );
  return {
    told,
    at(ms: number, done: number, total: number) {
      time = ms;
      hear({ done, total });
    },
    end: () => hear(null),
  };
}

test("work that is soon over is no news, so that a search for what moved asks nobody to search again", () => {
  const { told, at, end } = news();
  end();
  at(0, 0, 3);
  at(200, 2, 3);
  at(299, 3, 3);
  end();
  expect(told).toEqual([]);
});

test("what takes its time is told now and then, and its end once", () => {
  const { told, at, end } = news();
  at(0, 0, 100);
  at(300, 10, 100);
  at(400, 20, 100);
  at(550, 30, 100);
  at(900, 100, 100);
  end();
  end();
  at(1000, 0, 5);
  expect(told).toEqual(["10/100", "30/100", "100/100"]);
});
