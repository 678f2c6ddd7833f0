import { defineMessages } from '../../../shared/locale/messages.ts';

/** Columns of imported users that the list of users has not. */
export const peopleImportMessages = defineMessages({
  en: { languageId: 'Language', externalId: 'External ID' },
  et: { languageId: 'Keel', externalId: 'Väline ID' },
  ru: { languageId: 'Язык', externalId: 'Внешний ID' },
  zh: { languageId: '语言', externalId: '外部 ID' },
});
