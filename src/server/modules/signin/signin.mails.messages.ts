import { defineMessages } from '../../../shared/locale/messages.ts';

/** The words of mails and texts about signing in. `{minutes}` is a number; `{until}` and `{at}` are written out already. */
export const signinMailMessages = defineMessages({
  en: {
    greeting: 'Hello!',
    'recoveryCode.subject': 'Password recovery in Verva',
    'recoveryCode.intro': 'A new password was asked for. Username: {username}. This is your recovery code:',
    'recoveryCode.action': 'Open the page and choose a new password:',
    'recoveryCode.link': 'Choose a new password',
    'recoveryCode.validity':
      '{minutes, plural, one {The code is valid for # minute.} other {The code is valid for # minutes.}}',
    'recoveryCode.notYou':
      'If it was not you, you need not do anything: the password stays as it is. Do not give the code to anybody.',
    'temporaryPassword.subject': 'Your temporary password for Verva',
    'temporaryPassword.intro': 'Username: {username}. This is your temporary password:',
    'temporaryPassword.action': 'Sign in with it, then choose a password of your own:',
    'temporaryPassword.link': 'Sign in',
    'temporaryPassword.validity': 'The temporary password can be used until {until}.',
    'temporaryPassword.notYou': 'If you did not expect this mail, tell your administrator.',
    'oneTimePassword.subject': 'Your one time password for Verva',
    'oneTimePassword.intro': 'This is your one time password for signing in:',
    'oneTimePassword.validity':
      '{minutes, plural, one {It is valid for # minute and for one sign-in.} other {It is valid for # minutes and for one sign-in.}}',
    'oneTimePassword.notYou': 'If you are not signing in now, do not give it to anybody, and tell your administrator.',
    'passwordChanged.subject': 'Your Verva password was changed',
    'passwordChanged.intro': 'Your password was changed. Username: {username}. Time: {at}.',
    'passwordChanged.you': 'If it was you, there is nothing to do.',
    'passwordChanged.notYou':
      'If it was not you, tell your administrator at once, and choose “Forgot your password?” on the sign-in page.',
    sms: '{minutes, plural, one {{code} is your one time password for Verva. It is valid for # minute. Do not give it to anybody.} other {{code} is your one time password for Verva. It is valid for # minutes. Do not give it to anybody.}}',
  },
  et: {
    greeting: 'Tere!',
    'recoveryCode.subject': 'Verva parooli taastamine',
    'recoveryCode.intro': 'Saime soovi parool taastada. Kasutajanimi: {username}. Teie taastekood on:',
    'recoveryCode.action': 'Avage leht ja valige uus parool:',
    'recoveryCode.link': 'Vali uus parool',
    'recoveryCode.validity': '{minutes, plural, one {Kood kehtib # minuti.} other {Kood kehtib # minutit.}}',
    'recoveryCode.notYou':
      'Kui te seda ise ei soovinud, ei ole vaja midagi teha: parool jääb samaks. Ärge andke koodi kellelegi.',
    'temporaryPassword.subject': 'Verva ajutine parool',
    'temporaryPassword.intro': 'Kasutajanimi: {username}. Teie ajutine parool on:',
    'temporaryPassword.action': 'Logige sellega sisse ja valige siis oma parool:',
    'temporaryPassword.link': 'Logi sisse',
    'temporaryPassword.validity': 'Ajutine parool kehtib kuni {until}.',
    'temporaryPassword.notYou': 'Kui te seda kirja ei oodanud, andke sellest administraatorile teada.',
    'oneTimePassword.subject': 'Verva ühekordne parool',
    'oneTimePassword.intro': 'Teie ühekordne parool sisselogimiseks on:',
    'oneTimePassword.validity':
      '{minutes, plural, one {Parool kehtib # minuti ja ainult üheks sisselogimiseks.} other {Parool kehtib # minutit ja ainult üheks sisselogimiseks.}}',
    'oneTimePassword.notYou':
      'Kui te praegu sisse ei logi, ärge andke parooli kellelegi ja andke kirjast administraatorile teada.',
    'passwordChanged.subject': 'Verva parool on muudetud',
    'passwordChanged.intro': 'Teie parool on muudetud. Kasutajanimi: {username}. Aeg: {at}.',
    'passwordChanged.you': 'Kui muutsite parooli ise, ei ole vaja midagi teha.',
    'passwordChanged.notYou':
      'Kui te parooli ise ei muutnud, andke sellest kohe administraatorile teada ja valige sisselogimise lehel „Unustasite parooli?“.',
    sms: '{minutes, plural, one {{code} on teie Verva ühekordne parool. See kehtib # minuti. Ärge andke seda kellelegi.} other {{code} on teie Verva ühekordne parool. See kehtib # minutit. Ärge andke seda kellelegi.}}',
  },
  ru: {
    greeting: 'Здравствуйте!',
    'recoveryCode.subject': 'Восстановление пароля Verva',
    'recoveryCode.intro': 'Получен запрос на новый пароль. Имя пользователя: {username}. Код восстановления:',
    'recoveryCode.action': 'Откройте страницу и задайте новый пароль:',
    'recoveryCode.link': 'Задать новый пароль',
    'recoveryCode.validity':
      '{minutes, plural, one {Код действует # минуту.} few {Код действует # минуты.} many {Код действует # минут.} other {Код действует # минуты.}}',
    'recoveryCode.notYou':
      'Если это были не вы, ничего делать не нужно: пароль останется прежним. Никому не сообщайте код.',
    'temporaryPassword.subject': 'Временный пароль Verva',
    'temporaryPassword.intro': 'Имя пользователя: {username}. Временный пароль:',
    'temporaryPassword.action': 'Войдите с ним, а затем задайте свой пароль:',
    'temporaryPassword.link': 'Войти',
    'temporaryPassword.validity': 'Срок действия временного пароля: {until}.',
    'temporaryPassword.notYou': 'Если вы не ждали этого письма, сообщите о нём администратору.',
    'oneTimePassword.subject': 'Одноразовый пароль Verva',
    'oneTimePassword.intro': 'Одноразовый пароль для входа:',
    'oneTimePassword.validity':
      '{minutes, plural, one {Пароль действует # минуту и только для одного входа.} few {Пароль действует # минуты и только для одного входа.} many {Пароль действует # минут и только для одного входа.} other {Пароль действует # минуты и только для одного входа.}}',
    'oneTimePassword.notYou':
      'Если вы сейчас не входите в систему, никому не сообщайте пароль и расскажите о письме администратору.',
    'passwordChanged.subject': 'Пароль Verva изменён',
    'passwordChanged.intro': 'Пароль изменён. Имя пользователя: {username}. Время: {at}.',
    'passwordChanged.you': 'Если это сделали вы, больше ничего делать не нужно.',
    'passwordChanged.notYou':
      'Если это сделали не вы, сразу сообщите администратору и выберите «Забыли пароль?» на странице входа.',
    sms: '{minutes, plural, one {{code} — одноразовый пароль Verva. Действует # минуту. Никому его не сообщайте.} few {{code} — одноразовый пароль Verva. Действует # минуты. Никому его не сообщайте.} many {{code} — одноразовый пароль Verva. Действует # минут. Никому его не сообщайте.} other {{code} — одноразовый пароль Verva. Действует # минуты. Никому его не сообщайте.}}',
  },
  zh: {
    greeting: '您好！',
    'recoveryCode.subject': 'Verva 密码找回',
    'recoveryCode.intro': '我们收到了设置新密码的请求。用户名：{username}。恢复码：',
    'recoveryCode.action': '请打开页面并设置新密码：',
    'recoveryCode.link': '设置新密码',
    'recoveryCode.validity': '{minutes, plural, other {恢复码在#分钟内有效。}}',
    'recoveryCode.notYou': '如果不是您本人操作，则无需处理，密码保持不变。请勿将恢复码告诉任何人。',
    'temporaryPassword.subject': 'Verva 临时密码',
    'temporaryPassword.intro': '用户名：{username}。临时密码：',
    'temporaryPassword.action': '请用临时密码登录，然后设置自己的密码：',
    'temporaryPassword.link': '登录',
    'temporaryPassword.validity': '临时密码有效期至{until}。',
    'temporaryPassword.notYou': '如果您不清楚为何收到这封邮件，请联系管理员。',
    'oneTimePassword.subject': 'Verva 一次性密码',
    'oneTimePassword.intro': '用于登录的一次性密码：',
    'oneTimePassword.validity': '{minutes, plural, other {一次性密码在#分钟内有效，仅可登录一次。}}',
    'oneTimePassword.notYou': '如果您现在没有登录，请勿将一次性密码告诉任何人，并联系管理员。',
    'passwordChanged.subject': 'Verva 密码已修改',
    'passwordChanged.intro': '您的密码已修改。用户名：{username}。时间：{at}。',
    'passwordChanged.you': '如果是您本人操作，则无需处理。',
    'passwordChanged.notYou': '如果不是您本人操作，请立即联系管理员，并在登录页面选择“忘记密码？”。',
    sms: '{minutes, plural, other {Verva 一次性密码：{code}，#分钟内有效。请勿告诉任何人。}}',
  },
});
