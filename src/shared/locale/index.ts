export { LANGUAGE_NAMES } from '../contracts/constants.ts';
export * from './dates.ts';
export * from './days.ts';
export {
  addedLanguages,
  isShipped,
  language,
  languageChoices,
  setLanguage,
  shippedLanguage,
  timeZone,
} from './language.ts';
export { defineMessages, type Messages, type Translate, translate } from './messages.ts';
export * from './numbers.ts';
export { SpokenLanguage, useLanguage, useMessages } from './use-messages.ts';
