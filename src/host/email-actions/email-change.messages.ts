import { defineMessages } from '../../shared/locale/index.ts';

/** Texts of the pages that confirm or undo a change of the e-mail address. */
export const emailChangeMessages = defineMessages({
  en: {
    'confirm.title': 'Confirm your e-mail address',
    'confirm.text': 'Verva will send e-mails to this address, and you can sign in with it.',
    'confirm.button': 'Confirm the address',
    'confirm.done': 'Address confirmed',
    'confirm.next': 'Your account uses the new address.',
    'confirm.go': 'Go to Verva',
    'undo.title': 'Undo the change of your e-mail address',
    'undo.text':
      'Your previous address is restored, you are signed out on every device, and the account needs a new password.',
    'undo.button': 'It was not me: undo',
    'undo.done': 'Your previous address is restored',
    'undo.next':
      'You are signed out everywhere. Now choose a new password: enter your username and press “Forgot your password?”.',
    'undo.go': 'Choose a new password',
    refused: 'This link is no longer valid',
    'lost.title': 'Open the link in your e-mail again',
    'lost.text': 'For your security, the link is no longer in the address bar.',
  },
  et: {
    'confirm.title': 'Kinnitage oma e-posti aadress',
    'confirm.text': 'Edaspidi saadab Verva kirjad sellele aadressile ja saate sellega sisse logida.',
    'confirm.button': 'Kinnita aadress',
    'confirm.done': 'Aadress on kinnitatud',
    'confirm.next': 'Teie konto kasutab uut aadressi.',
    'confirm.go': 'Ava Verva',
    'undo.title': 'Võtke e-posti aadressi muudatus tagasi',
    'undo.text':
      'Teie konto saab endise aadressi tagasi, kõik seansid lõpevad kõigis seadmetes ja parool tuleb uuega asendada.',
    'undo.button': 'See ei olnud mina: võta tagasi',
    'undo.done': 'Endine aadress on tagasi',
    'undo.next':
      'Kõik seansid on lõppenud. Valige nüüd uus parool: sisestage kasutajanimi ja vajutage „Unustasite parooli?“.',
    'undo.go': 'Vali uus parool',
    refused: 'See link ei kehti enam',
    'lost.title': 'Avage link oma kirjast uuesti',
    'lost.text': 'Teie turvalisuse huvides ei ole linki enam aadressiribal.',
  },
  ru: {
    'confirm.title': 'Подтвердите адрес электронной почты',
    'confirm.text': 'Теперь Verva будет писать на этот адрес, и с ним можно будет входить.',
    'confirm.button': 'Подтвердить адрес',
    'confirm.done': 'Адрес подтверждён',
    'confirm.next': 'Ваша учётная запись использует новый адрес.',
    'confirm.go': 'Перейти в Verva',
    'undo.title': 'Отмените смену адреса электронной почты',
    'undo.text':
      'Учётная запись получит прежний адрес, все её сеансы завершатся на всех устройствах, а пароль нужно будет заменить.',
    'undo.button': 'Это не моё действие: отменить',
    'undo.done': 'Прежний адрес восстановлен',
    'undo.next':
      'Все сеансы завершены. Теперь выберите новый пароль: введите имя пользователя и нажмите «Забыли пароль?».',
    'undo.go': 'Выбрать новый пароль',
    refused: 'Эта ссылка больше не действует',
    'lost.title': 'Откройте ссылку из письма ещё раз',
    'lost.text': 'В целях безопасности ссылки больше нет в адресной строке.',
  },
  zh: {
    'confirm.title': '确认您的邮箱',
    'confirm.text': '今后 Verva 将向此邮箱发送邮件，您也可以用它登录。',
    'confirm.button': '确认邮箱',
    'confirm.done': '邮箱已确认',
    'confirm.next': '您的账户已使用新邮箱。',
    'confirm.go': '前往 Verva',
    'undo.title': '撤销邮箱更改',
    'undo.text': '您的账户将恢复原邮箱，所有设备上的会话都会结束，并且必须更换密码。',
    'undo.button': '不是我本人操作：撤销',
    'undo.done': '原邮箱已恢复',
    'undo.next': '所有会话已结束。请立即设置新密码：输入用户名，然后点击“忘记密码？”。',
    'undo.go': '设置新密码',
    refused: '此链接已失效',
    'lost.title': '请重新打开邮件中的链接',
    'lost.text': '为了您的安全，链接已从地址栏移除。',
  },
});
