import { defineMessages } from './messages.ts';

export const dateMessages = defineMessages({
  en: {
    today: 'Today',
    tomorrow: 'Tomorrow',
    yesterday: 'Yesterday',
    dayAndTime: '{date}, {time}',
    justNow: 'just now',
    typedForm: 'DD/MM/YYYY',
  },
  et: {
    today: 'Täna',
    tomorrow: 'Homme',
    yesterday: 'Eile',
    dayAndTime: '{date} {time}',
    justNow: 'äsja',
    typedForm: 'PP.KK.AAAA',
  },
  ru: {
    today: 'Сегодня',
    tomorrow: 'Завтра',
    yesterday: 'Вчера',
    dayAndTime: '{date}, {time}',
    justNow: 'только что',
    typedForm: 'ДД.ММ.ГГГГ',
  },
  zh: {
    today: '今天',
    tomorrow: '明天',
    yesterday: '昨天',
    dayAndTime: '{date} {time}',
    justNow: '刚刚',
    typedForm: '年-月-日',
  },
});
