import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../shared/contracts/constants.ts';
import { dropdownsMessages } from '../widgets/dropdowns/dropdowns.messages.ts';
import { embeddingMessages } from './embedding/embedding.messages.ts';
import { formsMessages } from './forms/forms.messages.ts';
import { listMessages } from './manuals/list/list.messages.ts';
import { manualMessages } from './manuals/manual.messages.ts';
import { reportMessages } from './manuals/readers/report.messages.ts';

const SETTINGS = [dropdownsMessages, embeddingMessages, formsMessages, listMessages, manualMessages, reportMessages];

test('VAL-15 VAL-20 a required field of the settings that is empty is named, in the same words everywhere', () => {
  for (const messages of SETTINGS) {
    assert.equal(messages.text('en', 'fault.required', { attribute: 'Name' }), 'The Name field is required');
  }
  for (const language of LANGUAGES) {
    const texts = SETTINGS.map((messages) => messages.text(language, 'fault.required', { attribute: 'X-1' }));
    assert.equal(new Set(texts).size, 1, language);
    assert.match(texts[0]!, /X-1/);
  }
});
