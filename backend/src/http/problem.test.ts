import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { problemStatus } from "../../api/problem.ts";
import { asProblem, HttpProblem, problem, problemBody } from "./problem.ts";

test("docs/problems.md explains exactly the codes there are, with their status", async () => {
  const text = await readFile(new URL("../../../docs/problems.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `([\w-]+)` +\| (\d+) +\| \S.+? \| \S.+? \|$/gm)];
  expect(rows.map(([, code, status]) => [code, Number(status)])).toEqual(Object.entries(problemStatus));
});

test("a problem is told in full", () => {
  expect(
    problemBody(problem("too_many_agents", "Four run.", "Stop one.", { agents: ["a"] }), "/sessions/x/resume"),
  ).toEqual({
    type: "about:blank",
    title: "Too many agents",
    status: 429,
    detail: "Four run.",
    instance: "/sessions/x/resume",
    code: "too_many_agents",
    hint: "Stop one.",
    agents: ["a"],
  });
});

test("what was not foreseen tells nothing of itself", () => {
  expect(JSON.stringify(problemBody(new Error("secret"), "/x"))).not.toContain("secret");
  expect(
    JSON.stringify(problemBody(new HttpProblem("harness-failed", "d", undefined, {}, new Error("secret")), "/x")),
  ).not.toContain("secret");
});

test("a disk that refuses is no bug, and tells nothing of where", () => {
  const full = Object.assign(new Error("ENOSPC: no space left, open '/secret'"), { code: "ENOSPC" });
  expect(asProblem(full)).toMatchObject({ code: "write-failed", message: expect.stringContaining("the disk is full") });
  expect(JSON.stringify(problemBody(asProblem(full), "/x"))).not.toContain("secret");
});
