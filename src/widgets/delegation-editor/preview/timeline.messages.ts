import { defineMessages } from '../../../shared/locale/index.ts';

/** Texts of the timeline of absences. Dates are inserted already formatted. */
export const timelineMessages = defineMessages({
  en: {
    label: 'Calendar of this delegation',
    away: 'Away',
    covered: 'Covered',
    gap: 'No cover',
    period: '{from} to {until}',
    bar: '{kind}, {days}',
    barOf: '{kind}, {days}: {delegate}',
    sentence: '{name}: {text}',
  },
  et: {
    label: 'Selle asendamise kalender',
    away: 'Ära',
    covered: 'Asendaja olemas',
    gap: 'Asendajata',
    period: '{from} kuni {until}',
    bar: '{kind}, {days}',
    barOf: '{kind}, {days}: {delegate}',
    sentence: '{name}: {text}',
  },
  ru: {
    label: 'Календарь этого замещения',
    away: 'Отсутствие',
    covered: 'Есть замещающий',
    gap: 'Без замещающего',
    period: '{from} – {until}',
    bar: '{kind}, {days}',
    barOf: '{kind}, {days}: {delegate}',
    sentence: '{name}: {text}',
  },
  zh: {
    label: '此代理的日历',
    away: '不在岗',
    covered: '有代理人',
    gap: '无代理人',
    period: '{from}至{until}',
    bar: '{kind}，{days}',
    barOf: '{kind}，{days}：{delegate}',
    sentence: '{name}：{text}',
  },
});
