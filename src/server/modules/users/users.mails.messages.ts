import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of e-mails about a user's profile. */
export const userMailMessages = defineMessages({
  en: {
    greeting: 'Hello,',
    'emailChanged.subject': 'Your e-mail address in Verva was changed',
    'emailChanged.intro': 'Verva now sends e-mails to {email}. Username: {username}.',
    'emailChanged.you': 'If it was you, you do not need to do anything.',
    'emailChanged.notYou': 'If it was not you, contact your administrator at once and change your password.',
    'linkRefused.subject': 'A second account of a person was refused in Verva',
    'linkRefused.intro':
      'The sign-in service {issuer} sent an account with the e-mail address of {name}, who already has another account there. Verva refused it. Nothing was changed.',
    'linkRefused.username': 'Username: {username}',
    'linkRefused.subject.id': 'Account at the sign-in service: {subject}',
    'linkRefused.renewed':
      'If the account there was replaced by a new one, the operator of Verva removes the former link (npm run links); then the new one is accepted.',
    'linkRefused.attack':
      'If not, the address may have been given to another person. Ask the administrator of the sign-in service. Such an attempt is reported once a day.',
  },
  et: {
    greeting: 'Tere!',
    'emailChanged.subject': 'Teie e-posti aadress Vervas on muudetud',
    'emailChanged.intro': 'Verva kirjad saadetakse nüüd aadressile {email}. Kasutajanimi: {username}.',
    'emailChanged.you': 'Kui muutsite aadressi ise, ei ole vaja midagi teha.',
    'emailChanged.notYou':
      'Kui te aadressi ise ei muutnud, andke sellest kohe administraatorile teada ja muutke oma parooli.',
    'linkRefused.subject': 'Verva keeldus ühe inimese teisest kontost',
    'linkRefused.intro':
      'Sisselogimisteenus {issuer} saatis konto, millel on sama e-posti aadress kui inimesel {name}. Temal on seal juba teine konto. Verva keeldus uuest kontost. Midagi ei muudetud.',
    'linkRefused.username': 'Kasutajanimi: {username}',
    'linkRefused.subject.id': 'Konto sisselogimisteenuses: {subject}',
    'linkRefused.renewed':
      'Kui seal on konto uuega asendatud, eemaldab Verva haldaja endise seose (npm run links); siis võetakse uus konto vastu.',
    'linkRefused.attack':
      'Kui ei ole, võib aadress olla antud teisele inimesele. Pöörduge sisselogimisteenuse administraatori poole. Sellisest katsest teatatakse üks kord päevas.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    'emailChanged.subject': 'Адрес электронной почты в Verva изменён',
    'emailChanged.intro': 'Письма Verva теперь приходят на адрес {email}. Имя пользователя: {username}.',
    'emailChanged.you': 'Если это сделали вы, больше ничего делать не нужно.',
    'emailChanged.notYou': 'Если это сделали не вы, сразу сообщите администратору и смените пароль.',
    'linkRefused.subject': 'Verva отклонила вторую учётную запись пользователя',
    'linkRefused.intro':
      'Служба входа {issuer} передала учётную запись с адресом электронной почты пользователя {name}, у которого там уже есть другая учётная запись. Verva отклонила её. Ничего не изменилось.',
    'linkRefused.username': 'Имя пользователя: {username}',
    'linkRefused.subject.id': 'Учётная запись в службе входа: {subject}',
    'linkRefused.renewed':
      'Если учётную запись там заменили новой, оператор Verva удаляет прежнюю связь (npm run links); после этого новая принимается.',
    'linkRefused.attack':
      'Если нет, адрес мог быть передан другому человеку. Обратитесь к администратору службы входа. О такой попытке сообщается раз в день.',
  },
  zh: {
    greeting: '您好！',
    'emailChanged.subject': '您在 Verva 的邮箱已修改',
    'emailChanged.intro': 'Verva 今后的邮件将发送至 {email}。用户名：{username}。',
    'emailChanged.you': '如果是您本人操作，则无需处理。',
    'emailChanged.notYou': '如果不是您本人操作，请立即联系管理员并修改密码。',
    'linkRefused.subject': 'Verva 已拒绝某用户的第二个账户',
    'linkRefused.intro':
      '登录服务 {issuer} 发来的账户使用了 {name} 的邮箱，而此人在该服务中已有另一个账户。Verva 已拒绝该账户，未作任何更改。',
    'linkRefused.username': '用户名：{username}',
    'linkRefused.subject.id': '登录服务中的账户：{subject}',
    'linkRefused.renewed':
      '如果该服务中的账户已更换为新账户，请由 Verva 运维人员移除原有关联（npm run links），之后新账户即可使用。',
    'linkRefused.attack': '否则，该邮箱可能已分配给他人，请联系登录服务的管理员。此类尝试每天最多通知一次。',
  },
});
