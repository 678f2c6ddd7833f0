import { defineMessages } from '../../locale/messages.ts';

export const conversationMessages = defineMessages({
  en: {
    loading: 'Loading messages',
    failed: 'The messages could not be loaded.',
    retry: 'Try again',
    you: 'You',
    holder: 'Person in charge',
    behalf: '{delegate} for {owner}',
    send: 'Send message',
  },
  et: {
    loading: 'Sõnumite laadimine',
    failed: 'Sõnumeid ei saanud laadida.',
    retry: 'Proovi uuesti',
    you: 'Teie',
    holder: 'Menetleja',
    behalf: '{delegate} ({owner} asendaja)',
    send: 'Saada sõnum',
  },
  ru: {
    loading: 'Загрузка сообщений',
    failed: 'Не удалось загрузить сообщения.',
    retry: 'Повторить',
    you: 'Вы',
    holder: 'Исполнитель',
    behalf: '{delegate} за {owner}',
    send: 'Отправить сообщение',
  },
  zh: {
    loading: '正在加载消息',
    failed: '无法加载消息。',
    retry: '重试',
    you: '您',
    holder: '处理人',
    behalf: '{delegate}（代{owner}）',
    send: '发送消息',
  },
});
