import { defineMessages } from '../../locale/index.ts';

/** How something is told by mail, and when. */
export const preferenceRowsMessages = defineMessages({
  en: {
    now: 'At once',
    daily: 'Daily digest',
    off: 'Not at all',
    hour: 'Hour of the daily digest',
    hourHint: 'By the clock of your organisation ({timeZone})',
  },
  et: {
    now: 'Kohe',
    daily: 'Päeva kokkuvõttes',
    off: 'Mitte kunagi',
    hour: 'Päeva kokkuvõtte kellaaeg',
    hourHint: 'Teie organisatsiooni kella järgi ({timeZone})',
  },
  ru: {
    now: 'Сразу',
    daily: 'В сводке за день',
    off: 'Не сообщать',
    hour: 'Час сводки за день',
    hourHint: 'По времени вашей организации ({timeZone})',
  },
  zh: {
    now: '立即',
    daily: '每日汇总',
    off: '不通知',
    hour: '每日汇总的时间',
    hourHint: '以您所在组织的时间为准（{timeZone}）',
  },
});
