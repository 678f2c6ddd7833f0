import { defineMessages } from './messages.ts';

export const problemMessages = defineMessages({
  en: {
    network: 'No connection. Your changes are kept on this device.',
    unreadable: 'The server does not answer as it should. Try again in a while.',
    reference: '{text} Reference: {requestId}',
  },
  et: {
    network: 'Ühendus puudub. Teie muudatused on selles seadmes alles.',
    unreadable: 'Server ei vasta ootuspäraselt. Proovige veidi hiljem uuesti.',
    reference: '{text} Viide: {requestId}',
  },
  ru: {
    network: 'Нет соединения. Ваши изменения сохранены на этом устройстве.',
    unreadable: 'Сервер не отвечает как положено. Повторите попытку позже.',
    reference: '{text} Номер обращения: {requestId}',
  },
  zh: {
    network: '网络已断开。您的更改已保存在本设备上。',
    unreadable: '服务器响应异常，请稍后重试。',
    reference: '{text}编号：{requestId}',
  },
});
