import { defineMessages } from '../locale/messages.ts';

export const auditItemMessages = defineMessages({
  en: { happened: 'What happened to it' },
  et: { happened: 'Mis sellega juhtus' },
  ru: { happened: 'Что с этим произошло' },
  zh: { happened: '变更记录' },
});
