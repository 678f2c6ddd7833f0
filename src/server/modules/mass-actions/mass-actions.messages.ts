import { defineMessages } from '../../../shared/locale/messages.ts';

/** Headings of the tasks in the file with the results of a mass action. */
export const taskHeadings = defineMessages({
  en: {
    number: 'Number',
    name: 'Task',
    id: 'Task ID',
  },
  et: {
    number: 'Number',
    name: 'Ülesanne',
    id: 'Ülesande tunnus',
  },
  ru: {
    number: 'Номер',
    name: 'Задача',
    id: 'Идентификатор задачи',
  },
  zh: {
    number: '编号',
    name: '任务',
    id: '任务标识',
  },
});
