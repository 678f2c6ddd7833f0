import { defineMessages } from '../../../shared/locale/messages.ts';

export const requesterMessages = defineMessages({
  en: {
    reply: 'Reply to requester',
    'reply.hint': 'The requester reads these messages. Comments above stay internal.',
    'reply.label': 'Message to the requester',
    'reply.empty': 'No messages with the requester yet.',
  },
  et: {
    reply: 'Vasta taotlejale',
    'reply.hint': 'Taotleja näeb neid sõnumeid. Ülal olevad kommentaarid jäävad asutusesiseseks.',
    'reply.label': 'Sõnum taotlejale',
    'reply.empty': 'Taotlejaga ei ole veel sõnumeid vahetatud.',
  },
  ru: {
    reply: 'Ответить заявителю',
    'reply.hint': 'Эти сообщения видит заявитель. Комментарии выше остаются внутренними.',
    'reply.label': 'Сообщение заявителю',
    'reply.empty': 'Переписки с заявителем пока нет.',
  },
  zh: {
    reply: '回复申请人',
    'reply.hint': '申请人可以看到这些消息。上面的评论仅内部可见。',
    'reply.label': '给申请人的消息',
    'reply.empty': '还没有与申请人的消息。',
  },
});
