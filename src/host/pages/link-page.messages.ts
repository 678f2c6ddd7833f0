import { defineMessages } from '../../shared/locale/index.ts';

/** Texts of the address of a link in the menu. */
export const linkPageMessages = defineMessages({
  en: {
    title: 'This page belongs to another system',
    open: 'Open in a new tab',
  },
  et: {
    title: 'See leht on teises süsteemis',
    open: 'Ava uuel kaardil',
  },
  ru: {
    title: 'Эта страница в другой системе',
    open: 'Открыть в новой вкладке',
  },
  zh: {
    title: '此页面属于其他系统',
    open: '在新标签页中打开',
  },
});
