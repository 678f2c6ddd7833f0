// Reporter that closes with what failed and `component: N passed, N failed`.
function count(suite, path, total) {
  for (const test of suite.tests) {
    total[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
    if (!test.skipped && !test.passed)
      console.log(`not ok ${[...path, test.name].join(' > ')}\n  ${test.error?.stack ?? test.error?.message ?? ''}`);
  }
  for (const inner of suite.suites) count(inner, [...path, inner.name], total);
}

export function summary() {
  return {
    onTestRunFinished({ sessions }) {
      const total = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        if (session.testResults) count(session.testResults, [session.testFile], total);
        const fileErrors = session.errors?.length ?? 0;
        if (fileErrors || (!session.passed && !session.testResults)) total.failed += Math.max(fileErrors, 1);
        for (const error of session.errors ?? []) {
          console.log(`not ok ${session.testFile}: ${error.message}\n${error.stack ?? ''}`);
        }
      }
      const skipped = total.skipped ? `, ${total.skipped} skipped` : '';
      console.log(`component: ${total.passed} passed, ${total.failed} failed${skipped}`);
    },
  };
}
