// Reporter that closes with `component: N passed, N failed`.
function counts(suite, total) {
  for (const test of suite.tests) total[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
  for (const inner of suite.suites) counts(inner, total);
}

export function summary() {
  return {
    onTestRunFinished({ sessions }) {
      const total = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        if (session.testResults) counts(session.testResults, total);
        const fileErrors = session.errors?.length ?? 0;
        if (fileErrors || (!session.passed && !session.testResults)) total.failed += Math.max(fileErrors, 1);
        for (const error of session.errors ?? []) {
          console.log(`${session.testFile}: ${error.message}\n${error.stack ?? ''}`);
        }
      }
      const skipped = total.skipped ? `, ${total.skipped} skipped` : '';
      console.log(`component: ${total.passed} passed, ${total.failed} failed${skipped}`);
    },
  };
}
