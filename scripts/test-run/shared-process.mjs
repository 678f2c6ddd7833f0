// Runs test files one after another in this process, so that modules, PGlite and compiled code are loaded once. The parent
// sends `{ file }` or `end`; the answer to a file is `{ output, code, cpu, memory }`, with its TAP.
import async_hooks, { AsyncResource } from 'node:async_hooks';
import { cpuSeconds } from './cpu-seconds.mjs';
import { processState, restoreProcessState } from './process-state.mjs';

// The test runner follows every promise to attribute errors outside of tests: an eighth of a run's CPU time. Without
// promises such errors still fail the file, although not always the test.
const { createHook } = async_hooks;
async_hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
const { run } = await import('node:test');
const { tap } = await import('node:test/reporters');
async_hooks.createHook = createHook;

/** The test runner finds a test's parent by its asynchronous context: each file begins outside that of the one before. */
const outside = new AsyncResource('test file');

// Test clusters stop with the process; each adds a handler.
process.setMaxListeners(0);
// As the runner sets it.
process.env.NODE_TEST_WORKER_ID = '1';
process.on('message', (message) => {
  if (message === 'end') process.exit();
  outside.runInAsyncScope(runFile, undefined, message.file);
});
process.on('disconnect', () => process.exit());

function runFile(file) {
  const before = processState();
  const cpu = cpuSeconds();
  let output = '';
  let hasTests = true;
  // The runner ends a file once nothing is left to wait for; the connection to the parent does not count.
  process.channel.unref();
  const events = run({ files: [file], isolation: 'none', concurrency: false });
  // It replaces the tests of a file that has none.
  events.on('test:pass', ({ name }) => {
    if (name === file) hasTests = false;
  });
  events
    .compose(tap)
    .on('data', (chunk) => {
      output += chunk;
    })
    .on('end', () => {
      const changes = restoreProcessState(before);
      for (const change of changes) output += `not ok - ${file} leaves ${change} changed\n`;
      if (!hasTests) output += `not ok - ${file} has no tests\n`;
      const code = changes.length > 0 || !hasTests ? 1 : (process.exitCode ?? 0);
      process.exitCode = undefined;
      process.channel.ref();
      process.send({ output, code, cpu: cpuSeconds() - cpu, memory: process.memoryUsage.rss() });
    });
  // A file without a timer or a connection would end the process with the first one's.
  setImmediate(() => undefined);
}
