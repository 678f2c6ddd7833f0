export { language, languageOf, localeOf, setLanguage, timeZone } from './language.ts';
export { defineMessages, type Messages, type MessageValues, type Translate, translate } from './messages.ts';
export { useLanguage, useMessages } from './use-messages.ts';
