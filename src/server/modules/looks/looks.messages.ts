import { defineMessages } from '../../../shared/locale/messages.ts';

/** Names of the kinds of confidential data. */
export const lookMessages = defineMessages({
  en: { health: 'Health data', pay: 'Pay data', other: 'Confidential data' },
  et: { health: 'Terviseandmed', pay: 'Palgaandmed', other: 'Konfidentsiaalsed andmed' },
  ru: { health: 'Данные о здоровье', pay: 'Данные об оплате', other: 'Конфиденциальные данные' },
  zh: { health: '健康数据', pay: '薪酬数据', other: '保密数据' },
});
