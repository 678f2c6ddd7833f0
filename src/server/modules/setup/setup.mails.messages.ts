import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of the e-mail to the first administrator of an organisation. */
export const setupMailMessages = defineMessages({
  en: {
    subject: 'Verva is set up',
    greeting: 'Hello,',
    intro: 'You are an administrator of Verva. Your username: {username}.',
    works: 'This e-mail shows that the e-mail server works. Recovery codes are sent to this address.',
  },
  et: {
    subject: 'Verva on seadistatud',
    greeting: 'Tere!',
    intro: 'Olete Verva administraator. Teie kasutajanimi: {username}.',
    works: 'See kiri näitab, et meiliserver töötab. Parooli taastamise koodid saadetakse sellele aadressile.',
  },
  ru: {
    subject: 'Verva настроена',
    greeting: 'Здравствуйте!',
    intro: 'Вы администратор Verva. Ваше имя пользователя: {username}.',
    works: 'Это письмо показывает, что почтовый сервер работает. Коды восстановления приходят на этот адрес.',
  },
  zh: {
    subject: 'Verva 已完成设置',
    greeting: '您好！',
    intro: '您是 Verva 的管理员。您的用户名：{username}。',
    works: '收到此邮件说明邮件服务器工作正常。找回密码的验证码将发送到此邮箱。',
  },
});
