import { defineMessages } from '../../../shared/locale/messages.ts';

/** The words of mails about a person's profile. */
export const userMailMessages = defineMessages({
  en: {
    greeting: 'Hello,',
    'emailChanged.subject': 'Your e-mail address in Verva was changed',
    'emailChanged.intro': 'Verva now sends e-mails to {email}. Username: {username}.',
    'emailChanged.you': 'If it was you, you do not need to do anything.',
    'emailChanged.notYou': 'If it was not you, contact your administrator at once and change your password.',
  },
  et: {
    greeting: 'Tere!',
    'emailChanged.subject': 'Teie e-posti aadress Vervas on muudetud',
    'emailChanged.intro': 'Verva kirjad saadetakse nüüd aadressile {email}. Kasutajanimi: {username}.',
    'emailChanged.you': 'Kui muutsite aadressi ise, ei ole vaja midagi teha.',
    'emailChanged.notYou':
      'Kui te aadressi ise ei muutnud, andke sellest kohe administraatorile teada ja muutke oma parooli.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    'emailChanged.subject': 'Адрес электронной почты в Verva изменён',
    'emailChanged.intro': 'Письма Verva теперь приходят на адрес {email}. Имя пользователя: {username}.',
    'emailChanged.you': 'Если это сделали вы, больше ничего делать не нужно.',
    'emailChanged.notYou': 'Если это сделали не вы, сразу сообщите администратору и смените пароль.',
  },
  zh: {
    greeting: '您好！',
    'emailChanged.subject': '您在 Verva 的邮箱已修改',
    'emailChanged.intro': 'Verva 今后的邮件将发送至 {email}。用户名：{username}。',
    'emailChanged.you': '如果是您本人操作，则无需处理。',
    'emailChanged.notYou': '如果不是您本人操作，请立即联系管理员并修改密码。',
  },
});
