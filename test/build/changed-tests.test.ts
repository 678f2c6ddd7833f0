import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { affectedTests, readSources } from '../../scripts/changed-tests.ts';

const sources = readSources();
const testsOf = (...changed: string[]) => affectedTests(changed, sources).tests!;

describe('npm test -- --changed', () => {
  test('runs every test that reaches a changed file, directly or indirectly', () => {
    const tests = testsOf('src/server/modules/processes/engine/joins.ts');
    assert.ok(tests.some((file) => file.startsWith('src/server/modules/processes/')));
    assert.ok(tests.includes('src/server/modules/mass-actions/mass-actions.test.ts'));
    assert.ok(tests.includes('test/e2e/portal.test.ts'), 'journeys start the server by its path');
    assert.ok(!tests.includes('src/shared/forms/carry-over.test.ts'));
  });

  test('runs journeys and sizes when browser code has changed, and components that import it', () => {
    const tests = testsOf('src/shared/ui/combo-box.tsx');
    for (const file of ['test/e2e/portal.test.ts', 'test/size/size.test.ts']) assert.ok(tests.includes(file), file);
    assert.ok(tests.some((file) => file.includes('.browser.test.')));
  });

  test('runs tests that read folders or pages when a file in one of them has changed', () => {
    assert.ok(testsOf('src/server/main.ts').includes('test/docs/paths.test.ts'));
    const ofPage = testsOf('docs/identity.md');
    assert.ok(ofPage.includes('test/docs/paths.test.ts'));
    assert.ok(!ofPage.includes('test/e2e/portal.test.ts'));
    const ofTexts = testsOf([...sources.keys()].find((file) => file.endsWith('inbox.messages.ts'))!);
    assert.ok(
      ofTexts.some((file) => file.startsWith('src/server/modules/i18n/')),
      'the server reads texts by folder',
    );
  });

  test('runs everything in case of doubt', () => {
    for (const file of [
      'package-lock.json',
      'vite.config.ts',
      'scripts/build.mjs',
      'src/server/migrations/0001-first.sql',
      'src/shared/styles/tokens.css',
      'src/shared/a-file-that-is-gone.ts',
      'test/fixtures/small-log.csv',
    ])
      assert.equal(affectedTests(['docs/identity.md', file], sources).everything, `${file} changed`);
  });
});
