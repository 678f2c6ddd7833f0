import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sharedProcesses } from '../../scripts/test-run/shared-processes.ts';

describe('processes that run one test file after another', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verva-shared-')));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const shared = sharedProcesses({ cwd: folder, env, execArgv: [] });
  after(() => {
    shared.end();
    rmSync(folder, { recursive: true });
  });

  /** Runs a file with these lines below its imports. */
  async function run(name: string, ...lines: string[]) {
    const imports = ["import { after, before, test } from 'node:test';", "import assert from 'node:assert/strict';"];
    writeFileSync(join(folder, name), [...imports, ...lines].join('\n'));
    return shared.run(name);
  }

  test('files pass in the same process, each with its own hooks', async () => {
    const hooks = "let opened = 0; before(() => { opened += 1; }); after(() => console.log('closed'));";
    const pid = "test('process', () => { assert.equal(opened, 1); console.log('pid ' + process.pid); });";
    const first = await run('first.test.mjs', hooks, pid);
    const second = await run('second.test.mjs', hooks, pid, "test('another', () => undefined);");
    assert.deepEqual([first.code, second.code], [0, 0]);
    assert.match(first.output, /^# pass 1$/m);
    assert.match(second.output, /^# pass 2$/m);
    const [one, two] = [first, second].map(({ output }) => /pid (\d+)/.exec(output)?.[1]);
    assert.ok(one);
    assert.equal(one, two);
    assert.equal(second.output.match(/closed/g)?.length, 1);
    assert.ok(first.cpu > 0);
  });

  test('a test, a hook, an import and a rejection that fail belong to their file', async () => {
    const test1 = await run('fails.test.mjs', "test('one', () => assert.equal(1, 2));");
    assert.match(test1.output, /^# fail 1$/m);
    const hook = await run(
      'hook.test.mjs',
      "before(() => { throw new Error('no database'); });",
      "test('one', () => 1);",
    );
    assert.match(hook.output, /no database/);
    assert.doesNotMatch(hook.output, /^# pass 1$/m);
    const wrong = await run('import.test.mjs', "import './missing.mjs';", "test('one', () => 1);");
    assert.match(wrong.output, /^# fail 1$/m);
    const late = await run('late.test.mjs', "test('one', () => { setTimeout(() => { throw new Error('late'); }); });");
    assert.notEqual(late.code, 0);
    const rejected = await run(
      'rejected.test.mjs',
      "test('one', async () => { await 1; Promise.resolve().then(() => { throw new Error('alone'); }); });",
    );
    assert.notEqual(rejected.code, 0);
    assert.match(rejected.output, /alone/);
    const fine = await run('fine.test.mjs', "test('one', () => undefined);");
    assert.equal(fine.code, 0);
    assert.match(fine.output, /^# fail 0$/m);
  });

  test('a file that does not end fails, and the run goes on', async () => {
    const limited = sharedProcesses({ cwd: folder, env, execArgv: [], limitMs: 500 });
    const lines = ["import { test } from 'node:test';", "test('one', () => 1);", 'setInterval(() => 1, 1000);'];
    writeFileSync(join(folder, 'endless.test.mjs'), lines.join('\n'));
    const { output, code } = await limited.run('endless.test.mjs');
    assert.notEqual(code, 0);
    assert.match(output, /The process ended \(SIGTERM\) in endless\.test\.mjs\./);
    await limited.end();
  });

  test('a file without tests fails', async () => {
    const { output, code } = await run('none.test.mjs');
    assert.notEqual(code, 0);
    assert.match(output, /none\.test\.mjs has no tests/);
  });

  test('a file that leaves a global or the environment changed fails, and the next file finds both as they were', async () => {
    const changed = await run(
      'changes.test.mjs',
      "test('one', () => { globalThis.fetch = () => 'mine'; process.env.LEFT = 'here'; process.chdir('/'); });",
    );
    assert.notEqual(changed.code, 0);
    assert.match(changed.output, /leaves globalThis\.fetch changed/);
    assert.match(changed.output, /leaves process\.env\.LEFT changed/);
    assert.match(changed.output, /leaves the working directory changed/);
    const next = await run(
      'next.test.mjs',
      "test('one', () => { assert.notEqual(String(fetch), String(() => 'mine')); assert.equal(process.env.LEFT, undefined); });",
    );
    assert.equal(next.code, 0);
  });

  test('two copies of a library may set the same global', async () => {
    for (const copy of ['first', 'second']) {
      const { code, output } = await run(
        `${copy}.copy.test.mjs`,
        `test('one', () => { globalThis.__extends = '${copy}'; });`,
      );
      assert.equal(code, 0, output);
    }
  });

  test('a file that ends the process fails, and the next file has another', async () => {
    const ended = await run('ends.test.mjs', "test('one', () => process.exit(0));");
    assert.notEqual(ended.code, 0);
    assert.match(ended.output, /The process ended \(0\) in ends\.test\.mjs/);
    assert.equal((await run('after.test.mjs', "test('one', () => undefined);")).code, 0);
  });
});
