// Replaces `node:test` while mutants are tested: collects the tests of a file, so that one process can run them many
// times.
const { mock } = process.getBuiltinModule('node:test');

export { mock };
export const collected = { tests: [], before: [], after: [], beforeEach: [], afterEach: [] };

export function test(_name, options, run = options) {
  collected.tests.push(run);
}
test.skip = test.todo = () => undefined;
export const it = test;
export const before = (run) => collected.before.push(run);
export const after = (run) => collected.after.push(run);
export const beforeEach = (run) => collected.beforeEach.push(run);
export const afterEach = (run) => collected.afterEach.push(run);
export function describe(_name, options, run = options) {
  run();
}
export const suite = describe;
export default test;

async function runOne(run) {
  const ends = [];
  const context = {
    mock,
    after: (end) => ends.push(end),
    diagnostic: () => undefined,
    test: (_, inner) => runOne(inner),
  };
  try {
    await run(context);
  } finally {
    for (const end of ends) await end();
    mock.timers.reset();
    mock.restoreAll();
  }
}

/** Runs the collected tests and clears them. Throws the error of the first failing test. */
export async function runCollected() {
  const { tests, ...hooks } = collected;
  for (const name of Object.keys(collected)) collected[name] = [];
  const each = async (all) => {
    for (const run of all) await run({ mock });
  };
  await each(hooks.before);
  for (const run of tests) {
    await each(hooks.beforeEach);
    await runOne(run);
    await each(hooks.afterEach);
  }
  await each(hooks.after);
}
