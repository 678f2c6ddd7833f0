import { defineMessages } from '../../../shared/locale/messages.ts';

/** Headings of the records in the file with the results of a change of status. */
export const recordHeadings = defineMessages({
  en: { number: 'Number', name: 'Record', id: 'Record ID' },
  et: { number: 'Number', name: 'Kirje', id: 'Kirje tunnus' },
  ru: { number: 'Номер', name: 'Запись', id: 'Идентификатор записи' },
  zh: { number: '编号', name: '记录', id: '记录标识' },
});
