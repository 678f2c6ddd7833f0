import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanFileName } from './file-name.rules.ts';

test('FRM-05 a file name without any visible character is refused at its field', () => {
  const errors = [{ pointer: '/fileName', code: 'file.name_invalid' }];
  for (const name of ['', '...', '\u202e', 'folder/']) {
    assert.throws(() => cleanFileName(name), { code: 'file.name_invalid', extra: { errors } }, name);
  }
});

test('FRM-05 a file name has up to 200 characters, with its extension', () => {
  const longest = `${'ä'.repeat(196)}.pdf`;
  assert.equal(cleanFileName(longest), longest);
  assert.equal(cleanFileName(`a${longest}`), `a${'ä'.repeat(195)}.pdf`);
  assert.equal(cleanFileName('x'.repeat(201)), 'x'.repeat(200));
});
