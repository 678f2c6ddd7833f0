import { defineMessages } from '../../locale/index.ts';

/** Texts of the choices for e-mail notifications. */
export const preferenceRowsMessages = defineMessages({
  en: {
    now: 'Immediately',
    daily: 'Daily digest',
    off: 'Never',
    hour: 'Time of the daily digest',
    hourHint: 'In your organisation’s time zone ({timeZone})',
  },
  et: {
    now: 'Kohe',
    daily: 'Päeva kokkuvõttes',
    off: 'Mitte kunagi',
    hour: 'Päeva kokkuvõtte kellaaeg',
    hourHint: 'Teie organisatsiooni ajavööndis ({timeZone})',
  },
  ru: {
    now: 'Сразу',
    daily: 'В сводке за день',
    off: 'Не сообщать',
    hour: 'Время сводки за день',
    hourHint: 'В часовом поясе организации ({timeZone})',
  },
  zh: {
    now: '立即',
    daily: '每日汇总',
    off: '不通知',
    hour: '每日汇总的时间',
    hourHint: '按您所在组织的时区（{timeZone}）',
  },
});
