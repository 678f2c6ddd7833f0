import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { neededDirectives, strictPolicy } from './embed-policy.ts';

test('BEY-21 EMB-04 the documented policy is the tested and published one', () => {
  const docs = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  assert.ok(docs.includes(strictPolicy('O')), strictPolicy('O'));
  for (const directive of neededDirectives('O')) assert.ok(strictPolicy('O').includes(directive), directive);
});
