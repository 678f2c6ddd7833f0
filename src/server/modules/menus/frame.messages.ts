import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of the document around a page of another system. */
export const frameMessages = defineMessages({
  en: { expired: 'This page is no longer shown here. Open it from the menu again.' },
  et: { expired: 'Seda lehte siin enam ei näidata. Avage see menüüst uuesti.' },
  ru: { expired: 'Эта страница здесь больше не показывается. Откройте её из меню ещё раз.' },
  zh: { expired: '此页面不再在此处显示。请从菜单中重新打开。' },
});
