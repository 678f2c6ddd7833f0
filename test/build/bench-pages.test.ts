import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { rivalPages, TOOLKIT } from '../../scripts/bench/rivals.ts';

// The compared packages come from the registry, so the suite does not run that part of the benchmark.
test('the scripts of the compared pages, which no compiler reads, are JavaScript', () => {
  const pages = Object.entries(rivalPages('http://localhost'));
  assert.ok(pages.length > 1);
  for (const [name, script] of [['toolkit', TOOLKIT], ...pages.map(([name, { script }]) => [name, script])]) {
    assert.doesNotThrow(() => parseAst(script!), name);
  }
});
