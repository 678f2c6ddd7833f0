import { defineMessages } from '../locale/messages.ts';

export const dialogMessages = defineMessages({
  en: { close: 'Close' },
  et: { close: 'Sulge' },
  ru: { close: 'Закрыть' },
  zh: { close: '关闭' },
});
