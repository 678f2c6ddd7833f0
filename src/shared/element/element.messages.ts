import { defineMessages } from '../locale/messages.ts';

export const elementMessages = defineMessages({
  en: { failed: 'This part of the page could not be loaded.', retry: 'Retry' },
  et: { failed: 'Seda lehe osa ei õnnestunud laadida.', retry: 'Proovi uuesti' },
  ru: { failed: 'Не удалось загрузить эту часть страницы.', retry: 'Повторить' },
  zh: { failed: '此部分内容加载失败。', retry: '重试' },
});
