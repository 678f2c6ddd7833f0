import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddingMessages } from '../../src/host/embedding/embedding.messages.ts';
import { formsMessages } from '../../src/host/forms/forms.messages.ts';
import { listMessages } from '../../src/host/manuals/list/list.messages.ts';
import { manualMessages } from '../../src/host/manuals/manual.messages.ts';
import { reportMessages } from '../../src/host/manuals/readers/report.messages.ts';
import { LANGUAGES } from '../../src/shared/contracts/constants.ts';
import { profileMessages } from '../../src/widgets/profile/profile.messages.ts';
import { companiesMessages } from '../../src/widgets/settings-companies/companies.messages.ts';
import { departmentsMessages } from '../../src/widgets/settings-departments/departments.messages.ts';
import { dimensionsMessages } from '../../src/widgets/settings-dimensions/dimensions.messages.ts';
import { dropdownsMessages } from '../../src/widgets/settings-dropdowns/dropdowns.messages.ts';
import { groupsMessages } from '../../src/widgets/settings-groups/groups.messages.ts';
import { tagsMessages } from '../../src/widgets/settings-tags/tags.messages.ts';
import { usersMessages } from '../../src/widgets/settings-users/users.messages.ts';

const SETTINGS = [
  companiesMessages,
  dimensionsMessages,
  dropdownsMessages,
  groupsMessages,
  departmentsMessages,
  tagsMessages,
  embeddingMessages,
  formsMessages,
  listMessages,
  manualMessages,
  reportMessages,
];

test('VAL-15 VAL-20 an empty required field of the settings is named, with the same text everywhere', () => {
  for (const messages of SETTINGS) {
    assert.equal(messages.text('en', 'fault.required', { attribute: 'Name' }), 'The Name field is required');
  }
  for (const language of LANGUAGES) {
    const texts = SETTINGS.map((messages) => messages.text(language, 'fault.required', { attribute: 'X-1' }));
    assert.equal(new Set(texts).size, 1, language);
    assert.match(texts[0]!, /X-1/);
  }
});

test('VAL-15 VAL-20 the faults of a user have the same texts in the settings as in the profile', () => {
  const faults = [
    'fault.field.required',
    'fault.field.too_short',
    'fault.field.too_long',
    'fault.field.name',
    'fault.field.email',
    'fault.field.phone',
    'fault.field.choice_unknown',
    'fault.user.email_taken',
    'fault.other',
  ] as const;
  const values = { attribute: 'X-1', value: 'V-1', max: '9' };
  for (const language of LANGUAGES) {
    for (const fault of faults) {
      assert.equal(usersMessages.text(language, fault, values), profileMessages.text(language, fault, values));
    }
  }
});
