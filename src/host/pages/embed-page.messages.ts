import { defineMessages } from '../../shared/locale/index.ts';

/** Texts around a page of another system. */
export const embedPageMessages = defineMessages({
  en: {
    of: 'Content of {host}',
    open: 'Open in a new tab',
    denied: 'You cannot see this page',
    'denied.more': 'Ask an administrator for access.',
    failed: 'The page could not be loaded',
    retry: 'Try again',
  },
  et: {
    of: 'Sisu: {host}',
    open: 'Ava uuel kaardil',
    denied: 'Teil ei ole õigust seda lehte näha',
    'denied.more': 'Küsige ligipääsu administraatorilt.',
    failed: 'Lehte ei õnnestunud laadida',
    retry: 'Proovi uuesti',
  },
  ru: {
    of: 'Содержимое: {host}',
    open: 'Открыть в новой вкладке',
    denied: 'У вас нет доступа к этой странице',
    'denied.more': 'Попросите доступ у администратора.',
    failed: 'Не удалось загрузить страницу',
    retry: 'Повторить',
  },
  zh: {
    of: '内容来自 {host}',
    open: '在新标签页中打开',
    denied: '您无权查看此页面',
    'denied.more': '请向管理员申请访问权限。',
    failed: '无法加载页面',
    retry: '重试',
  },
});
