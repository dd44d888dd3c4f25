// What the runners' reports say, as {passed, failed, skipped}. A file or a run that broke before a test could fail counts as one.

/** Of vitest's JSON reporter. It counts a failed test again for its file and each describe around it; here it counts once. */
export function tallyVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((assertion) => assertion.status !== "failed"),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/** Of Playwright's JSON reporter. A test that passed at a second try only has passed. */
export function tallyPlaywright({ stats, errors = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 && errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
  };
}
