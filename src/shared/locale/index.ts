export * from './dates.ts';
export {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  formatDayInput,
  isDay,
  parseDayInput,
  weekdayOf,
} from './days.ts';
export { language, languageOf, localeOf, setLanguage, timeZone } from './language.ts';
export { defineMessages, type Messages, type MessageValues, type Translate, translate } from './messages.ts';
export * from './numbers.ts';
export { useLanguage, useMessages } from './use-messages.ts';
