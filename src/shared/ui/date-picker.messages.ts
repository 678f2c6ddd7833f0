import { defineMessages } from '../locale/messages.ts';

export const datePickerMessages = defineMessages({
  en: {
    'date.open': 'Choose a day: {attribute}',
    'date.calendar': 'Calendar',
    'date.previous': 'Previous month',
    'date.next': 'Next month',
  },
  et: {
    'date.open': 'Vali kuupäev: {attribute}',
    'date.calendar': 'Kalender',
    'date.previous': 'Eelmine kuu',
    'date.next': 'Järgmine kuu',
  },
  ru: {
    'date.open': 'Выбрать дату: {attribute}',
    'date.calendar': 'Календарь',
    'date.previous': 'Предыдущий месяц',
    'date.next': 'Следующий месяц',
  },
  zh: {
    'date.open': '选择日期：{attribute}',
    'date.calendar': '日历',
    'date.previous': '上个月',
    'date.next': '下个月',
  },
});
