import { defineMessages } from './messages.ts';

export const dateMessages = defineMessages({
  en: {
    today: 'Today',
    tomorrow: 'Tomorrow',
    yesterday: 'Yesterday',
    dayAndTime: '{date}, {time}',
    dayAndTimeSentence: '{date}, {time}',
    justNow: 'just now',
    timeWithPlace: '{time} ({place})',
    typedForm: 'DD/MM/YYYY',
  },
  et: {
    today: 'Täna',
    tomorrow: 'Homme',
    yesterday: 'Eile',
    dayAndTime: '{date} {time}',
    dayAndTimeSentence: '{date} kell {time}',
    justNow: 'äsja',
    timeWithPlace: '{time} ({place})',
    typedForm: 'PP.KK.AAAA',
  },
  ru: {
    today: 'Сегодня',
    tomorrow: 'Завтра',
    yesterday: 'Вчера',
    dayAndTime: '{date}, {time}',
    dayAndTimeSentence: '{date}, {time}',
    justNow: 'только что',
    timeWithPlace: '{time} ({place})',
    typedForm: 'ДД.ММ.ГГГГ',
  },
  zh: {
    today: '今天',
    tomorrow: '明天',
    yesterday: '昨天',
    dayAndTime: '{date} {time}',
    dayAndTimeSentence: '{date} {time}',
    justNow: '刚刚',
    timeWithPlace: '{time}（{place}）',
    typedForm: '年-月-日',
  },
});
