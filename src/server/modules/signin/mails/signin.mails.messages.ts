import { defineMessages } from '../../../../shared/locale/messages.ts';

/** Texts of sign-in e-mails and text messages. `{minutes}` is a number; `{until}` and `{at}` are formatted already. */
export const signinMailMessages = defineMessages({
  en: {
    greeting: 'Hello,',
    'recoveryCode.subject': 'Password recovery in Verva',
    'recoveryCode.intro': 'A new password was requested. Username: {username}. This is your recovery code:',
    'recoveryCode.action': 'Open the page and choose a new password:',
    'recoveryCode.link': 'Choose a new password',
    'recoveryCode.validity':
      '{minutes, plural, one {The code is valid for # minute.} other {The code is valid for # minutes.}}',
    'recoveryCode.notYou':
      'If you did not request this, you do not need to do anything: your password stays the same. Do not give the code to anyone.',
    'temporaryPassword.subject': 'Your temporary password for Verva',
    'temporaryPassword.intro': 'Username: {username}. This is your temporary password:',
    'temporaryPassword.action': 'Sign in with it, then choose a password of your own:',
    'temporaryPassword.link': 'Sign in',
    'temporaryPassword.validity': 'The temporary password can be used until {until}.',
    'temporaryPassword.notYou': 'If you did not expect this e-mail, contact your administrator.',
    'oneTimePassword.subject': 'Your one time password for Verva',
    'oneTimePassword.intro': 'This is your one time password for signing in:',
    'oneTimePassword.validity':
      '{minutes, plural, one {It is valid for # minute and for one sign-in.} other {It is valid for # minutes and for one sign-in.}}',
    'oneTimePassword.notYou':
      'If you are not signing in now, do not give it to anyone, and contact your administrator.',
    'passwordChanged.subject': 'Your Verva password was changed',
    'passwordChanged.intro': 'Your password was changed. Username: {username}. Time: {at}.',
    'passwordChanged.you': 'If it was you, you do not need to do anything.',
    'passwordChanged.notYou':
      'If it was not you, contact your administrator at once, and choose “Forgot your password?” on the sign-in page.',
    'newSignIn.subject': 'New sign-in to your Verva account',
    'newSignIn.intro':
      'Your account was used to sign in from a new browser or network: {client}, address {address}. Username: {username}. Time: {at}.',
    'newSignIn.unknown': 'unknown browser',
    'newSignIn.you': 'If it was you, you do not need to do anything.',
    'newSignIn.notYou':
      'If it was not you, end the session in your profile under Security, change your password and contact your administrator at once.',
    'signInFailures.subject': 'Failed attempts to sign in to your Verva account',
    'signInFailures.intro':
      'Several attempts to sign in to your account failed, and further ones are delayed. The last one came from the address {address}. Username: {username}. Time: {at}.',
    'signInFailures.you':
      'If it was you, wait a moment and try again, or choose “Forgot your password?” on the sign-in page.',
    'signInFailures.notYou':
      'If it was not you, your password has not been guessed so far. Set up two-step sign-in in your profile under Security to protect the account further.',
    'refreshTokenReused.subject': 'A session of your Verva account was ended',
    'refreshTokenReused.intro':
      'A session was ended because its sign-in data was used in two places. It may have been copied from your browser. Username: {username}. Time: {at}.',
    'refreshTokenReused.you': 'This also happens when a browser is restored from a backup. Sign in again to continue.',
    'refreshTokenReused.notYou':
      'If you cannot explain it, change your password, check the list of your sessions in your profile under Security, and contact your administrator.',
    'secondFactorAdded.subject': 'Two-step sign-in was set up for your Verva account',
    'secondFactorAdded.intro':
      'Signing in now also requires a code of your authenticator app. Username: {username}. Time: {at}.',
    'secondFactorRemoved.subject': 'Two-step sign-in was removed from your Verva account',
    'secondFactorRemoved.intro':
      'Signing in no longer requires a code of an authenticator app. Username: {username}. Time: {at}.',
    'passkeyAdded.subject': 'A passkey was added to your Verva account',
    'passkeyAdded.intro': 'It signs you in without your password. Username: {username}. Time: {at}.',
    'passkeyRemoved.subject': 'A passkey was removed from your Verva account',
    'passkeyRemoved.intro': 'It no longer signs you in. Username: {username}. Time: {at}.',
    'secondFactor.you': 'If it was you, or you asked an administrator for it, you do not need to do anything.',
    'secondFactor.notYou': 'If it was not you, change your password and contact your administrator at once.',
    'backupCodeUsed.subject': 'A backup code was used to sign in to Verva',
    'backupCodeUsed.intro':
      'A backup code replaced the code of your authenticator app. Username: {username}. Time: {at}.',
    'backupCodeUsed.left':
      '{left, plural, one {# backup code is left.} other {# backup codes are left.}} You can create new ones in your profile, under Security.',
    'emailConfirm.subject': 'Confirm your e-mail address for Verva',
    'emailConfirm.intro':
      'This address was entered as the new e-mail address of an account in Verva. Username: {username}.',
    'emailConfirm.action': 'Open the page and confirm the address:',
    'emailConfirm.link': 'Confirm the address',
    'emailConfirm.validity': 'The link can be used once, until {until}.',
    'emailConfirm.notYou': 'If this is not your account, ignore this e-mail. Nothing will change.',
    'emailRequested.subject': 'A new e-mail address was requested for your Verva account',
    'emailRequested.intro':
      'A change of the e-mail address to {email} was requested. Username: {username}. The address changes once it is confirmed.',
    'emailChanged.subject': 'The e-mail address of your Verva account was changed',
    'emailChanged.intro': 'The e-mail address is now {email}. Username: {username}.',
    'emailUndo.action': 'If it was not you, undo the change. This signs the account out everywhere:',
    'emailUndo.link': 'It was not me',
    'emailUndo.you': 'If it was you, you do not need to do anything. The link works for 7 days after the change.',
    sms: '{minutes, plural, one {{code} is your one time password for Verva. It is valid for # minute. Do not give it to anyone.} other {{code} is your one time password for Verva. It is valid for # minutes. Do not give it to anyone.}}',
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
    'newSignIn.subject': 'Uus sisselogimine teie Verva kontole',
    'newSignIn.intro':
      'Teie kontole logiti sisse uuest brauserist või võrgust: {client}, aadress {address}. Kasutajanimi: {username}. Aeg: {at}.',
    'newSignIn.unknown': 'tundmatu brauser',
    'newSignIn.you': 'Kui logisite sisse ise, ei ole vaja midagi teha.',
    'newSignIn.notYou':
      'Kui see ei olnud teie, lõpetage seanss profiilis jaotises „Turvalisus“, muutke parool ja võtke kohe ühendust administraatoriga.',
    'signInFailures.subject': 'Ebaõnnestunud katsed teie Verva kontole sisse logida',
    'signInFailures.intro':
      'Teie kontole sisselogimine ebaõnnestus mitu korda ja järgmised katsed peavad ootama. Viimane katse tuli aadressilt {address}. Kasutajanimi: {username}. Aeg: {at}.',
    'signInFailures.you':
      'Kui proovisite ise, oodake veidi ja proovige uuesti või valige sisselogimise lehel „Unustasite parooli?“.',
    'signInFailures.notYou':
      'Kui see ei olnud teie, ei ole teie parooli seni ära arvatud. Konto paremaks kaitseks seadistage profiilis jaotises „Turvalisus“ kaheastmeline sisselogimine.',
    'refreshTokenReused.subject': 'Teie Verva konto seanss lõpetati',
    'refreshTokenReused.intro':
      'Seanss lõpetati, sest selle sisselogimisandmeid kasutati kahes kohas. Võimalik, et keegi kopeeris need teie brauserist. Kasutajanimi: {username}. Aeg: {at}.',
    'refreshTokenReused.you':
      'Nii juhtub ka siis, kui brauser taastatakse varukoopiast. Jätkamiseks logige uuesti sisse.',
    'refreshTokenReused.notYou':
      'Kui te ei oska seda seletada, muutke parool, vaadake profiilis jaotises „Turvalisus“ üle oma seansid ja võtke ühendust administraatoriga.',
    'secondFactorAdded.subject': 'Verva kontole lisati kaheastmeline sisselogimine',
    'secondFactorAdded.intro':
      'Sisselogimiseks on nüüd vaja ka autentimisrakenduse koodi. Kasutajanimi: {username}. Aeg: {at}.',
    'secondFactorRemoved.subject': 'Verva kontolt eemaldati kaheastmeline sisselogimine',
    'secondFactorRemoved.intro':
      'Sisselogimiseks ei ole enam autentimisrakenduse koodi vaja. Kasutajanimi: {username}. Aeg: {at}.',
    'passkeyAdded.subject': 'Verva kontole lisati pääsuvõti',
    'passkeyAdded.intro': 'Sellega saab sisse logida ilma paroolita. Kasutajanimi: {username}. Aeg: {at}.',
    'passkeyRemoved.subject': 'Verva kontolt eemaldati pääsuvõti',
    'passkeyRemoved.intro': 'Sellega ei saa enam sisse logida. Kasutajanimi: {username}. Aeg: {at}.',
    'secondFactor.you': 'Kui tegite seda ise või palusite seda administraatorilt, ei ole vaja midagi teha.',
    'secondFactor.notYou': 'Kui te seda ei teinud, muutke parool ja võtke kohe ühendust administraatoriga.',
    'backupCodeUsed.subject': 'Vervasse logiti sisse varukoodiga',
    'backupCodeUsed.intro': 'Autentimisrakenduse koodi asemel kasutati varukoodi. Kasutajanimi: {username}. Aeg: {at}.',
    'backupCodeUsed.left':
      '{left, plural, one {Alles on # varukood.} other {Alles on # varukoodi.}} Uued saate luua oma profiilis jaotises Turvalisus.',
    'emailConfirm.subject': 'Kinnitage oma e-posti aadress Vervas',
    'emailConfirm.intro': 'See aadress sisestati Verva konto uue e-posti aadressina. Kasutajanimi: {username}.',
    'emailConfirm.action': 'Avage leht ja kinnitage aadress:',
    'emailConfirm.link': 'Kinnita aadress',
    'emailConfirm.validity': 'Linki saab kasutada üks kord, kuni {until}.',
    'emailConfirm.notYou': 'Kui see ei ole teie konto, jätke kiri tähelepanuta. Midagi ei muutu.',
    'emailRequested.subject': 'Teie Verva kontole sooviti uut e-posti aadressi',
    'emailRequested.intro':
      'Uueks e-posti aadressiks sooviti määrata {email}. Kasutajanimi: {username}. Aadress muutub pärast kinnitamist.',
    'emailChanged.subject': 'Teie Verva konto e-posti aadress on muudetud',
    'emailChanged.intro': 'E-posti aadress on nüüd {email}. Kasutajanimi: {username}.',
    'emailUndo.action': 'Kui te seda ise ei teinud, võtke muudatus tagasi. Sellega lõpevad konto kõik seansid:',
    'emailUndo.link': 'See ei olnud mina',
    'emailUndo.you': 'Kui tegite seda ise, ei ole vaja midagi teha. Link töötab 7 päeva pärast muutmist.',
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
    'newSignIn.subject': 'Новый вход в вашу учётную запись Verva',
    'newSignIn.intro':
      'В вашу учётную запись вошли из нового браузера или новой сети: {client}, адрес {address}. Имя пользователя: {username}. Время: {at}.',
    'newSignIn.unknown': 'неизвестный браузер',
    'newSignIn.you': 'Если это были вы, ничего делать не нужно.',
    'newSignIn.notYou':
      'Если это были не вы, завершите сеанс в профиле в разделе «Безопасность», смените пароль и сразу обратитесь к администратору.',
    'signInFailures.subject': 'Неудачные попытки входа в вашу учётную запись Verva',
    'signInFailures.intro':
      'Несколько попыток войти в вашу учётную запись не удались, и дальнейшие выполняются с задержкой. Последняя была с адреса {address}. Имя пользователя: {username}. Время: {at}.',
    'signInFailures.you':
      'Если это были вы, подождите немного и повторите или выберите «Забыли пароль?» на странице входа.',
    'signInFailures.notYou':
      'Если это были не вы, ваш пароль пока не угадан. Чтобы лучше защитить учётную запись, настройте двухэтапный вход в профиле в разделе «Безопасность».',
    'refreshTokenReused.subject': 'Сеанс вашей учётной записи Verva завершён',
    'refreshTokenReused.intro':
      'Сеанс завершён, потому что его данные для входа использовались в двух местах. Возможно, кто-то скопировал их из вашего браузера. Имя пользователя: {username}. Время: {at}.',
    'refreshTokenReused.you':
      'Так бывает и при восстановлении браузера из резервной копии. Чтобы продолжить, войдите снова.',
    'refreshTokenReused.notYou':
      'Если вы не можете это объяснить, смените пароль, проверьте список сеансов в профиле в разделе «Безопасность» и обратитесь к администратору.',
    'secondFactorAdded.subject': 'Для учётной записи Verva включён двухэтапный вход',
    'secondFactorAdded.intro':
      'Теперь при входе нужен также код из приложения-аутентификатора. Имя пользователя: {username}. Время: {at}.',
    'secondFactorRemoved.subject': 'Для учётной записи Verva отключён двухэтапный вход',
    'secondFactorRemoved.intro':
      'При входе больше не нужен код из приложения-аутентификатора. Имя пользователя: {username}. Время: {at}.',
    'passkeyAdded.subject': 'В учётную запись Verva добавлен ключ доступа',
    'passkeyAdded.intro': 'Он позволяет войти без пароля. Имя пользователя: {username}. Время: {at}.',
    'passkeyRemoved.subject': 'Из учётной записи Verva удалён ключ доступа',
    'passkeyRemoved.intro': 'Войти с ним больше нельзя. Имя пользователя: {username}. Время: {at}.',
    'secondFactor.you': 'Если это сделали вы или попросили об этом администратора, больше ничего делать не нужно.',
    'secondFactor.notYou': 'Если это были не вы, смените пароль и сразу обратитесь к администратору.',
    'backupCodeUsed.subject': 'Вход в Verva выполнен по резервному коду',
    'backupCodeUsed.intro':
      'Вместо кода из приложения-аутентификатора использован резервный код. Имя пользователя: {username}. Время: {at}.',
    'backupCodeUsed.left':
      '{left, plural, one {Остался # резервный код.} few {Осталось # резервных кода.} many {Осталось # резервных кодов.} other {Осталось # резервного кода.}} Новые можно создать в профиле, в разделе «Безопасность».',
    'emailConfirm.subject': 'Подтвердите адрес электронной почты в Verva',
    'emailConfirm.intro':
      'Этот адрес указан как новый адрес электронной почты учётной записи в Verva. Имя пользователя: {username}.',
    'emailConfirm.action': 'Откройте страницу и подтвердите адрес:',
    'emailConfirm.link': 'Подтвердить адрес',
    'emailConfirm.validity': 'Ссылку можно использовать один раз, до {until}.',
    'emailConfirm.notYou': 'Если это не ваша учётная запись, не обращайте внимания на это письмо. Ничего не изменится.',
    'emailRequested.subject': 'Запрошен новый адрес электронной почты для вашей учётной записи Verva',
    'emailRequested.intro':
      'Запрошена смена адреса электронной почты на {email}. Имя пользователя: {username}. Адрес изменится после подтверждения.',
    'emailChanged.subject': 'Адрес электронной почты вашей учётной записи Verva изменён',
    'emailChanged.intro': 'Новый адрес электронной почты: {email}. Имя пользователя: {username}.',
    'emailUndo.action': 'Если это были не вы, отмените изменение. Все сеансы учётной записи завершатся:',
    'emailUndo.link': 'Это не моё действие',
    'emailUndo.you': 'Если это были вы, ничего делать не нужно. Ссылка действует 7 дней после изменения.',
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
    'newSignIn.subject': '您的 Verva 账户有新的登录',
    'newSignIn.intro': '您的账户从新的浏览器或网络登录：{client}，地址 {address}。用户名：{username}。时间：{at}。',
    'newSignIn.unknown': '未知浏览器',
    'newSignIn.you': '如果是您本人操作，则无需处理。',
    'newSignIn.notYou': '如果不是您本人操作，请在个人资料的“安全”部分结束该会话，修改密码，并立即联系管理员。',
    'signInFailures.subject': '您的 Verva 账户有失败的登录尝试',
    'signInFailures.intro':
      '您的账户多次登录失败，之后的尝试会被延迟。最后一次来自地址 {address}。用户名：{username}。时间：{at}。',
    'signInFailures.you': '如果是您本人操作，请稍候再试，或在登录页选择“忘记密码？”。',
    'signInFailures.notYou':
      '如果不是您本人操作，您的密码目前尚未被猜中。要进一步保护账户，请在个人资料的“安全”部分设置两步登录。',
    'refreshTokenReused.subject': '您的 Verva 账户的一个会话已结束',
    'refreshTokenReused.intro':
      '该会话的登录数据在两处被使用，因此已将其结束。可能有人从您的浏览器复制了这些数据。用户名：{username}。时间：{at}。',
    'refreshTokenReused.you': '从备份恢复浏览器时也会出现这种情况。请重新登录以继续。',
    'refreshTokenReused.notYou': '如果不清楚原因，请修改密码，在个人资料的“安全”部分检查会话列表，并联系管理员。',
    'secondFactorAdded.subject': '您的 Verva 账户已启用两步登录',
    'secondFactorAdded.intro': '现在登录时还需要输入身份验证器应用中的验证码。用户名：{username}。时间：{at}。',
    'secondFactorRemoved.subject': '您的 Verva 账户已停用两步登录',
    'secondFactorRemoved.intro': '登录时不再需要身份验证器应用中的验证码。用户名：{username}。时间：{at}。',
    'passkeyAdded.subject': '您的 Verva 账户已添加通行密钥',
    'passkeyAdded.intro': '使用它可以无需密码登录。用户名：{username}。时间：{at}。',
    'passkeyRemoved.subject': '您的 Verva 账户已移除通行密钥',
    'passkeyRemoved.intro': '它不能再用于登录。用户名：{username}。时间：{at}。',
    'secondFactor.you': '如果是您本人操作，或您已请管理员操作，则无需处理。',
    'secondFactor.notYou': '如果不是您本人操作，请更改密码并立即联系管理员。',
    'backupCodeUsed.subject': '有人使用备用验证码登录了 Verva',
    'backupCodeUsed.intro': '登录时使用了备用验证码，代替身份验证器应用中的验证码。用户名：{username}。时间：{at}。',
    'backupCodeUsed.left':
      '{left, plural, other {还剩 # 个备用验证码。}}您可以在个人资料的“安全”中创建新的备用验证码。',
    'emailConfirm.subject': '请确认您在 Verva 的邮箱',
    'emailConfirm.intro': '此邮箱被填写为 Verva 账户的新邮箱。用户名：{username}。',
    'emailConfirm.action': '请打开页面并确认邮箱：',
    'emailConfirm.link': '确认邮箱',
    'emailConfirm.validity': '链接仅可使用一次，有效期至 {until}。',
    'emailConfirm.notYou': '如果这不是您的账户，请忽略此邮件，不会有任何更改。',
    'emailRequested.subject': '您的 Verva 账户申请更换邮箱',
    'emailRequested.intro': '有人申请将邮箱更换为 {email}。用户名：{username}。确认后邮箱才会更改。',
    'emailChanged.subject': '您的 Verva 账户邮箱已更改',
    'emailChanged.intro': '邮箱现为 {email}。用户名：{username}。',
    'emailUndo.action': '如果不是您本人操作，请撤销更改。账户的所有会话都会结束：',
    'emailUndo.link': '不是我本人操作',
    'emailUndo.you': '如果是您本人操作，则无需处理。链接在更改后 7 天内有效。',
    sms: '{minutes, plural, other {Verva 一次性密码：{code}，#分钟内有效。请勿告诉任何人。}}',
  },
});
