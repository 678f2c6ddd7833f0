import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ImportColumn, ImportResource } from '../imports/index.ts';
import { countLeftTasks } from '../leaving/index.ts';
import { peopleTitle, statusTitle } from '../people/index.ts';
import { checkPeople } from './check.ts';
import { findPeople, findPeopleBy, isKey, listActivePeople } from './entries.store.ts';
import { peopleImportMessages } from './people-import.messages.ts';
import type { PersonEntry } from './person-entry.ts';
import { changesAdministrators, deactivates, writePeople } from './write.ts';

const listed = (field: Parameters<typeof peopleTitle>[1], more: Partial<ImportColumn> = {}): ImportColumn => ({
  field,
  title: (language) => peopleTitle(language, field),
  ...more,
});
const own = (field: 'languageId' | 'externalId', more: Partial<ImportColumn> = {}): ImportColumn => ({
  field,
  title: (language) => peopleImportMessages.text(language, field),
  ...more,
});

/** Users as a resource of imports (ADM-08): the rules are those of /api/identity/users. */
export const peopleImport: ImportResource<PersonEntry> = {
  name: 'people',
  scope: 'people',
  columns: [
    listed('name'),
    listed('username', { alias: 'id', isCaseless: true }),
    listed('email', { isCaseless: true }),
    listed('phoneNumber'),
    own('languageId', { text: languageName }),
    listed('jobTitle'),
    listed('department', { alias: 'departmentId' }),
    listed('company', { alias: 'companyId' }),
    listed('manager'),
    listed('groups'),
    listed('tags'),
    own('externalId'),
    listed('status', { text: (value: string, language: LanguageId) => statusTitle(language, value) }),
    listed('source', { isIgnored: true }),
    listed('createdAt', { isIgnored: true }),
  ],
  keys: ['username', 'externalId', 'email'],
  disabled: { status: 'disabled' },
  find: async (call, key, values) => (isKey(key) ? findPeopleBy(call, key, values) : new Map()),
  findByIds: findPeople,
  listActive: async ({ tx }, key) => (isKey(key) ? listActivePeople(tx, key) : []),
  countOpenTasks: ({ tx }, changes) =>
    countLeftTasks(
      tx,
      changes.filter(deactivates).map(({ current }) => current!.id),
    ),
  changesAdministrators,
  check: checkPeople,
  write: writePeople,
};
