import { expect, test } from "vitest";
import { tallyPlaywright, tallyVitest } from "./tally.mjs";

const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) });

test("a failed test counts once, however deep it lies", () => {
  const report = { numPassedTests: 1, numFailedTests: 1, numFailedTestSuites: 2, numPendingTests: 1, numTodoTests: 1 };
  const testResults = [file("failed", "failed", "passed", "skipped"), file("passed", "todo")];
  expect(tallyVitest({ ...report, testResults })).toEqual({ passed: 1, failed: 1, skipped: 2 });
});

test("a file that breaks before its tests counts as a failure", () => {
  const report = { numPassedTests: 2, numFailedTests: 0, numFailedTestSuites: 1, numPendingTests: 0, numTodoTests: 0 };
  expect(tallyVitest({ ...report, testResults: [file("failed"), file("passed", "passed", "passed")] })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
  });
});

test("a browser run that could not begin is a failure", () => {
  const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 0 };
  expect(tallyPlaywright({ stats, errors: [{ message: "no tests" }] }).failed).toBe(1);
  expect(tallyPlaywright({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 1 } })).toEqual({
    passed: 4,
    failed: 2,
    skipped: 1,
  });
});
