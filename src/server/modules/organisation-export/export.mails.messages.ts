import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of the e-mail about a finished export. */
export const exportMailMessages = defineMessages({
  en: {
    subject: 'Export ready: {name}',
    greeting: 'Hello,',
    ready: 'The export of {name} is ready.',
    until: 'You can download it once, within {hours} hours:',
  },
  et: {
    subject: 'Eksport on valmis: {name}',
    greeting: 'Tere!',
    ready: 'Organisatsiooni {name} eksport on valmis.',
    until: 'Selle saab alla laadida ühe korra, {hours} tunni jooksul:',
  },
  ru: {
    subject: 'Экспорт готов: {name}',
    greeting: 'Здравствуйте!',
    ready: 'Экспорт организации {name} готов.',
    until: 'Его можно скачать один раз в течение {hours} часов:',
  },
  zh: {
    subject: '导出已完成：{name}',
    greeting: '您好！',
    ready: '{name} 的导出已完成。',
    until: '请在 {hours} 小时内下载，只能下载一次：',
  },
});
