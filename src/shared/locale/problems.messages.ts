import { defineMessages } from './messages.ts';

export const problemMessages = defineMessages({
  en: {
    network: 'No connection. Your changes are kept on this device.',
    unreadable: 'The server’s response could not be read. Try again later.',
    reference: '{text} Reference: {requestId}',
  },
  et: {
    network: 'Ühendus puudub. Teie muudatused on selles seadmes alles.',
    unreadable: 'Serveri vastust ei saanud lugeda. Proovige hiljem uuesti.',
    reference: '{text} Viide: {requestId}',
  },
  ru: {
    network: 'Нет соединения. Ваши изменения сохранены на этом устройстве.',
    unreadable: 'Не удалось прочитать ответ сервера. Повторите попытку позже.',
    reference: '{text} Номер обращения: {requestId}',
  },
  zh: {
    network: '网络已断开。您的更改已保存在本设备上。',
    unreadable: '无法读取服务器的响应，请稍后重试。',
    reference: '{text}编号：{requestId}',
  },
});
